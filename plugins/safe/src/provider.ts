import { notSignedYet, otherChain, toProviderError } from './errors.js'

interface Request {
  readonly method: string
  readonly params?: readonly unknown[] | object
}

/** Methods of the Safe SDK's provider that this package uses. */
export interface SafeProvider {
  // biome-ignore lint/suspicious/noExplicitAny: the type of the Safe SDK's provider
  request(request: { method: string; params?: any[] }): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): unknown
  removeListener(event: string, listener: (payload: unknown) => void): unknown
}

const chainOf = (params: readonly unknown[]): number => Number(Reflect.get(Object(params[0]), 'chainId'))

/**
 * Adds the capability `atomic` (EIP-5792). A Safe executes calls atomically, but its provider reports this capability under an outdated name.
 * Callers that see `atomic` use `wallet_sendCalls`, with which the owners can sign later.
 */
const withAtomic = (capabilities: unknown): object =>
  Object.fromEntries(
    Object.entries(Object(capabilities)).map(([chainId, chainCapabilities]) => [
      chainId,
      { ...Object(chainCapabilities), atomic: { status: 'supported' } },
    ]),
  )

/**
 * Parameters of `wallet_sendCalls` with the sender's address as the Safe's page returns it. The Safe SDK compares addresses case-sensitively, and the
 * page may return an address without a checksum.
 */
async function withOwnSpelling(inner: SafeProvider, params: readonly unknown[]): Promise<unknown[]> {
  const [calls, ...others] = params
  const from: unknown = Reflect.get(Object(calls), 'from')
  const accounts = await inner.request({ method: 'eth_accounts' })
  const own = (Array.isArray(accounts) ? accounts : []).find(
    (address) => String(address).toLowerCase() === String(from).toLowerCase(),
  )
  return own === undefined ? [...params] : [{ ...Object(calls), from: own }, ...others]
}

/**
 * Adapts the Safe SDK's provider to EIP-1193: supports `eth_requestAccounts`, adds codes to errors, and rejects with -32002 while other owners must
 * still sign a message. `wallet_switchEthereumChain` rejects with 4901 for every network but the Safe's.
 */
export function toEip1193(inner: SafeProvider): SafeProvider {
  const request = async ({ method, params = [] }: Request): Promise<unknown> => {
    const paramList = Array.isArray(params) ? [...params] : [params]
    const list = method === 'wallet_sendCalls' ? await withOwnSpelling(inner, paramList) : paramList
    if (method === 'eth_requestAccounts') return inner.request({ method: 'eth_accounts' })
    if (method === 'wallet_switchEthereumChain') {
      if (chainOf(list) === Number(await inner.request({ method: 'eth_chainId' }))) return null
      throw otherChain()
    }
    let answer: unknown
    try {
      answer = await inner.request({ method, params: list })
    } catch (error) {
      throw toProviderError(error)
    }
    if (method === 'wallet_getCapabilities') return withAtomic(answer)
    if (answer === '0x' && /^(personal|eth)_sign/.test(method)) throw notSignedYet()
    return answer
  }
  return {
    request,
    on: (event, listener) => inner.on(event, listener),
    removeListener: (event, listener) => inner.removeListener(event, listener),
  }
}
