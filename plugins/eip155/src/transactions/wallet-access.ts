import type { WalletConnection } from '@wallet-modal/kernel'
import type { Address } from 'viem'
import { parseEvmAddress } from '../address.js'
import type { Eip1193Provider } from '../contract.js'
import { isUnknownMethod } from '../errors.js'
import { toHexChainId } from '../wallets/provider.js'

/** Calls the wallet's `request` function as it was when the wallet connected. */
export type RequestWallet = (method: string, params?: readonly unknown[]) => Promise<unknown>

/** Requests to connected wallets. */
export interface WalletAccess {
  /** Stores a wallet's `request` on connecting: a script that replaces the method later can neither read nor change requests. */
  remember(provider: Eip1193Provider): void
  /** `undefined` for a provider that {@link remember} has not stored. */
  of(provider: unknown): RequestWallet | undefined
  /**
   * Whether the account sends calls as an atomic batch (EIP-5792) on this network. Each wallet is queried once per account, account type and network,
   * and again after a failure or an invalid reply.
   * An account whose capability `atomic` has the status `ready` becomes a smart account with its first batch. Such an account sends batches only if
   * `isDelegated` is set, which means that the visitor chose the smart account.
   */
  supportsBatch(connection: Pick<WalletConnection, 'provider' | 'account'>, reference: string): Promise<boolean>
}

/** Time limit for `wallet_getCapabilities`. A wallet that does not reply gets no batches until the page is reloaded. */
export const CAPABILITIES_MS = 3_000

const { apply } = Reflect

/** Whether the wallet reports a sufficient status of the capability `atomic`. `undefined` if the request failed or the reply is invalid. */
async function readAtomic(
  requestWallet: RequestWallet,
  from: Address,
  chainId: string,
  sufficientStatuses: readonly string[],
): Promise<boolean | undefined> {
  const late = new Promise<object>((resolve) => setTimeout(resolve, CAPABILITIES_MS, {}))
  try {
    const answer = await Promise.race([requestWallet('wallet_getCapabilities', [from, [chainId]]), late])
    if (typeof answer !== 'object' || answer === null) return undefined
    const { atomic }: { readonly atomic?: unknown } = Object(Reflect.get(answer, chainId))
    return sufficientStatuses.includes(Reflect.get(Object(atomic), 'status'))
  } catch (error) {
    return isUnknownMethod(error) ? false : undefined
  }
}

export function createWalletAccess(): WalletAccess {
  const wallets = new WeakMap<object, RequestWallet>()
  const capabilities = new WeakMap<RequestWallet, Map<string, Promise<boolean | undefined>>>()
  const of = (provider: unknown): RequestWallet | undefined => wallets.get(Object(provider))
  return {
    of,
    remember(provider) {
      if (wallets.has(provider)) return
      const { request } = provider
      wallets.set(provider, async (method, params) =>
        apply(request, provider, [params ? { method, params } : { method }]),
      )
    },
    async supportsBatch({ provider, account }, reference) {
      const requestWallet = of(provider)
      if (!requestWallet) return false
      const batchSupport = capabilities.get(requestWallet) ?? new Map<string, Promise<boolean | undefined>>()
      capabilities.set(requestWallet, batchSupport)
      const chainId = toHexChainId(reference)
      const { address, type, isDelegated } = account
      const key = `${address} ${type} ${chainId}`
      const sufficientStatuses = isDelegated ? ['supported', 'ready'] : ['supported']
      const answer =
        batchSupport.get(key) ?? readAtomic(requestWallet, parseEvmAddress(address), chainId, sufficientStatuses)
      batchSupport.set(key, answer)
      const isSupported = await answer
      if (isSupported === undefined && batchSupport.get(key) === answer) batchSupport.delete(key)
      return isSupported ?? false
    },
  }
}
