import { vi } from 'vitest'
import type { NamespaceAdapter } from '../domain/connections/adapter.js'
import type { ConnectionState } from '../domain/connections/connection.js'
import type { Connections, WalletConnection } from '../domain/connections/connections.js'
import type { Connector } from '../domain/connections/connector.js'
import type { Network } from '../domain/network.js'
import { type Signal, signal } from '../signals.js'
import { createFakeConnection } from '../testing/fake-connection.js'
import { createFakeNetwork } from '../testing/fake-namespace.js'
import { createWalletModal } from './modal.js'
import type { WalletModal } from './wallet-modal.js'

export const ethereum: Network = createFakeNetwork('eip155:1', {
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
})

export interface FakeModal {
  readonly modal: WalletModal
  readonly status: Signal<Connections['status']['value']>
  readonly state: Signal<ConnectionState>
  readonly locale: Signal<string>
  readonly open: ReturnType<typeof openNothing>
  /** Listeners of the modal's events, by event. */
  readonly listeners: ReadonlyMap<object, () => void>
  /** Makes a connection on {@link ethereum} with these changes active; `null` disconnects. */
  set(change: Partial<WalletConnection> | null): void
  /** Starts to reconnect a wallet. */
  wait(connectorId?: string): void
}

const openNothing = () => vi.fn(async (): Promise<undefined> => undefined)

interface FakeModalOptions {
  /** Replaces the method of the adapter. */
  readonly balance?: NamespaceAdapter['balance']
  /** Networks of the site. */
  readonly networks?: readonly Network[]
}

/** Modal with the namespace `eip155`. The test sets its state. */
export function createFakeModal({ balance = async () => 0n, networks = [ethereum] }: FakeModalOptions = {}): FakeModal {
  const state = signal<ConnectionState>({ status: 'disconnected' })
  const status = signal<Connections['status']['value']>('disconnected')
  const active = signal<WalletConnection | null>(null)
  const all = signal<readonly WalletConnection[]>([])
  const locale = signal('en')
  const open = openNothing()
  const listeners = new Map<object, () => void>()
  const connection = createFakeConnection({
    ...{ network: ethereum, connectorId: 'io.zephyr', connectorName: 'Zephyr' },
    account: { address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', type: 'eoa' },
    adapter: {
      ...{ state, balance },
      connectors: signal<readonly Connector[]>([
        {
          ...{ id: 'io.zephyr', name: 'Zephyr', type: 'ANNOUNCED', namespaces: ['eip155'] },
          ...{ icon: 'data:image/png;base64,AA==', provider: async () => null },
        },
      ]),
    },
  })
  using real = createWalletModal({ plugins: [], networks: [...networks], prefetch: 'never', logLevel: 'silent' })
  const adapters = signal([connection.adapter])
  const modal: WalletModal = {
    ...real,
    connections: { ...real.connections, active, all, status, adapters },
    ...{ locale, open },
    on(event, listener) {
      listeners.set(event, () => listener(undefined as never))
      return () => void listeners.delete(event)
    },
  }
  return {
    ...{ modal, status, state, locale, open, listeners },
    set(change) {
      const next = change && { ...connection, ...change }
      active.value = next
      all.value = next ? [next] : []
      state.value = next ?? { status: 'disconnected' }
      status.value = state.value.status
    },
    wait(connectorId = 'io.zephyr') {
      state.value = { status: 'reconnecting', connectorId }
      status.value = 'reconnecting'
    },
  }
}
