import type { Authenticator, Context } from '@wallet-modal/kernel'
import type { Client } from '../client/client.js'
import { prune } from '../client/prune.js'
import { openForRequest } from '../deep-links/opened-wallet.js'
import type { SessionRules } from '../namespaces/families.js'
import type { Offer } from '../pairing/pairing.js'
import { readApproved } from './approved.js'
import { authenticate, canAuthenticate } from './authenticate.js'
import { SILENT_METHODS } from './interrupted.js'
import { createNamespaceLinks, type NamespaceLinks } from './namespace-links.js'
import type { ProposedNamespace } from './proposal.js'
import { propose } from './propose.js'
import { createReplacedSessions } from './replaced-sessions.js'
import type { Session } from './session.js'

/** Sessions of the client. */
export interface Sessions extends Pick<NamespaceLinks, 'link'> {
  /** The valid session of the last pairing on this page; without such a session, the valid session that expires last. */
  current(): Session | null
  /** Proposes a session. Proposes a sign-in too if `eip155` is the only namespace and the authenticator returns a request. */
  propose(namespaces: Record<string, ProposedNamespace>, authenticator?: Authenticator): Promise<Offer<Session>>
  /** Whether the client has a session with this topic. */
  isOpen(topic: string): boolean
  /** Deletes the stored messages and requests of ended sessions and pairings. Do not call while a pairing is pending. */
  prune(): Promise<void>
  /** Whether a namespace is connected, or is being connected or restored, through the session. */
  isUsed(session: Session): boolean
  /**
   * Adds the sessions that other tabs have created, and removes the sessions that other tabs have ended. Connections of an ended session move to a
   * session that another tab has created. Without such a session, the ended session stays while connections use it.
   */
  followOtherTabs(): void
  /** Makes this session the current one. */
  choose(session: Session): void
  /** Ends all valid sessions except the current one. */
  endOthers(): void
  /** Ends all valid sessions, except those that other tabs have created since this page's client started. */
  endAll(): void
  /** Ends a session on this page at once, and notifies the wallet. Does not reject if the notification fails. */
  end(topic: string): Promise<void>
}

/** Reason for ending a session, from WalletConnect's table of errors. */
const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }

interface SessionsOptions {
  /** Rules of a namespace; `undefined` if they are not loaded. */
  rules(namespace: string): SessionRules | undefined
  /** Called when the contents of a session change, or a session ends. */
  onChanged(): void
}

interface ClientEvents {
  readonly links: NamespaceLinks
  onEnded(session: { readonly topic: string }): void
  onChanged(): void
}

/** Delivers events of the client to the links of their session. */
function listenToClient(ctx: Context, sign: Client['sign'], { links, onEnded, onChanged }: ClientEvents): void {
  sign.on('session_delete', onEnded)
  sign.on('session_expire', onEnded)
  sign.on('session_update', ({ topic }) => {
    links.notify(topic, (listener) => listener.changed())
    onChanged()
  })
  // Opens the wallet app only after the request was sent, because a page in the background may be unable to send it. Checks `hasFailed`, because the
  // client emits this event even if the relay could not be reached.
  sign.on('session_request_sent', (sent) => {
    if (SILENT_METHODS.includes(sent.request.method)) return
    openForRequest(ctx, sent, () => links.hasFailed(sent.request)).catch(ctx.log.info)
  })
  sign.on('session_event', ({ topic, params: { event, chainId } }) =>
    links.notify(topic, (listener, namespace) => {
      if (chainId.startsWith(`${namespace}:`)) listener.event(event.name, event.data, chainId)
    }),
  )
}

interface EndOptions {
  /** Topics of sessions that this page has ended. The client stores an ended session until the wallet is notified. */
  readonly endedTopics: Set<string>
  onEnded(session: { readonly topic: string }): void
}

