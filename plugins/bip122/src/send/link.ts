import type { Network, PaymentLink } from '@wallet-modal/kernel'
import { coinAssetId, parseAmount, splitLink } from '@wallet-modal/kernel/assets'
import { readAddress } from '../address.js'
import { type BitcoinChain, caipOf, chainOf, chains } from '../chains.js'

/** Decimals of a bitcoin, the unit of amounts in BIP-21. */
const DECIMALS = 8

const refuse = (code: string, text?: string): PaymentLink => ({
  refusal: { code, severity: 'refuse', ...(text !== undefined && { text }) },
})

/**
 * Chain of an address: the active chain if the address is valid there, else the first chain where it is valid, because the test networks share
 * formats. `undefined` for an invalid address.
 */
function chainFor(text: string, network: Network): BitcoinChain | undefined {
  try {
    const address = readAddress(text)
    const own = chainOf(network.caipNetworkId)
    return own && address.isOn(own) ? own : chains.find((one) => address.isOn(one))
  } catch {
    return undefined // the address is validated later, with its own message
  }
}

function readSatoshis(text: string): bigint | undefined {
  try {
    return /^\d+(\.\d+)?$|^\.\d+$/.test(text) ? parseAmount(text, DECIMALS) : undefined
  } catch {
    return undefined // the caller refuses the link
  }
}

/**
 * Parses a BIP-21 payment request; keys may be in upper case (BIP-321). Refuses unknown required parameters (`req-`), as the standard demands, and
 * repeated keys; ignores other payment methods (`lightning`). `undefined` for a text with another scheme than `bitcoin:`.
 */
export function readBitcoinLink(text: string, network: Network): PaymentLink | undefined {
  const link = splitLink(text, 'bitcoin')
  if (link === undefined) return undefined
  if (!link) return refuse('badLink')
  const query = new Map([...link.query].map(([key, value]) => [key.toLowerCase(), value]))
  if (query.size < link.query.size) return refuse('badLink')
  const requiredParameters = [...query.keys()]
    .filter((key) => key.startsWith('req-'))
    .map((key) => key.slice('req-'.length))
  // these names are displayed in a sentence: a link must not be able to add text of its own to this sentence
  if (requiredParameters.some((name) => !/^[a-z\d-]{1,32}$/.test(name))) return refuse('badLink')
  if (requiredParameters.length > 0) return refuse('linkDemands', requiredParameters.join(', '))
  const { path: receiver } = link
  if (receiver === '') return refuse('linkWithoutAddress')
  const digits = query.get('amount')
  const amount = digits === undefined ? undefined : readSatoshis(digits)
  if (digits !== undefined && amount === undefined) return refuse('badLink')
  if (!/^[\da-z]+$/i.test(receiver)) return refuse('badLink')
  const chain = chainFor(receiver, network)
  const caipNetworkId = chain ? caipOf(chain) : network.caipNetworkId
  const assetId = coinAssetId({ caipNetworkId, namespace: 'bip122' })
  return { request: { caipNetworkId, receiver, ...(amount !== undefined && { assetId, amount }) } }
}
