import { otherChain, unauthorized } from '../errors.js'

/** CAIP-2 id for a chain id in the formats of wallets and pages: number, decimal or hex text. `null` for other values. */
export function toCaip(chainId: unknown): string | null {
  if (typeof chainId === 'object') return null // `String` may throw for an object
  const text = String(chainId)
  return /^(0x[\da-f]{1,14}|\d{1,16})$/i.test(text) ? `eip155:${BigInt(text)}` : null
}

/** Position of the signing account in each method's parameters: a field of the first parameter, or an index. */
const signerPositions: Readonly<Record<string, number | 'from'>> = {
  eth_sendTransaction: 'from',
  eth_signTransaction: 'from',
  wallet_sendCalls: 'from',
  personal_sign: 1,
  eth_sign: 0,
  eth_signTypedData: 0,
  eth_signTypedData_v3: 0,
  eth_signTypedData_v4: 0,
}

interface ActiveSession {
  /** CAIP-2 id of the active network. */
  readonly chain: string
  /** In lower case. */
  readonly accounts: readonly string[]
}

/**
 * Checks account and network of a request before it is sent. Throws EIP-1193 code 4100 for an account that is not in the session, and 4901 for a
 * network that is not the active one.
 */
export function checkRequest(method: string, params: unknown, { chain, accounts }: ActiveSession): void {
  const position = Object.hasOwn(signerPositions, method) ? signerPositions[method] : undefined
  if (position === undefined) return
  const list: readonly unknown[] = Array.isArray(params) ? params : [params]
  const { from, chainId }: { readonly from?: unknown; readonly chainId?: unknown } =
    position === 'from' ? Object(list[0]) : {}
  const signer = position === 'from' ? from : list[position]
  if (signer !== undefined && !accounts.includes(String(signer).toLowerCase())) throw unauthorized(String(signer))
  if (chainId !== undefined && toCaip(chainId) !== chain) throw otherChain(String(chainId), chain)
}
