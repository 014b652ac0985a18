import { notSignedYet, otherChain, toProviderError } from './errors.js'

interface Request {
  readonly method: string
  readonly params?: readonly unknown[] | object
}

/** As far as it is used of the Safe's own provider. */
export interface SafeProvider {
  // biome-ignore lint/suspicious/noExplicitAny: the type of the Safe's own provider
  request(request: { method: string; params?: any[] }): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): unknown
  removeListener(event: string, listener: (payload: unknown) => void): unknown
}

const chainOf = (params: readonly unknown[]): number => Number(Reflect.get(Object(params[0]), 'chainId'))

/**
 * A Safe carries out all calls or none, which its provider tells by a name that EIP-5792 no longer has. Whoever knows takes the calls' way, on
 * which owners may sign later and the hash is the one of the chain.
 */
const withAtomic = (capabilities: unknown): object =>
  Object.fromEntries(
    Object.entries(Object(capabilities)).map(([chainId, one]) => [
      chainId,
      { ...Object(one), atomic: { status: 'supported' } },
    ]),
  )

/** The Safe's own provider, brought up to EIP-1193: accounts may be requested, errors have codes, and no signature is an error. */
export function toEip1193(inner: SafeProvider): SafeProvider {
  const request = async ({ method, params = [] }: Request): Promise<unknown> => {
    const list = Array.isArray(params) ? [...params] : [params]
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
