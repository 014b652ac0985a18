import type { Address } from 'viem'
import type { Eip1193Provider } from '../contract.js'
import { toHexChainId } from '../provider.js'

/** Calls the wallet's `request` function as it was when the wallet connected. */
export type AskWallet = (method: string, params?: readonly unknown[]) => Promise<unknown>

/** Requests to connected wallets. */
export interface WalletAccess {
  /** Remembers a wallet's `request` at connecting: a script that replaces it later neither sees nor changes what is sent. */
  remember(provider: Eip1193Provider): void
  of(provider: unknown): AskWallet | undefined
  /** Whether the account sends calls as one atomic batch (EIP-5792) on this network. Each wallet is asked once for each account and network. */
  supportsBatch(provider: unknown, from: Address, reference: string): Promise<boolean>
}

/** How long a wallet may take to answer `wallet_getCapabilities`. One that does not answer has no batches until the page is loaded again. */
export const CAPABILITIES_MS = 3_000

const { apply } = Reflect

async function readAtomic(ask: AskWallet, from: Address, chainId: string): Promise<boolean> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), CAPABILITIES_MS))
  try {
    const answer = await Promise.race([ask('wallet_getCapabilities', [from, [chainId]]), late])
    const { atomic }: { readonly atomic?: unknown } = Object(Reflect.get(Object(answer), chainId))
    return Reflect.get(Object(atomic), 'status') === 'supported'
  } catch {
    return false // it does not know the method
  }
}

export function createWalletAccess(): WalletAccess {
  const wallets = new WeakMap<object, AskWallet>()
  const capabilities = new WeakMap<AskWallet, Map<string, Promise<boolean>>>()
  const of = (provider: unknown): AskWallet | undefined => wallets.get(Object(provider))
  return {
    of,
    remember(provider) {
      if (wallets.has(provider)) return
      const { request } = provider
      wallets.set(provider, async (method, params) =>
        apply(request, provider, [params ? { method, params } : { method }]),
      )
    },
    async supportsBatch(provider, from, reference) {
      const ask = of(provider)
      if (!ask) return false
      const known = capabilities.get(ask) ?? new Map<string, Promise<boolean>>()
      capabilities.set(ask, known)
      const chainId = toHexChainId(reference)
      const key = `${from} ${chainId}`
      const answer = known.get(key) ?? readAtomic(ask, from, chainId)
      known.set(key, answer)
      return answer
    },
  }
}
