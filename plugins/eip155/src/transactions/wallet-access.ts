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
   * Whether the account sends calls as an atomic batch (EIP-5792) on this network. `undefined`: the wallet has not replied, or the request failed.
   * Stores the reply per account, account type and network, and requests it again only if there was none. Waits for the first request and for the
   * request after a failed one, at most {@link CAPABILITIES_MS}; the next call uses a later reply. The status `ready` of the capability `atomic`
   * means that the first batch makes the account a smart account. This status suffices only with `isDelegated`, which means that the visitor chose
   * the smart account.
   */
  supportsBatch(
    connection: Pick<WalletConnection, 'provider' | 'account'>,
    reference: string,
  ): Promise<boolean | undefined>
}

/** Time limit for waiting for the reply to `wallet_getCapabilities`. */
export const CAPABILITIES_MS = 3_000
/** Pause before the second request, from the start of the first. The pause doubles with each request, up to {@link MAX_PAUSE_MS}. */
export const CAPABILITIES_PAUSE_MS = 15_000
const MAX_PAUSE_MS = 5 * 60_000

const { apply } = Reflect

interface BatchSupport {
  /** `undefined` until the wallet has replied. */
  isSupported?: boolean | undefined
  /** Resolves when the first request, or the request after a failed one, has settled, or after its time limit. */
  firstRequest?: Promise<unknown>
  pauseMs: number
  /** Time of the earliest next request, in milliseconds since 1970. */
  nextAt: number
}

/** Messages of wallets that report an unknown method with another code, such as -32603. */
const UNKNOWN_METHOD =
  /(unsupported|unknown|unrecognized|invalid) (rpc )?method|not support|method not found|method.{0,60}not (exist|implemented)/i

/** Whether the wallet reports a sufficient status of the capability `atomic`. `undefined` if the request failed. */
async function readAtomic(
  requestWallet: RequestWallet,
  from: Address,
  chainId: string,
  sufficientStatuses: readonly string[],
): Promise<boolean | undefined> {
  try {
    const answer = await requestWallet('wallet_getCapabilities', [from, [chainId]])
    const { atomic }: { readonly atomic?: unknown } = Object(Object(answer)[chainId])
    return sufficientStatuses.includes(Reflect.get(Object(atomic), 'status'))
  } catch (error) {
    return isUnknownMethod(error) || UNKNOWN_METHOD.test(String(Object(error).message)) ? false : undefined
  }
}

export function createWalletAccess(): WalletAccess {
  const wallets = new WeakMap<object, RequestWallet>()
  const capabilities = new WeakMap<RequestWallet, Map<string, BatchSupport>>()
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
      const supportByKey = capabilities.get(requestWallet) ?? new Map<string, BatchSupport>()
      capabilities.set(requestWallet, supportByKey)
      const chainId = toHexChainId(reference)
      const { address, type, isDelegated } = account
      const key = `${address} ${type} ${chainId}`
      const support = supportByKey.get(key) ?? { pauseMs: CAPABILITIES_PAUSE_MS, nextAt: 0 }
      supportByKey.set(key, support)
      if (support.isSupported === undefined && Date.now() >= support.nextAt) {
        support.nextAt = Date.now() + support.pauseMs
        support.pauseMs = Math.min(2 * support.pauseMs, MAX_PAUSE_MS)
        const sufficientStatuses = isDelegated ? ['supported', 'ready'] : ['supported']
        const request = readAtomic(requestWallet, parseEvmAddress(address), chainId, sufficientStatuses).then(
          (reply) => {
            support.isSupported ??= reply // several requests may be pending: the first reply counts
            if (reply === undefined) delete support.firstRequest // the wallet replies, so the next call waits again
          },
        )
        support.firstRequest ??= Promise.race([request, new Promise((resolve) => setTimeout(resolve, CAPABILITIES_MS))])
      }
      await support.firstRequest
      return support.isSupported
    },
  }
}
