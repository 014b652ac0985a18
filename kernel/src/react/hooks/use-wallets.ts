import { useEffect, useMemo } from 'react'
import type { Connector } from '../../domain/connections/connector.js'
import { plainConnector } from '../../domain/connections/plain-connector.js'
import type { WalletModal } from '../../modal/wallet-modal.js'
import { computed, type ReadonlySignal } from '../../signals.js'
import { useStore } from './host-store.js'

export interface UseWallets {
  /** Available connectors. A connector of several namespaces is listed once. The list is updated when wallets announce themselves. */
  readonly wallets: readonly Connector[]
  /**
   * Connects a wallet in one namespace that the wallet supports. Resolves with `{ status: 'rejected' }` if the visitor rejects the request. Does not
   * check the slot `connectGates`, such as the legal checkbox.
   */
  readonly connect: WalletModal['connections']['connect']
}

const noWallets: readonly Connector[] = []
const cache = new WeakMap<WalletModal, ReadonlySignal<readonly Connector[]>>()

function walletsOf(modal: WalletModal): ReadonlySignal<readonly Connector[]> {
  const cached = cache.get(modal)
  if (cached) return cached
  const wallets = computed(() => {
    const all = modal.connections.adapters.value.flatMap((adapter) => adapter.connectors.value)
    return [...new Set(all.map(plainConnector))]
  })
  cache.set(modal, wallets)
  return wallets
}

/** Connectors of wallets, for a wallet list of the site. When the component is mounted, the hook starts the discovery of installed wallets. */
export function useWallets(modal: WalletModal): UseWallets {
  const wallets = useStore(walletsOf(modal), noWallets)
  useEffect(
    () =>
      modal.connections.adapters.subscribe((adapters) => {
        for (const adapter of adapters) void adapter.discover() // `discover` never rejects
      }),
    [modal],
  )
  return useMemo(() => ({ wallets, connect: modal.connections.connect }), [wallets, modal])
}
