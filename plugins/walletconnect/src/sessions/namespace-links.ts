import type { ApprovedNamespace, NamespaceSession, SessionListener } from '@wallet-modal/kernel'
import type { Client } from '../client/client.js'
import { sessionEnded, toProviderError } from '../errors.js'
import { idsOf } from '../namespaces/chain-aliases.js'
import type { SessionRules } from '../namespaces/families.js'
import { nameOfWallet } from './name-of-wallet.js'
import type { Session } from './session.js'

/** Link between a session and one of its namespaces. */
export interface NamespaceLink extends NamespaceSession {
  /** Whether the session still exists. */
  isOpen(): boolean
  /** Call when the namespace starts to connect. Before this call, the link has no accounts and rejects requests. */
  enter(): void
  /** Keeps the session open until the link is released. Call when the namespace is connected, or the visitor requested the connection. */
  keep(): void
  /** Releases the link because the namespace was not connected. May end the session. */
  release(): Promise<void>
}

export interface NamespaceLinks {
  /** Link to one namespace of a session; the same object for each call. */
  link(session: Session, namespace: string): NamespaceLink
  /** Calls `deliver` for the listener of each namespace of a session. */
  notify(topic: string, deliver: (listener: SessionListener, namespace: string) => void): void
  /** Whether a namespace is connected, or is being connected or restored, through the session. */
  isUsed(topic: string): boolean
  /** Whether a request was rejected. `request`: the object that the link passed to the client. */
  hasFailed(request: object): boolean
  /**
   * Moves the links of an ended session to its `replacement`, if that session approves their namespace. Releases all other links. Notifies listeners.
   */
  ended(topic: string, replacement?: Session): void
}

interface NamespaceLinksOptions extends Pick<Client, 'sign'> {
  approved(topic: string, namespace: string): ApprovedNamespace
  rules(namespace: string): SessionRules | undefined
  isOpen(topic: string): boolean
  end(topic: string): Promise<void>
}

const noApproval: ApprovedNamespace = { accounts: [], chains: [], walletChains: [], methods: [] }

interface LinkState {
  readonly link: NamespaceLink
  /** Session of the link. Another tab may have replaced the original one. */
  session: Session
  readonly namespace: string
  /** Functions that reject the pending requests. */
  readonly pendingRejections: Set<() => void>
  listener?: SessionListener
  /** Whether a connection uses the link. */
  isEntered: boolean
  /** Whether the link keeps the session open; see `NamespaceLink.keep`. */
  isKept: boolean
  /** Whether the namespace was removed from the session with `leave`. */
  isLeft: boolean
}

/** Rejects a pending request when its link is released. The client itself would wait until its own timeout. */
const untilReleased = (state: LinkState, pendingRequest: Promise<unknown>): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const rejectRequest = (): void => reject(sessionEnded())
    state.pendingRejections.add(rejectRequest)
    pendingRequest
      .then(resolve, (error: unknown) => reject(toProviderError(error)))
      .finally(() => state.pendingRejections.delete(rejectRequest))
  })

const rejectPending = ({ pendingRejections }: LinkState): void => {
  for (const rejectRequest of [...pendingRejections]) rejectRequest()
}

const close = (state: LinkState): void => {
  state.isEntered = false
  state.isKept = false
  rejectPending(state)
}

interface LinkOptions extends NamespaceLinksOptions {
  /** Called when the link to a session has been released. */
  onReleased(topic: string): Promise<void>
  /** Rejected requests: the objects that were passed to the client. */
  readonly failedRequests: WeakSet<object>
}

