import type { SolanaWallet } from '../contract.js'

const methods = {
  'solana:signTransaction': 'signTransaction',
  'solana:signAndSendTransaction': 'signAndSendTransaction',
} as const

type SigningFeature = keyof typeof methods

/** Asks a wallet to sign with the function it had when it was connected. */
export type AskToSign = (input: object) => Promise<unknown>

/** Signing functions of each wallet at the time of connecting, by feature. */
export type SigningFunctions = WeakMap<object, Map<string, AskToSign>>

export interface WalletAccess {
  /** Stores the functions of a wallet that is being connected. The first of each feature is kept. */
  keep(wallet: SolanaWallet): void
  /** `undefined` if the wallet did not have the feature at that time, or has removed it. */
  of(wallet: unknown, feature: SigningFeature): AskToSign | undefined
}

const { apply } = Reflect

/** A script that later replaces functions of a connected wallet, or its `features`, can neither read nor change the transactions to be signed. */
export function createWalletAccess(functions: SigningFunctions = new WeakMap()): WalletAccess {
  return {
    keep(wallet) {
      const known = functions.get(wallet) ?? new Map<string, AskToSign>()
      functions.set(wallet, known)
      const { features } = wallet
      for (const [name, method] of Object.entries(methods) as [SigningFeature, string][]) {
        const feature = features[name]
        const run: unknown = Object(feature)[method]
        if (typeof run === 'function' && !known.has(name))
          known.set(name, async (input) => apply(run, feature, [input]))
      }
    },
    of: (wallet, feature) =>
      feature in Object(Object(wallet).features) ? functions.get(Object(wallet))?.get(feature) : undefined,
  }
}
