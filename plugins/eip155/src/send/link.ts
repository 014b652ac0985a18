import type { Network, PaymentLink } from '@wallet-modal/kernel'
import { coinAssetId, splitLink } from '@wallet-modal/kernel/assets'
import { parseEvmAddress } from '../address.js'

const MAX_UINT256 = 2n ** 256n - 1n
/** Optional parameters of EIP-681 that are ignored, because gas and fees are read from the chain. */
const gasParameters: ReadonlySet<string> = new Set(['gas', 'gasLimit', 'gasPrice'])

const refuse = (code: string): PaymentLink => ({ refusal: { code, severity: 'refuse' } })

/** Number in an EIP-681 link, such as `2.014e18`. `undefined` if it is greater than a uint256 or has more decimal places than its exponent. */
export function readLinkNumber(text: string): bigint | undefined {
  const [, whole = '', fraction = '', power = '0'] = /^\+?(\d{0,78})(?:\.(\d{1,78}))?(?:e(\d{1,3}))?$/i.exec(text) ?? []
  if (whole + fraction === '') return undefined
  const exponent = BigInt(power)
  const places = BigInt(fraction.length)
  if (exponent < places || exponent > 77n + places) return undefined
  const value = BigInt(whole + fraction) * 10n ** (exponent - places)
  return value <= MAX_UINT256 ? value : undefined
}

/**
 * Whether a text can be an `ethereum_address` of EIP-681: an address or an ENS name. Does not verify the checksum of an address, and does not look up
 * a name.
 */
const isTarget = (text: string): boolean => /^0x[\da-f]{40}$/i.test(text) || /^[^\s/@?:.]+(\.[^\s/@?:.]+)+$/u.test(text)

function contractOf(text: string): string | undefined {
  try {
    return parseEvmAddress(text)
  } catch {
    return undefined // a name, or an address with a typo
  }
}

/** Parsed path of an EIP-681 link: `[pay-]<target>[@<chain id>][/<function>]`. */
interface Target {
  readonly target: string
  readonly caipNetworkId: string
  readonly isAnyChain: boolean
  readonly call: string | undefined
}

function readTarget(path: string, network: Network): Target | undefined {
  const [, target, reference, call] = /^(?:pay-)?([^@/]+)(?:@(\d{1,32}))?(?:\/([^@/]*))?$/i.exec(path) ?? []
  if (target === undefined) return undefined
  const name = decodePercent(target)
  if (name === undefined || !isTarget(name)) return undefined
  const caipNetworkId = reference === undefined ? network.caipNetworkId : `eip155:${BigInt(reference)}`
  return { target: name, caipNetworkId, isAnyChain: reference === undefined, call }
}

function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // invalid percent encoding
  }
}

/**
 * Parses an EIP-681 payment request: native coin, or ERC-20 `transfer`. Refuses other calls. `undefined` for a text with another scheme than
 * `ethereum:`.
 */
export function readEthereumLink(text: string, network: Network): PaymentLink | undefined {
  const link = splitLink(text, 'ethereum')
  if (link === undefined) return undefined
  const to = link && readTarget(link.path, network)
  if (!to) return refuse('badLink')
  const query = new Map([...link.query].filter(([key]) => !gasParameters.has(key)))
  return to.call === undefined ? readCoin(to, query) : readTransfer(to, query)
}

type Query = ReadonlyMap<string, string>

const networkOf = ({ caipNetworkId, isAnyChain }: Target): { readonly caipNetworkId?: string } =>
  isAnyChain ? {} : { caipNetworkId }

function readCoin(to: Target, query: Query): PaymentLink {
  const value = query.get('value')
  if (query.size > (value === undefined ? 0 : 1)) return refuse('notAPayment')
  const request = { ...networkOf(to), receiver: to.target }
  if (value === undefined) return { request }
  const amount = readLinkNumber(value)
  if (amount === undefined) return refuse('badLink')
  return { request: { ...request, assetId: coinAssetId({ ...to, namespace: 'eip155' }), amount } }
}

function readTransfer(to: Target, query: Query): PaymentLink {
  const [receiver, digits] = [query.get('address'), query.get('uint256')]
  const isPlain = [...query].every(
    ([key, value]) => key === 'address' || key === 'uint256' || (key === 'value' && readLinkNumber(value) === 0n),
  )
  if (to.call !== 'transfer' || !isPlain) return refuse('notAPayment')
  // EIP-681: arguments are in the order of the function's parameters, so `address` must be the first one
  const keys = [...query.keys()].filter((key) => key !== 'value')
  const contract = contractOf(to.target)
  const amount = digits === undefined ? undefined : readLinkNumber(digits)
  if (keys[0] !== 'address' || receiver === undefined || !isTarget(receiver) || contract === undefined)
    return refuse('badLink')
  if (digits !== undefined && amount === undefined) return refuse('badLink')
  const assetId = `${to.caipNetworkId}/erc20:${contract}`
  return { request: { ...networkOf(to), receiver, assetId, ...(amount !== undefined && { amount }) } }
}
