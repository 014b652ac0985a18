import type { Context, NamespaceSession, SessionListener } from '@wallet-modal/kernel'
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
  let connections: readonly object[] = []
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
  const ctx = {
    connections: {
      all: { peek: () => connections },
    },
    log: { info: () => undefined },
    storage: {
      get: (key: string) => storedValues.get(key) ?? null,
      set: (key: string, value: unknown) => void storedValues.set(key, value),
    },
    maybe: () => ({
      create: async (wallet: unknown) => wallet,
      async parseAddress(text: string, caipNetworkId: string) {
        if (text.endsWith('!') || text.endsWith(`not ${caipNetworkId}`)) throw new Error('is not an address')
        return text
      },
    }),
  } as unknown as Context
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
      const connection = { status: 'connected', namespace, caipNetworkId, connectorId: CONNECTOR_ID }
      const active = { ...connection, caipNetworkId: other, connectorId: 'other', isActive: true }
      connections = other ? [active, { ...connection, isActive: false }] : [{ ...connection, isActive: true }]
    },
  }
}
