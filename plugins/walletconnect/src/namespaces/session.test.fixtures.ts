import type { Context, NamespaceSession, SessionListener } from '@wallet-modal/kernel'
import { type ApprovedNamespaces, readApproved } from '../sessions/approved.js'
import { ownRules } from './families.js'
import type { ProviderOptions } from './provider-factory.js'

const rulesOf = (name: string) => Object.values(ownRules).find(({ namespace }) => namespace === name)

export interface FakeSession {
  readonly parts: ProviderOptions
  /** What was asked: network, method, params. */
  readonly asked: readonly (readonly [string, string, unknown])[]
  /** What the wallet answers from now on. */
  answer(next: unknown): void
  /** The wallet changes the session; nothing means that it ends it. */
  update(next: ApprovedNamespaces): void
  event(name: string, data: unknown): void
  /** The session is in use on this network, while another wallet of the family is being asked. */
  useOn(caipNetworkId: string): void
}

/** One namespace of a session whose wallet answers as the test says. */
export function createFakeSession(
  namespace: string,
  namespaces: ApprovedNamespaces,
  chains: readonly string[],
): FakeSession {
  let approved = namespaces
  let listener: SessionListener | undefined
  let reply: unknown
  const asked: (readonly [string, string, unknown])[] = []
  let inUse: object | undefined
  const kept = new Map<string, unknown>()
  const link: NamespaceSession = {
    wallet: 'Zephyr',
    approved: () => readApproved(approved, rulesOf(namespace)),
    async request(...request) {
      asked.push(request)
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
      all: { peek: () => (inUse ? [inUse] : []) },
      adapter: () => ({
        state: { peek: () => (inUse ? { status: 'connecting', active: inUse } : { status: 'disconnected' }) },
        parseAddress: async (text: string) => {
          if (text.endsWith('!')) throw new Error('is not an address')
          return text
        },
      }),
    },
    log: { info: () => undefined },
    storage: {
      get: (key: string) => kept.get(key) ?? null,
      set: (key: string, value: unknown) => void kept.set(key, value),
    },
    maybe: () => ({ create: async (wallet: unknown) => wallet }),
  } as unknown as Context
  return {
    parts: { ctx, link, chains },
    asked,
    answer(next) {
      reply = next
    },
    update(next) {
      approved = next
      listener?.changed()
    },
    event: (name, data) => listener?.event(name, data, chains[0] ?? ''),
    useOn(caipNetworkId) {
      inUse = { status: 'connected', namespace, caipNetworkId, isActive: true }
    },
  }
}
