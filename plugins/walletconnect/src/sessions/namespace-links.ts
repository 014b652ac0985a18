import type { ApprovedNamespace, NamespaceSession, SessionListener } from '@wallet-modal/kernel'
import type { Client } from '../client/client.js'
import { sessionEnded, toProviderError } from '../errors.js'
import { idsOf } from '../namespaces/chain-aliases.js'
import type { SessionRules } from '../namespaces/families.js'
import { nameOfWallet } from './name-of-wallet.js'
import type { Session } from './session.js'

/** Link of a session to one namespace, acquired when the namespace is being connected. */
export interface OpenLink extends NamespaceSession {
  /** Whether the session still exists. */
  isOpen(): boolean
  enter(): void
  /** Keeps the session for this namespace until it is released: it is connected, or the visitor requested it. */
  keep(): void
  /** Releases the link because the namespace was not connected; the session may then end with its last link. */
  exit(): Promise<void>
}

export interface Links {
  /** Link to one namespace of a session; the same object for each call. */
  link(session: Session, namespace: string): OpenLink
  tell(topic: string, news: (listener: SessionListener, namespace: string) => void): void
  ended(topic: string): void
}

interface LinksOptions extends Pick<Client, 'sign'> {
  approved(topic: string, namespace: string): ApprovedNamespace
  rules(namespace: string): SessionRules | undefined
  isOpen(topic: string): boolean
  end(topic: string): Promise<void>
}

const nothing: ApprovedNamespace = { accounts: [], chains: [], written: [], methods: [] }

interface Known {
  readonly link: OpenLink
  readonly namespace: string
  readonly requests: Set<() => void>
  listener?: SessionListener
  isEntered: boolean
  isKept: boolean
  isLeft: boolean
}

/** The client waits for the wallet's confirmation of a disconnect until its own timeout. */
const untilOver = (known: Known, pendingRequest: Promise<unknown>): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const giveUp = (): void => reject(sessionEnded())
    known.requests.add(giveUp)
    pendingRequest
      .then(resolve, (error: unknown) => reject(toProviderError(error)))
      .finally(() => known.requests.delete(giveUp))
  })

const close = (known: Known): void => {
  known.isEntered = false
  known.isKept = false
  for (const giveUp of [...known.requests]) giveUp()
}

interface LinkParts extends LinksOptions {
  /** Called when the link has been released. */
  released(): Promise<void>
}

function createLink(
  session: Session,
  namespace: string,
  { sign, approved, rules, isOpen, released }: LinkParts,
): Known {
  const { topic } = session
  const isIn = (): boolean => known.isEntered && isOpen(topic)
  const link: OpenLink = {
    wallet: nameOfWallet(session),
    isOpen: () => isOpen(topic),
    enter() {
      known.isEntered = true
      known.isLeft = false
    },
    keep() {
      known.isKept = known.isEntered
    },
    approved: () => (isIn() ? approved(topic, namespace) : nothing),
    async request(caipNetworkId, method, params) {
      if (!isIn()) throw sessionEnded()
      const { written } = approved(topic, namespace)
      const names = idsOf(caipNetworkId, rules(namespace)?.aliases)
      const chainId = names.find((name) => written.includes(name)) ?? caipNetworkId
      return untilOver(known, sign.request({ topic, chainId, request: { method, params } }))
    },
    listen(listener) {
      known.listener = listener
    },
    async leave() {
      const wasEntered = known.isEntered
      close(known)
      if (wasEntered) known.listener?.ended()
      known.isLeft = true
      await released()
    },
    async exit() {
      close(known)
      await released()
    },
  }
  const known: Known = { link, namespace, requests: new Set(), isEntered: false, isKept: false, isLeft: false }
  return known
}

/** Active namespaces of sessions. A session ends with its last namespace. */
export function createLinks(options: LinksOptions): Links {
  const topics = new Map<string, Map<string, Known>>()

  /**
   * A session without links may be about to be connected. No event reports a namespace that failed to reconnect after a page load, so one that is
   * being restored does not keep the session.
   */
  const endUnused = async (topic: string): Promise<void> => {
    const all = [...(topics.get(topic)?.values() ?? [])]
    const isUnused = all.some((one) => one.isLeft) && !all.some((one) => one.isKept)
    if (isUnused && options.isOpen(topic)) await options.end(topic)
  }
  const of = (topic: string): readonly Known[] =>
    [...(topics.get(topic)?.values() ?? [])].filter((one) => one.isEntered)
  return {
    link(session, namespace) {
      const own = topics.get(session.topic) ?? new Map<string, Known>()
      topics.set(session.topic, own)
      const released = (): Promise<void> => endUnused(session.topic)
      const known = own.get(namespace) ?? createLink(session, namespace, { ...options, released })
      own.set(namespace, known)
      return known.link
    },
    tell(topic, news) {
      for (const { listener, namespace } of of(topic)) if (listener) news(listener, namespace)
    },
    ended(topic) {
      const reported = of(topic)
      topics.delete(topic)
      for (const known of reported) close(known) // listeners find no namespace left
      for (const { listener } of reported) listener?.ended()
    },
  }
}
