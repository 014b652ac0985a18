import type { SolanaWallet } from '../contract.js'

const methods = {
  'solana:signTransaction': 'signTransaction',
  'solana:signAndSendTransaction': 'signAndSendTransaction',
} as const

type SigningFeature = keyof typeof methods

/** Calls the signing function that a wallet had when it connected. */
export type SignFunction = (input: object) => Promise<unknown>

/** Signing functions that wallets had when they connected, by wallet and feature. */
export type SigningFunctions = WeakMap<object, Map<string, SignFunction>>

export interface WalletAccess {
  /** Stores the functions of a wallet that is being connected. Does not replace stored functions. */
  remember(wallet: SolanaWallet): void
  /** `undefined` if the wallet did not have the feature when it connected, or has removed it since. */
  of(wallet: unknown, feature: SigningFeature): SignFunction | undefined
}

const { apply } = Reflect

/** Scripts that later replace functions or `features` of a connected wallet can neither read nor change the transactions to be signed. */
export function createWalletAccess(functions: SigningFunctions = new WeakMap()): WalletAccess {
  return {
    remember(wallet) {
      const storedFunctions = functions.get(wallet) ?? new Map<string, SignFunction>()
      functions.set(wallet, storedFunctions)
      const { features } = wallet
      for (const [name, method] of Object.entries(methods) as [SigningFeature, string][]) {
        const feature = features[name]
        const run: unknown = Object(feature)[method]
        if (typeof run === 'function' && !storedFunctions.has(name))
          storedFunctions.set(name, async (input) => apply(run, feature, [input]))
      }
    },
    of: (wallet, feature) =>
      feature in Object(Object(wallet).features) ? functions.get(Object(wallet))?.get(feature) : undefined,
  }
}
