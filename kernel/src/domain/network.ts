import { fail, quote } from '../errors/errors.js'
import { checkFields, isListOf, isRecord, isText, isUrl, matches, type Rule } from '../plugins/check.js'
import { isCaipNetworkId } from './caip.js'

export interface Currency {
  readonly name: string
  readonly symbol: string
  /** 0 to 36. */
  readonly decimals: number
}

/** Network that the site supports. */
export interface Network {
  /** CAIP-2, for example `eip155:1`. */
  readonly caipNetworkId: string
  /** Namespace of the CAIP-2 id, such as `eip155`. */
  readonly namespace: string
  /** Reference of the CAIP-2 id, such as `1`. */
  readonly reference: string
  readonly name: string
  readonly nativeCurrency: Currency
  /** SLIP-44 type of the native coin, for its CAIP-19 id. Default: the type of the chain family, if SLIP-44 has one. */
  readonly coinType?: number
  /** Public RPC URLs: sent to wallets when a chain is added, and used for reads as a last resort. */
  readonly rpcUrls: readonly string[]
  /** Base URL of a block explorer. Only `https:` explorers are linked. */
  readonly explorerUrl?: string
  readonly testnet?: boolean
  /** Logo: an http(s) or `data:image/` URL. */
  readonly imageUrl?: string
}

const rules: readonly Rule[] = [
  ['caipNetworkId', isCaipNetworkId, 'a CAIP-2 id such as "eip155:1"', true],
  ['name', isText, 'a text', true],
  ['nativeCurrency', isRecord, '{ name, symbol, decimals }', true],
  ['rpcUrls', isListOf(isUrl), 'a list of http(s) or ws(s) URLs', true],
  ['coinType', (value) => Number.isSafeInteger(value) && Number(value) >= 0, 'a SLIP-44 coin type such as 60'],
  ['explorerUrl', matches(/^https?:\/\/./), 'an http(s) URL'],
  ['imageUrl', matches(/^(https?:\/\/|data:image\/)./), 'an http(s) or data:image URL'],
]

const currencyRules: readonly Rule[] = [
  ['name', isText, 'a text', true],
  ['symbol', isText, 'a text', true],
  [
    'decimals',
    (value) => matches(/^([0-2]?\d|3[0-6])$/)(`${value}`) && typeof value === 'number',
    'a whole number from 0 to 36',
    true,
  ],
]

/** Validates and freezes a network. Throws `INVALID_CONFIG` naming the field. */
export function checkNetwork(network: Network): Network {
  const fields: Network = Object(network)
  const { caipNetworkId, namespace, reference, nativeCurrency, rpcUrls } = fields
  const prefix = `Network ${quote(caipNetworkId)}: `
  checkFields('INVALID_CONFIG', prefix, fields, rules)
  checkFields('INVALID_CONFIG', `${prefix}nativeCurrency: `, nativeCurrency, currencyRules)
  if (`${namespace}:${reference}` !== caipNetworkId)
    fail('INVALID_CONFIG', `${prefix}"namespace" and "reference" must match its CAIP-2 id.`)
  Object.freeze(nativeCurrency)
  Object.freeze(rpcUrls)
  return Object.freeze(fields)
}
