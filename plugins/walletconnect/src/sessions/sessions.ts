import type { Authenticator, Context } from '@wallet-modal/kernel'
import type { Client } from '../client/client.js'
import { prune } from '../client/prune.js'
import { openForRequest } from '../links/opened-wallet.js'
import type { SessionRules } from '../namespaces/families.js'
import type { Offer } from '../pairing/pairing.js'
import { readApproved } from './approved.js'
import { authenticate, canAuthenticate } from './authenticate.js'
import { UNSEEN } from './interrupted.js'
import { createLinks, type Links } from './namespace-links.js'
import type { ProposedNamespace } from './proposal.js'
import { propose } from './propose.js'
import type { Session } from './session.js'

/** Sessions of the client. */
export interface Sessions extends Pick<Links, 'link'> {
  /** The session that was approved last on this page, else the newest valid one. */
  current(): Session | null
  /** With an authenticator, a wallet that supports it is asked for session and sign-in together. */
  propose(namespaces: Record<string, ProposedNamespace>, authenticator?: Authenticator): Promise<Offer<Session>>
  isOpen(topic: string): boolean
  /** Deletes expired records. Not while a pairing is pending. */
  prune(): Promise<void>
  /** Makes this session the current one. */
  choose(session: Session): void
  /** Ends all sessions except the current one. */
  endOthers(): void
  endAll(): void
  end(topic: string): Promise<void>
}

/** Reason in the protocol's error table. */
const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }

interface SessionsOptions {
  /** Contributed namespaces that are loaded. */
  rules(namespace: string): SessionRules | undefined
  /** The contents of a session changed, or a session ended. */
  changed(): void
}

interface ClientEvents {
  readonly links: Links
  ended(session: { readonly topic: string }): void
  changed(): void
}

/** Delivers events of the client to the links of their session. */
function listenToClient(ctx: Context, sign: Client['sign'], { links, ended, changed }: ClientEvents): void {
  sign.on('session_delete', ended)
  sign.on('session_expire', ended)
  sign.on('session_update', ({ topic }) => {
    links.tell(topic, (listener) => listener.changed())
    changed()
  })
  // after delivery: a hidden page may not get that far
  sign.on('session_request_sent', (sent) => {
    if (!UNSEEN.includes(sent.request.method)) openForRequest(ctx, sent).catch(ctx.log.info)
  })
  sign.on('session_event', ({ topic, params: { event, chainId } }) =>
    links.tell(topic, (listener, namespace) => {
      if (chainId.startsWith(`${namespace}:`)) listener.event(event.name, event.data, chainId)
    }),
  )
}

interface EndParts {
  /** Topics of sessions that are being ended: the client keeps a session until the wallet is notified. */
  readonly over: Set<string>
  ended(session: { readonly topic: string }): void
}

/** Returns a function that ends a session; concurrent calls share one request. */
function createEnd(ctx: Context, { sign }: Client, { over, ended }: EndParts): (topic: string) => Promise<void> {
  const ending = new Map<string, Promise<void>>()
  const isStored = (topic: string): boolean => sign.session.getAll().some((one) => one.topic === topic)
  const endOnce = async (topic: string): Promise<void> => {
    over.add(topic)
    const leaving = isStored(topic) && sign.disconnect({ topic, reason: USER_DISCONNECTED })
    ended({ topic })
    try {
      await leaving
    } catch (error) {
      ctx.log.info(error) // the wallet could not be notified; the session has ended here anyway
      if (isStored(topic)) await sign.session.delete(topic, USER_DISCONNECTED)
    }
  }
  return (topic) => {
    const going = ending.get(topic) ?? endOnce(topic).finally(() => ending.delete(topic))
    ending.set(topic, going)
    return going
  }
}

export function createSessions(ctx: Context, client: Client, { rules, changed }: SessionsOptions): Sessions {
  const { sign } = client
  const note = (error: unknown): void => ctx.log.info(error)
  const find = (topic: string): Session | undefined => sign.session.getAll().find((one) => one.topic === topic)
  const isOpen = (topic: string): boolean => find(topic) !== undefined
  const approved = (topic: string, namespace: string) => readApproved(find(topic)?.namespaces ?? {}, rules(namespace))
  const links = createLinks({
    sign,
    approved,
    rules,
    isOpen,
    end: (topic) => end(topic),
  })
  let chosen: string | undefined

  const ended = ({ topic }: { readonly topic: string }): void => {
    links.ended(topic)
    changed()
  }
  listenToClient(ctx, sign, { links, ended, changed })
  /** Sessions that are being ended: the client keeps a session until the wallet is notified. */
  const over = new Set<string>()
  const good = (): readonly Session[] =>
    sign.session
      .getAll()
      .filter(({ topic, acknowledged, expiry }) => acknowledged && !over.has(topic) && expiry * 1000 > Date.now())
      .toSorted((a, b) => Number(b.topic === chosen) - Number(a.topic === chosen) || b.expiry - a.expiry)

  const end = createEnd(ctx, client, { over, ended })
  return {
    current: () => good()[0] ?? null,
    choose({ topic }) {
      chosen = topic
    },
    isOpen,
    prune: () => prune(client, isOpen),
    end,
    endOthers() {
      for (const { topic } of good().slice(1)) end(topic).catch(note)
    },
    endAll() {
      for (const { topic } of good()) end(topic).catch(note)
    },
    async propose(namespaces, authenticator) {
      const { eip155 } = namespaces
      const request = (canAuthenticate(namespaces) && (await authenticator?.request())) || null
      if (!request || !authenticator || !eip155) return propose(client, { namespaces, end, note })
      const start = () => authenticate(client, { namespace: eip155, request, authenticator })
      return propose(client, { namespaces, start, end, note })
    },
    link: links.link,
  }
}
