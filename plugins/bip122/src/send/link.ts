import type { Network, PaymentLink } from '@wallet-modal/kernel'
import { coinAssetId, parseAmount, splitLink } from '@wallet-modal/kernel/assets'
import { readAddress } from '../address.js'
import { type BitcoinChain, caipOf, chainOf, chains } from '../chains.js'

/** Of a bitcoin, in which BIP-21 writes amounts. */
const DECIMALS = 8

const refuse = (code: string, text?: string): PaymentLink => ({
  refusal: { code, severity: 'refuse', ...(text !== undefined && { text }) },
})

/** The chain in use where the address is one of it, as test networks share their addresses; else the first that it is one of. */
function chainFor(text: string, network: Network): BitcoinChain | undefined {
  try {
    const address = readAddress(text)
    const own = chainOf(network.caipNetworkId)
    return own && address.isOn(own) ? own : chains.find((one) => address.isOn(one))
  } catch {
    return undefined // what is wrong with the address is told when it is looked at
  }
}

function readSatoshis(text: string): bigint | undefined {
  try {
    return /^\d+(\.\d+)?$|^\.\d+$/.test(text) ? parseAmount(text, DECIMALS) : undefined
  } catch {
    return undefined // the link is refused as a whole
  }
}

/**
 * Reads a payment request by BIP-21, whose keys may be in capitals as BIP-321 has it. One with a demand (`req-`) that is not known is refused,
 * as the standard wants it, and so are two amounts; other ways to pay (`lightning`) are passed over.
 */
export function readBitcoinLink(text: string, network: Network): PaymentLink | undefined {
  const parts = splitLink(text, 'bitcoin')
  if (parts === undefined) return undefined
  if (!parts) return refuse('badLink')
  const query = new Map([...parts.query].map(([key, value]) => [key.toLowerCase(), value]))
  if (query.size < parts.query.size) return refuse('badLink')
  const demands = [...query.keys()].filter((key) => key.startsWith('req-')).map((key) => key.slice('req-'.length))
  // a link must not put words of its own into our sentence
  if (demands.some((name) => !/^[a-z\d-]{1,32}$/.test(name))) return refuse('badLink')
  if (demands.length > 0) return refuse('linkDemands', demands.join(', '))
  const { path: receiver } = parts
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
