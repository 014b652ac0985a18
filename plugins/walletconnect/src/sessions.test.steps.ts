import { EventEmitter } from 'node:events'
import { type Context, createWalletModal, definePlugin } from '@wallet-modal/kernel'
import type { Client } from './client.js'
import { createSessions, type Session, type Sessions } from './sessions.js'

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

export interface StagedSessions extends Disposable {
  readonly ctx: Context
  readonly sessions: Sessions
  /** What the client has. */
  readonly kept: Session[]
  /** The client tells. */
  tell(event: string, news: object): void
  /** Requests that the wallet has not answered. */
  readonly requests: { answer(result: unknown): void; refuse(error: Error): void }[]
}

/** The sessions of a client that speaks to no relay. */
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
  const events = new EventEmitter()
  const requests: StagedSessions['requests'] = []
  const sign = {
    on: (event: string, listener: (news: object) => void) => events.on(event, listener),
    session: { getAll: () => kept },
    request: () => new Promise((answer, refuse) => requests.push({ answer, refuse })),
    async disconnect({ topic }: { readonly topic: string }) {
      const at = kept.findIndex((one) => one.topic === topic)
      if (at >= 0) kept.splice(at, 1)
    },
  }
  const client = { sign } as unknown as Client
  return {
    ctx: own,
    sessions: createSessions(own, client, { changed: () => undefined }),
    kept,
    tell: (event, news) => void events.emit(event, news),
    requests,
    [Symbol.dispose]: () => modal.dispose(),
  }
}
