import type { SolanaWallet } from '../contract.js'

const methods = {
  'solana:signTransaction': 'signTransaction',
  'solana:signAndSendTransaction': 'signAndSendTransaction',
} as const

type SigningFeature = keyof typeof methods

/** Asks a wallet to sign with the function it had when it was connected. */
export type AskToSign = (input: object) => Promise<unknown>

export interface WalletAccess {
  /** While a wallet is being connected: of each feature the first function counts. */
  keep(wallet: SolanaWallet): void
  /** `undefined` where the wallet did not have the feature then, or has taken it back. */
  of(wallet: unknown, feature: SigningFeature): AskToSign | undefined
}

const { apply } = Reflect

/**
 * Keeps by which functions each wallet signed when it was connected: a script that replaces them, or the wallet's `features`, later neither sees
 * nor changes what is sent.
 */
export function createWalletAccess(): WalletAccess {
  const known = new WeakMap<object, Map<string, AskToSign>>()
  return {
    keep(wallet) {
      const kept = known.get(wallet) ?? new Map<string, AskToSign>()
      known.set(wallet, kept)
      const { features } = wallet
      for (const [name, method] of Object.entries(methods) as [SigningFeature, string][]) {
        const feature = features[name]
        const run: unknown = Object(feature)[method]
        if (typeof run === 'function' && !kept.has(name)) kept.set(name, async (input) => apply(run, feature, [input]))
      }
    },
    of: (wallet, feature) =>
      feature in Object(Object(wallet).features) ? known.get(Object(wallet))?.get(feature) : undefined,
  }
}
