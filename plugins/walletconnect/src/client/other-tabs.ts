import type { Context } from '@wallet-modal/kernel'
import type { Session } from '../sessions/session.js'
import { storedEntry, watchEntries } from './entries.js'
import type { SdkClient } from './sign-client.js'

/** Sessions that other tabs have created or ended. The client itself reads its storage only when it starts. */
export interface OtherTabs {
  /** Adds the sessions that other tabs have stored to this page's client. Returns the topics that have been removed from the storage. */
  read(): readonly string[]
  /** Whether another tab has created the session after this page's client has started. */
  hasCreated(topic: string): boolean
}

interface OtherTabsOptions {
  /** Called when another tab has changed the storage. */
  onChanged(): void
  /** Whether this page has ended the session. */
  isEnded(topic: string): boolean
}

type Fields = Readonly<Record<string, unknown>>

const isText = (value: unknown): value is string => typeof value === 'string'

/** Whether a stored value is an approved session whose key is stored too. */
function isUsable(value: unknown, keys: Fields): value is Session {
  const { topic, expiry, acknowledged, namespaces, self }: Fields = Object(value)
  const isApproved = acknowledged === true && Boolean(namespaces) && Boolean(self)
  return isApproved && Number(expiry) * 1000 > Date.now() && isText(topic) && isText(keys[topic])
}

export function createOtherTabs(ctx: Context, sign: SdkClient, { onChanged, isEnded }: OtherTabsOptions): OtherTabs {
  const { core } = sign
  const logError = (error: unknown): void => ctx.log.info(error)
  const readEntry = (name: string): unknown => storedEntry(ctx, `${core.customStoragePrefix}//${name}`)
  const createdTopics = new Set<string>()
  /** Topics that the storage has contained. */
  const storedTopics = new Set<string>()
  const isKnown = (topic: string): boolean =>
    isEnded(topic) || sign.session.getAll().some((session) => session.topic === topic)
  /** Subscribes to the wallet's messages. If this fails, subscribes again after the next connection to the relay; the client would not. */
  const subscribe = (topic: string): void => {
    core.relayer.subscribe(topic).catch((error: unknown) => {
      logError(error)
      core.relayer.once('relayer_connect', () => {
        if (sign.session.getAll().some((session) => session.topic === topic)) subscribe(topic)
      })
    })
  }
  /** Adds a session with its keys to the client, which then receives the wallet's messages. */
  const add = (session: Session, keys: Fields): void => {
    const { topic, expiry, self } = session
    createdTopics.add(topic)
    for (const name of [topic, self.publicKey]) {
      const key = keys[name]
      if (isText(key)) core.crypto.keychain.set(name, key).catch(logError)
    }
    sign.session.set(topic, session).catch(logError)
    core.expirer.set(topic, expiry)
    subscribe(topic)
  }
  /**
   * Subscribes to sessions whose subscription is not stored. Otherwise this page would not receive the wallet's messages. The stored list
   * can be incomplete while another tab connects to the relay, or if the storage is full.
   */
  const addMissingSubscriptions = (): void => {
    const subscriptions = readEntry('subscription')
    const topics = Array.isArray(subscriptions) ? subscriptions.map((subscription) => Object(subscription).topic) : []
    for (const { topic } of sign.session.getAll()) if (!topics.includes(topic)) subscribe(topic)
  }
  addMissingSubscriptions()
  ctx.onDispose(watchEntries(ctx, onChanged))
  return {
    hasCreated: (topic) => createdTopics.has(topic),
    read() {
      const sessions = readEntry('session')
      if (!Array.isArray(sessions)) return [] // the storage was cleared
      const keys: Fields = Object(readEntry('keychain'))
      for (const session of sessions) if (isUsable(session, keys) && !isKnown(session.topic)) add(session, keys)
      const topics = sessions.map((session) => String(Object(session).topic))
      for (const topic of topics) storedTopics.add(topic)
      return [...storedTopics].filter((topic) => !topics.includes(topic))
    },
  }
}
