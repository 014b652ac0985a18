import { type NamespaceSession, type SessionListener, signal, type WalletConnection } from '@wallet-modal/kernel'
import { createFakeConnection, createFakeContext } from '@wallet-modal/kernel/testing'
import { CONNECTOR_ID } from '../connector.js'
import { type ApprovedNamespaces, readApproved } from '../sessions/approved.js'
import { ownRules } from './families.js'
import type { ProviderOptions } from './provider-factory.js'

const rulesOf = (name: string) => Object.values(ownRules).find(({ namespace }) => namespace === name)

export interface FakeSession {
  readonly parts: ProviderOptions
  /** Requests to the wallet: network, method, params. */
  readonly walletRequests: readonly (readonly [string, string, unknown])[]
  /** Sets the wallet's answer to all later requests. */
  answer(next: unknown): void
  /** Changes the approved namespaces, as the wallet would; `{}` removes all of them. */
  update(next: ApprovedNamespaces): void
  /** Emits an event of the wallet. Default network: the site's first one. */
  event(name: string, data: unknown, caipNetworkId?: string): void
  /** Value that the plugin has stored under a key. */
  stored(key: string): unknown
  /** Connects the session on this network; with `other`, another wallet is active on that network. */
  useOn(caipNetworkId: string, other?: string): void
}

/** One namespace of a session with a wallet under the test's control. */
export function createFakeSession(
  namespace: string,
  namespaces: ApprovedNamespaces,
  chains: readonly string[],
): FakeSession {
  let approved = namespaces
  let listener: SessionListener | undefined
  let reply: unknown
  const walletRequests: (readonly [string, string, unknown])[] = []
  const connections = signal<readonly WalletConnection[]>([])
  const storedValues = new Map<string, unknown>()
  const session: NamespaceSession = {
    wallet: 'Zephyr',
    approved: () => readApproved(approved, rulesOf(namespace)),
    async request(...request) {
      walletRequests.push(request)
      return reply
    },
    listen(next) {
      listener = next
    },
    async leave() {
      approved = {}
      listener?.ended()
    },
  }
  /** Bitcoin providers that pass on the replies of the wallet without verifying them. */
  const providers = {
    create: async (wallet: unknown) => wallet,
    async parseAddress(text: string, caipNetworkId: string) {
      if (text.endsWith('!') || text.endsWith(`not ${caipNetworkId}`)) throw new Error('is not an address')
      return text
    },
  }
  const ctx = createFakeContext({
    connections: { all: connections },
    storage: {
      get: (key) => (storedValues.get(key) ?? null) as never,
      set: (key, value) => storedValues.set(key, value).size > 0,
    },
    maybe: () => providers as never,
  })
  return {
    parts: { ctx, session, chains },
    walletRequests,
    answer(next) {
      reply = next
    },
    update(next) {
      approved = next
      listener?.changed()
    },
    stored: (key) => storedValues.get(key),
    event: (name, data, caipNetworkId = chains[0] ?? '') => listener?.event(name, data, caipNetworkId),
    useOn(caipNetworkId, other) {
      const connection = createFakeConnection({ namespace, caipNetworkId, connectorId: CONNECTOR_ID })
      const active = createFakeConnection({ namespace, caipNetworkId: other ?? '', connectorId: 'other' })
      connections.value = other ? [active, { ...connection, isActive: false }] : [connection]
    },
  }
}
