import { connectFeatures } from './connect-features.js'
import { signInFeature } from './sign-in-feature.js'
import { signingFeatures } from './signing-features.js'
import { icon } from './standard-wallet.js'
import { createWalletSession, type SolanaWalletOptions } from './wallet-session.js'

/** Wallet Standard test wallet on the sandbox's Solana chain: asks for approval to connect, sign or send. */
export function createSolanaWallet(options: SolanaWalletOptions): object {
  const session = createWalletSession(options)
  return {
    version: '1.0.0',
    name: 'Sandbox Wallet',
    icon,
    chains: session.chains,
    features: {
      ...connectFeatures(session, options),
      ...signingFeatures(session, options),
      ...signInFeature(session, options),
    },
    get accounts() {
      return session.accounts()
    },
  }
}
