import type { Context } from '@wallet-modal/kernel'
import type { Client } from '../client/client.js'
import { createOtherTabs } from '../client/other-tabs.js'
import type { NamespaceLinks } from './namespace-links.js'
import type { Session } from './session.js'

interface ReplacedSessionOptions {
  readonly links: NamespaceLinks
  /** Valid sessions of the client, the current one first. */
  valid(): readonly Session[]
  /** Whether this page has ended the session. */
  isEnded(topic: string): boolean
  /** Called when connections have moved to another session. */
  onMoved(): void
}

/** Sessions that another tab has replaced by a session with another wallet. The connections of this page then use the new session too. */
export interface ReplacedSessions {
  /** Reads the sessions of other tabs, and moves the connections of replaced sessions. */
  follow(): void
  /** Moves the connections of an ended session. Returns false if no other tab has created a session that replaces it. */
  replace(topic: string): boolean
  /** Whether another tab has created the session after this page's client has started. */
  isOfOtherTab(topic: string): boolean
}

/** Reason for removing a session from the client. It is not sent to the wallet. */
const REMOVED = { code: 6000, message: 'Another tab has ended the session.' }

export function createReplacedSessions(
  ctx: Context,
  { sign }: Client,
  { links, valid, isEnded, onMoved }: ReplacedSessionOptions,
): ReplacedSessions {
  const tabs = createOtherTabs(ctx, sign, { isEnded, onChanged: () => follow() })
  const replace = (topic: string): boolean => {
    const replacement = valid().find((session) => session.topic !== topic && tabs.hasCreated(session.topic))
    if (!replacement) return false
    links.ended(topic, replacement)
    onMoved()
    return true
  }
  const follow = (): void => {
    const clientTopics = sign.session.getAll().map((session) => session.topic)
    for (const topic of tabs.read().filter((one) => clientTopics.includes(one))) {
      // Keeps a session that connections of this page use, if no other session replaces it. Either another tab has disconnected the wallet, and the
      // kernel disconnects it on this page too; or the storage is full, and the session is still valid.
      if (links.isUsed(topic) && !replace(topic)) continue
      sign.session.delete(topic, REMOVED).catch((error: unknown) => ctx.log.info(error))
    }
  }
  return { follow, replace, isOfOtherTab: tabs.hasCreated }
}
