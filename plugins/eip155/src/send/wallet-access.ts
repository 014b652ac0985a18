import type { Eip1193Provider } from '../contract.js'

/** Asks a wallet with the function it had when it was connected. */
export type AskWallet = (method: string, params?: readonly unknown[]) => Promise<unknown>

const { apply } = Reflect

/**
 * Keeps each wallet's `request` as it was when the wallet was connected: a script that replaces it later neither sees nor changes what is sent.
 */
export function createWalletAccess(): {
  keep(provider: Eip1193Provider): void
  of(provider: unknown): AskWallet | undefined
} {
  const known = new WeakMap<object, AskWallet>()
  return {
    keep(provider) {
      if (known.has(provider)) return
      const { request } = provider
      known.set(provider, async (method, params) =>
        apply(request, provider, [params ? { method, params } : { method }]),
      )
    },
    of: (provider) => known.get(Object(provider)),
  }
}
