import { EventEmitter } from 'node:events'
import { type Context, createWalletModal, definePlugin } from '@wallet-modal/kernel'
import type { Client } from '../client/client.js'
import { ownRules } from '../namespaces/families.js'
import type { Session } from './session.js'
import { createSessions, type Sessions } from './sessions.js'

export const evmAccount = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** A session as the client keeps it: let in to Ethereum, and to what else is said. */
export const createSession = (topic: string, namespaces: object = {}): Session => {
  const eip155 = { accounts: [evmAccount], methods: ['personal_sign'], events: [] }
  const session = {
    topic,
    acknowledged: true,
    expiry: Date.now() / 1000 + 3600,
    peer: { metadata: { name: 'Zephyr' } },
    namespaces: { eip155, ...namespaces },
  }
  return session as unknown as Session
}

export interface FakeClient {
  readonly client: Client
  /** The sessions that it has. */
  readonly kept: Session[]
  /** The client tells. */
  tell(event: string, news: object): void
  /** Requests that the wallet has not answered. */
  readonly requests: { answer(result: unknown): void; refuse(error: Error): void }[]
  /** The wallet approves what was proposed last. */
  approve(session: Session): void
}

/** A client that speaks to no relay. */
export function createFakeClient(...kept: Session[]): FakeClient {
  const events = new EventEmitter()
  const requests: FakeClient['requests'] = []
  let settle = (_: Session): void => undefined
  const sign = {
    core: {
      history: { values: [], pending: [], on: () => null, off: () => null },
      relayer: { messages: { messages: new Map() } },
      pairing: { disconnect: async () => null },
    },
    on: (event: string, listener: (news: object) => void) => events.on(event, listener),
    session: { getAll: () => kept },
    request: () => new Promise((answer, refuse) => requests.push({ answer, refuse })),
    async connect() {
      const approval = new Promise<Session>((resolve) => {
        settle = resolve
      })
      return { uri: 'wc:ab@2', approval: () => approval }
    },
    async disconnect({ topic }: { readonly topic: string }) {
      await null // the relay is told first
      const at = kept.findIndex((one) => one.topic === topic)
      if (at >= 0) kept.splice(at, 1)
    },
  }
  return {
    client: { sign, onRelayError: () => () => null, close: () => undefined } as unknown as Client,
    kept,
    tell: (event, news) => void events.emit(event, news),
    requests,
    approve(session) {
      kept.push(session)
      settle(session)
    },
  }
}

export interface StagedSessions extends FakeClient, Disposable {
  readonly ctx: Context
  readonly sessions: Sessions
}

/** The sessions of a fake client. */
export function stageSessions(...kept: Session[]): StagedSessions {
  let own: Context | undefined
  const plugin = definePlugin({
    name: 'holder',
    kernel: '^0.1',
    permissions: { storage: ['link'] },
    setup(ctx) {
      own = ctx
    },
  })
  const modal = createWalletModal({ id: 'sessions', plugins: [plugin()], prefetch: 'never', logLevel: 'silent' })
  if (!own) throw new Error('The plugin did not start.')
  const fake = createFakeClient(...kept)
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
