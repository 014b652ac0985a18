import { disconnected } from '@wallet-modal/kernel'
import { accounts as developmentAccounts, type SandboxAccount } from './accounts.js'
import { createExtensionSigner, type ExtensionSigner, type PolkadotWalletOptions } from './extension-signer.js'

/** Object that an authorized site receives, in the format of `@polkadot/extension-dapp`. */
export interface SandboxExtension {
  readonly name: string
  readonly version: string
  readonly accounts: {
    get(): Promise<readonly SandboxAccount[]>
    subscribe(listener: (accounts: readonly SandboxAccount[]) => unknown): () => void
  }
  readonly signer: ExtensionSigner
}

/**
 * Test extension on the sandbox's Polkadot chain: asks for approval to connect or sign. Returns its `enable`, which resolves to `null` if a silent
 * request would need approval, and rejects if the visitor declines.
 */
export function createPolkadotWallet(
  options: PolkadotWalletOptions,
): (request: { readonly silent: boolean }) => Promise<SandboxExtension | null> {
  const { ctx, networks, ask, walletStorage, accounts = () => developmentAccounts } = options
  const [{ caipNetworkId, namespace }] = networks
  const listeners = new Set<(accounts: readonly SandboxAccount[]) => unknown>()
  const visible = (): readonly SandboxAccount[] => (walletStorage.get().connected ? accounts() : [])
  // Revokes the site's permission when the site disconnects this wallet. The event contains only the namespace: if the site is still subscribed to
  // this wallet's accounts, it has disconnected another wallet.
  ctx.on(disconnected, (event) => {
    if (event.namespace === namespace && listeners.size === 0) walletStorage.set({ connected: false })
  })

  const extension: SandboxExtension = {
    name: 'sandbox',
    version: '1.0.0',
    accounts: {
      get: async () => visible(),
      subscribe(listener) {
        listeners.add(listener)
        queueMicrotask(() => listeners.has(listener) && listener(visible())) // extensions report the current accounts to each new listener
        return () => void listeners.delete(listener)
      },
    },
    signer: createExtensionSigner(options, visible),
  }
  return async ({ silent }) => {
    if (walletStorage.get().connected) return extension
    if (silent) return null
    const [{ address } = { address: '' }, ...more] = accounts()
    const facts = more.map((one) => ({ label: 'account', value: one.address, format: 'address' }) as const)
    await ask({ kind: 'connect', address, caipNetworkId, facts })
    walletStorage.set({ connected: true })
    return extension
  }
}
