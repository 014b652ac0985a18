import type { AccountsChange, SolanaWalletOptions, WalletSession } from './wallet-session.js'

/** Features of the Wallet Standard that connect, disconnect and report changes. */
export function connectFeatures(session: WalletSession, { ask, networks: [{ caipNetworkId }] }: SolanaWalletOptions) {
  return {
    'standard:connect': {
      version: '1.0.0',
      async connect({ silent = false }: { readonly silent?: boolean } = {}) {
        if (!silent && session.accounts().length === 0) {
          const [{ address } = { address: '' }, ...more] = session.allAccounts()
          const facts = more.map((one) => ({ label: 'account', value: one.address, format: 'address' }) as const)
          await ask({ kind: 'connect', address, caipNetworkId, facts })
          session.setConnected(true)
        }
        return { accounts: session.accounts() }
      },
    },
    'standard:disconnect': { version: '1.0.0', disconnect: async () => session.setConnected(false) },
    'standard:events': {
      version: '1.0.0',
      on: (event: unknown, listener: (change: AccountsChange) => void) =>
        event === 'change' ? session.onChange(listener) : () => {},
    },
  }
}