function createLink(
  session: Session,
  namespace: string,
  { sign, approved, rules, isOpen, onReleased, failedRequests }: LinkOptions,
): LinkState {
  const topicOf = (): string => state.session.topic
  const isUsable = (): boolean => state.isEntered && isOpen(topicOf())
  const link: NamespaceLink = {
    get wallet() {
      return nameOfWallet(state.session)
    },
    isOpen: () => isOpen(topicOf()),
    enter() {
      state.isEntered = true
      state.isLeft = false
    },
    keep() {
      state.isKept = state.isEntered
    },
    approved: () => (isUsable() ? approved(topicOf(), namespace) : noApproval),
    async request(caipNetworkId, method, params) {
      if (!isUsable()) throw sessionEnded()
      const topic = topicOf()
      const { walletChains } = approved(topic, namespace)
      const names = idsOf(caipNetworkId, rules(namespace)?.aliases)
      const chainId = names.find((name) => walletChains.includes(name)) ?? caipNetworkId
      const request = { method, params }
      const answer = untilReleased(state, sign.request({ topic, chainId, request }))
      answer.catch(() => failedRequests.add(request))
      return answer
    },
    listen(listener) {
      state.listener = listener
    },
    async leave() {
      const wasEntered = state.isEntered
      close(state)
      if (wasEntered) state.listener?.ended()
      state.isLeft = true
      await onReleased(topicOf())
    },
    async release() {
      close(state)
      await onReleased(topicOf())
    },
  }
  const flags = { isEntered: false, isKept: false, isLeft: false }
  const state: LinkState = { link, session, namespace, pendingRejections: new Set(), ...flags }
  return state
}

/** Active namespaces of sessions. A session ends with its last namespace. */
export function createNamespaceLinks(options: NamespaceLinksOptions): NamespaceLinks {
  const topics = new Map<string, Map<string, LinkState>>()
  const failedRequests = new WeakSet<object>()

  /**
   * Ends a session if a namespace has left it and no link keeps it open. A link that is being restored does not keep the session open, because no
   * event would report that the restore failed.
   */
  const endUnused = async (topic: string): Promise<void> => {
    const all = [...(topics.get(topic)?.values() ?? [])]
    const isUnused = all.some(({ isLeft }) => isLeft) && !all.some(({ isKept }) => isKept)
    if (isUnused && options.isOpen(topic)) await options.end(topic)
  }
  /** Links of a session by namespace. */
  const linksOf = ({ topic }: Session): Map<string, LinkState> => {
    const byNamespace = topics.get(topic) ?? new Map<string, LinkState>()
    topics.set(topic, byNamespace)
    return byNamespace
  }
  /**
   * Moves a link to another session. Returns `false` and changes nothing if that session does not approve the link's namespace, or if another link of
   * this namespace already uses it.
   */
  const move = (state: LinkState, session: Session): boolean => {
    const { namespace } = state
    const byNamespace = linksOf(session)
    if (byNamespace.get(namespace)?.isEntered || options.approved(session.topic, namespace).chains.length === 0)
      return false
    byNamespace.set(namespace, state)
    state.session = session
    rejectPending(state) // the wallet of the ended session does not answer any more
    return true
  }
  const enteredLinks = (topic: string): readonly LinkState[] =>
    [...(topics.get(topic)?.values() ?? [])].filter(({ isEntered }) => isEntered)
  return {
    link(session, namespace) {
      const byNamespace = linksOf(session)
      const state =
        byNamespace.get(namespace) ??
        createLink(session, namespace, { ...options, failedRequests, onReleased: endUnused })
      byNamespace.set(namespace, state)
      return state.link
    },
    notify(topic, deliver) {
      for (const { listener, namespace } of enteredLinks(topic)) if (listener) deliver(listener, namespace)
    },
    isUsed: (topic) => enteredLinks(topic).length > 0,
    hasFailed: (request) => failedRequests.has(request),
    ended(topic, replacement) {
      const entered = enteredLinks(topic)
      topics.delete(topic)
      const moved = entered.filter((state) => replacement && move(state, replacement))
      const ended = entered.filter((state) => !moved.includes(state))
      for (const state of ended) close(state) // before the listeners are notified, so that they see no approved account
      for (const { listener } of ended) listener?.ended()
      for (const { listener } of moved) listener?.changed()
    },
  }
}
