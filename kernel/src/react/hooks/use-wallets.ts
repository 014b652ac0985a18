import { useEffect, useMemo } from 'react'
import type { Connector } from '../../domain/connections/connector.js'
import type { WalletModal } from '../../modal/modal.js'
import { computed, type ReadonlySignal } from '../../signals.js'
import { useStore } from './host-store.js'

export interface UseWallets {
  /** The wallets that can be connected now, each once; grows while wallets announce themselves. */
  readonly wallets: readonly Connector[]
  /**
   * Asks a wallet, in one of its namespaces. A visitor who declines is an outcome, not an error. What the modal has agreed to first
   * (`connectGates`, such as the legal checkbox) is for the site to ask for.
   */
  readonly connect: WalletModal['connections']['connect']
}

const none: readonly Connector[] = []
const known = new WeakMap<WalletModal, ReadonlySignal<readonly Connector[]>>()

function walletsOf(modal: WalletModal): ReadonlySignal<readonly Connector[]> {
  const before = known.get(modal)
  if (before) return before
  const made = computed(() => {
    const offered = modal.connections.adapters.value.flatMap((adapter) => adapter.connectors.value)
    return [...new Set(offered)]
  })
  known.set(modal, made)
  return made
}

/** The wallets of this browser for a list of the site's own, without the modal's views. Looks for them once the component is on the page. */
export function useWallets(modal: WalletModal): UseWallets {
  const wallets = useStore(walletsOf(modal), none)
  useEffect(
    () =>
      modal.connections.adapters.subscribe((adapters) => {
        for (const adapter of adapters) void adapter.discover() // tells about its failures itself
      }),
    [modal],
  )
  return useMemo(() => ({ wallets, connect: modal.connections.connect }), [wallets, modal])
}