/** Returns a function that ends a session; concurrent calls share one request. */
function createEnd(
  ctx: Context,
  { sign }: Client,
  { endedTopics, onEnded }: EndOptions,
): (topic: string) => Promise<void> {
  const pendingEnds = new Map<string, Promise<void>>()
  const isStored = (topic: string): boolean => sign.session.getAll().some((session) => session.topic === topic)
  const endOnce = async (topic: string): Promise<void> => {
    endedTopics.add(topic)
    const disconnecting = isStored(topic) && sign.disconnect({ topic, reason: USER_DISCONNECTED })
    onEnded({ topic })
    try {
      await disconnecting
    } catch (error) {
      ctx.log.info(error) // the wallet could not be notified; the session has ended here anyway
      if (isStored(topic)) await sign.session.delete(topic, USER_DISCONNECTED)
    }
  }
  return (topic) => {
    const pendingEnd = pendingEnds.get(topic) ?? endOnce(topic).finally(() => pendingEnds.delete(topic))
    pendingEnds.set(topic, pendingEnd)
    return pendingEnd
  }
}

interface ProposeOptions {
  end(topic: string): Promise<void>
  logError(error: unknown): void
}

/** Creates {@link Sessions.propose}. */
const createPropose =
  (client: Client, { end, logError }: ProposeOptions): Sessions['propose'] =>
  async (namespaces, authenticator) => {
    const { eip155 } = namespaces
    const request = (canAuthenticate(namespaces) && (await authenticator?.request())) || null
    if (!request || !authenticator || !eip155) return propose(client, { namespaces, end, logError })
    const start = () => authenticate(client, { namespace: eip155, request, authenticator, end, logError })
    return propose(client, { namespaces, start, end, logError })
  }

export function createSessions(ctx: Context, client: Client, { rules, onChanged }: SessionsOptions): Sessions {
  const { sign } = client
  const logError = (error: unknown): void => ctx.log.info(error)
  const find = (topic: string): Session | undefined => sign.session.getAll().find((session) => session.topic === topic)
  const isOpen = (topic: string): boolean => find(topic) !== undefined
  const approved = (topic: string, namespace: string) => readApproved(find(topic)?.namespaces ?? {}, rules(namespace))
  const links = createNamespaceLinks({
    sign,
    approved,
    rules,
    isOpen,
    end: (topic) => end(topic),
  })
  let chosenTopic: string | undefined
  const endedTopics = new Set<string>()
  const validSessions = (): readonly Session[] =>
    sign.session
      .getAll()
      .filter(
        ({ topic, acknowledged, expiry }) => acknowledged && !endedTopics.has(topic) && expiry * 1000 > Date.now(),
      )
      .toSorted((a, b) => Number(b.topic === chosenTopic) - Number(a.topic === chosenTopic) || b.expiry - a.expiry)

  const onEnded = ({ topic }: { readonly topic: string }): void => {
    links.ended(topic)
    onChanged()
  }
  const end = createEnd(ctx, client, { endedTopics, onEnded })
  const replaced = createReplacedSessions(ctx, client, {
    links,
    valid: validSessions,
    isEnded: (topic) => endedTopics.has(topic),
    onMoved: onChanged,
  })
  const onEndedByWallet = (session: { readonly topic: string }): void => {
    replaced.follow()
    if (endedTopics.has(session.topic) || !replaced.replace(session.topic)) onEnded(session)
  }
  listenToClient(ctx, sign, { links, onEnded: onEndedByWallet, onChanged })
  return {
    current: () => validSessions()[0] ?? null,
    choose({ topic }) {
      chosenTopic = topic
      replaced.follow()
    },
    isUsed: ({ topic }) => links.isUsed(topic),
    followOtherTabs: replaced.follow,
    isOpen,
    prune: () => prune(client, isOpen),
    end,
    endOthers() {
      for (const { topic } of validSessions().slice(1)) end(topic).catch(logError)
    },
    endAll() {
      for (const { topic } of validSessions()) if (!replaced.isOfOtherTab(topic)) end(topic).catch(logError)
    },
    propose: createPropose(client, { end, logError }),
    link: links.link,
  }
}
