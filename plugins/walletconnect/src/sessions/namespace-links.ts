import type { ApprovedNamespace, NamespaceSession, SessionListener } from '@wallet-modal/kernel'
import type { Client } from '../client/client.js'
import { sessionEnded, toProviderError } from '../errors.js'
import { namesOf } from '../namespaces/chain-aliases.js'
import type { SessionRules } from '../namespaces/families.js'
import { nameOfWallet } from './name-of-wallet.js'
import type { Session } from './sessions.js'

/** A link that is entered when its namespace is being connected. */
export interface OpenLink extends NamespaceSession {
  /** Whether the session is still there. */
  isOpen(): boolean
  enter(): void
  /** The session stays for this namespace until it is left: it is connected, or the visitor asked for it. */
  keep(): void
  /** The namespace was not connected after all: what ends with the last that is left does not wait for it. */
  exit(): Promise<void>
}

export interface Links {
  /** One namespace of a session; the same link each time. */
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

/** The client goes on waiting for a wallet that was told that all is over, up to the end of its own time. */
const untilOver = (known: Known, asked: Promise<unknown>): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const giveUp = (): void => reject(sessionEnded())
    known.requests.add(giveUp)
    asked.then(resolve, (error: unknown) => reject(toProviderError(error))).finally(() => known.requests.delete(giveUp))
  })

const close = (known: Known): void => {
  known.isEntered = false
  known.isKept = false
  for (const giveUp of [...known.requests]) giveUp()
}

/** The namespaces of sessions that are in use. A session ends with its last one. */
export function createLinks({ sign, approved, rules, isOpen, end }: LinksOptions): Links {
  const topics = new Map<string, Map<string, Known>>()

  /**
   * A session that nobody has left yet may be one that is about to be connected. Nobody tells of a namespace that does not come back with a
   * page load, so one that is being brought back does not keep the session.
   */
  const endUnused = async (topic: string): Promise<void> => {
    const all = [...(topics.get(topic)?.values() ?? [])]
    const isUnused = all.some((one) => one.isLeft) && !all.some((one) => one.isKept)
    if (isUnused && isOpen(topic)) await end(topic)
  }
  const create = (session: Session, namespace: string): Known => {
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
        const names = namesOf(caipNetworkId, rules(namespace)?.aliases)
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
        await endUnused(topic)
      },
      async exit() {
        close(known)
        await endUnused(topic)
      },
    }
    const known: Known = { link, namespace, requests: new Set(), isEntered: false, isKept: false, isLeft: false }
    return known
  }
  const of = (topic: string): readonly Known[] =>
    [...(topics.get(topic)?.values() ?? [])].filter((one) => one.isEntered)
  return {
    link(session, namespace) {
      const own = topics.get(session.topic) ?? new Map<string, Known>()
      topics.set(session.topic, own)
      const known = own.get(namespace) ?? create(session, namespace)
      own.set(namespace, known)
      return known.link
    },
    tell(topic, news) {
      for (const { listener, namespace } of of(topic)) if (listener) news(listener, namespace)
    },
    ended(topic) {
      const told = of(topic)
      topics.delete(topic)
      for (const known of told) close(known) // whoever hears of it finds nothing left
      for (const { listener } of told) listener?.ended()
    },
  }
}
