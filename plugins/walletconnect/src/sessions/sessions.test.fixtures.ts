import { EventEmitter } from 'node:events'
import { type Context, createWalletModal, definePlugin } from '@wallet-modal/kernel'
import type { Client } from '../client/client.js'
import { ownRules } from '../namespaces/families.js'
import type { Session } from './session.js'
import { createSessions, type Sessions } from './sessions.js'

export const evmAccount = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Session as stored by the client: approved for Ethereum and for the given namespaces. */
export const createSession = (topic: string, namespaces: object = {}): Session => {
  const eip155 = { accounts: [evmAccount], methods: ['personal_sign'], events: [] }
  const session = {
    topic,
    acknowledged: true,
    expiry: Date.now() / 1000 + 3600,
    self: { publicKey: 'own key' },
    peer: { metadata: { name: 'Zephyr' } },
    namespaces: { eip155, ...namespaces },
  }
  return session as unknown as Session
}

export interface FakeClient {
  readonly client: Client
  /** Sessions of the client. */
  readonly storedSessions: Session[]
  /** Emits an event of the client. */
  tell(event: string, news: object): void
  /** Requests to the wallet, to be answered by the test. */
  readonly requests: { readonly topic: string; answer(result: unknown): void; refuse(error: Error): void }[]
  /** Approves the last proposal, as the wallet would. */
  approve(session: Session): void
}

/** Client without a relay. */
export function createFakeClient(...storedSessions: Session[]): FakeClient {
  const events = new EventEmitter()
  const requests: FakeClient['requests'] = []
  let settle = (_: Session): void => undefined
  const remove = (topic: string): void => {
    const at = storedSessions.findIndex((one) => one.topic === topic)
    if (at >= 0) storedSessions.splice(at, 1)
  }
  const sign = {
    core: {
      customStoragePrefix: '',
      history: { values: [], pending: [], on: () => null, off: () => null },
      relayer: { messages: { messages: new Map() }, subscribe: async () => null },
      pairing: { disconnect: async () => null },
      crypto: { keychain: { set: async () => null } },
      expirer: { set: () => null },
    },
    on: (event: string, listener: (news: object) => void) => events.on(event, listener),
    session: {
      getAll: () => [...storedSessions],
      set: async (_topic: string, session: Session) => void storedSessions.push(session),
      delete: async (topic: string) => remove(topic),
    },
    request: ({ topic }: { readonly topic: string }) =>
      new Promise((answer, refuse) => requests.push({ topic, answer, refuse })),
    async connect() {
      const approval = new Promise<Session>((resolve) => {
        settle = resolve
      })
      return { uri: 'wc:ab@2', approval: () => approval }
    },
    async disconnect({ topic }: { readonly topic: string }) {
      await null // the client notifies the relay first
      remove(topic)
    },
  }
  return {
    client: { sign, onRelayError: () => () => null, close: () => undefined } as unknown as Client,
    storedSessions,
    tell: (event, news) => void events.emit(event, news),
    requests,
    approve(session) {
      storedSessions.push(session)
      settle(session)
    },
  }
}

export interface StagedSessions extends FakeClient, Disposable {
  readonly ctx: Context
  readonly sessions: Sessions
}

/** `Sessions` of a fake client. */
export function stageSessions(...storedSessions: Session[]): StagedSessions {
  let own: Context | undefined
  const plugin = definePlugin({
    name: 'holder',
    kernel: '^0.1',
    permissions: { storage: ['client', 'link'] },
    setup(ctx) {
      own = ctx
    },
  })
  const modal = createWalletModal({ id: 'sessions', plugins: [plugin()], prefetch: 'never', logLevel: 'silent' })
  if (!own) throw new Error('The plugin did not start.')
  const fake = createFakeClient(...storedSessions)
  return {
    ...fake,
    ctx: own,
    sessions: createSessions(own, fake.client, {
      rules: (namespace) => Object.values(ownRules).find((one) => one.namespace === namespace),
      onChanged: () => undefined,
    }),
    [Symbol.dispose]: () => modal.dispose(),
  }
}
