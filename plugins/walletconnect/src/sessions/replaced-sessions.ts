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
      // Does not delete a session that this page uses and that no other session replaces. If another tab has disconnected the wallet, the kernel
      // disconnects the wallet on this page too. If the session is missing because the storage is full, the session is still valid.
      if (links.isUsed(topic) && !replace(topic)) continue
      sign.session.delete(topic, REMOVED).catch((error: unknown) => ctx.log.info(error))
    }
  }
  return { follow, replace, isOfOtherTab: tabs.hasCreated }
}
