import type { Context } from '@wallet-modal/kernel'
import type { SessionTypes } from '@walletconnect/types'
import { type ApprovedNamespaces, readApproved } from './approved.js'
import type { Client } from './client.js'
import { relayUnreachable, sessionEnded, toProviderError } from './errors.js'
import type { Offer } from './pairing.js'
import type { ProposedNamespace } from './proposal.js'
import type { LinkListener, SessionLink } from './shape.js'

export type Session = SessionTypes.Struct

/** The sessions of the page's client. */
export interface Sessions {
  /** The newest one that a wallet approved and that is still good. */
  current(): Session | null
  propose(namespaces: Record<string, ProposedNamespace>): Promise<Offer<Session>>
  /** One namespace of a session. */
  link(session: Session, namespace: string): SessionLink
  /** Ends every session but the newest. */
  endOthers(): void
  end(topic: string): Promise<void>
}

/** EIP-1193 reason of the protocol's error table. */
const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }

/** How long a relay may take for a proposal. The client would wait for a minute. */
const PROPOSE_MS = 10_000

export function createSessions(ctx: Context, { sign, onTrouble }: Client): Sessions {
  const listeners = new Map<string, Set<LinkListener>>()
  const tell = (topic: string, news: (listener: LinkListener) => void): void => {
    for (const listener of [...(listeners.get(topic) ?? [])]) news(listener)
  }
  const ended = (topic: string): void => {
    const told = listeners.get(topic)
    listeners.delete(topic)
    for (const listener of told ?? []) listener.ended()
  }
  const find = (topic: string): Session | undefined => sign.session.getAll().find((one) => one.topic === topic)
  const note = (error: unknown): void => ctx.log.info(error)

  sign.on('session_delete', ({ topic }) => ended(topic))
  sign.on('session_expire', ({ topic }) => ended(topic))
  sign.on('session_update', ({ topic }) => tell(topic, (listener) => listener.changed()))
  sign.on('session_event', ({ topic, params: { event, chainId } }) =>
    tell(topic, (listener) => listener.event(event.name, event.data, chainId)),
  )

  const good = (): readonly Session[] =>
    sign.session
      .getAll()
      .filter(({ acknowledged, expiry }) => acknowledged && expiry * 1000 > Date.now())
      .toSorted((a, b) => b.expiry - a.expiry)

  const end = async (topic: string): Promise<void> => {
    const isThere = find(topic) !== undefined
    const leaving = isThere ? sign.disconnect({ topic, reason: USER_DISCONNECTED }) : undefined
    ended(topic)
    try {
      await leaving
    } catch (error) {
      note(error) // the wallet could not be told; here it is over all the same
      if (find(topic)) await sign.session.delete(topic, USER_DISCONNECTED)
    }
  }
  return {
    current: () => good()[0] ?? null,
    end,
    endOthers() {
      for (const { topic } of good().slice(1)) end(topic).catch(note)
    },
    async propose(namespaces) {
      let isLost = false
      const connecting = sign.connect({ optionalNamespaces: namespaces })
      let stop = (): unknown => null
      const trouble = new Promise<never>((_, reject) => {
        const untold = onTrouble(reject)
        const timer = setTimeout(() => reject(relayUnreachable(undefined)), PROPOSE_MS)
        stop = () => [untold(), clearTimeout(timer)]
      })
      const dropPairing = (uri = ''): void => {
        const topic = /^wc:([\da-f]+)@/.exec(uri)?.[1]
        if (topic) sign.core.pairing.disconnect({ topic }).catch(note)
      }
      connecting.then(({ uri, approval }) => {
        if (!isLost) return
        approval().catch(note)
        dropPairing(uri)
      }, note)
      try {
        const { uri = '', approval } = await Promise.race([connecting, trouble])
        const approved = approval()
        return {
          uri,
          approval: approved.catch((error: unknown) => {
            throw toProviderError(error)
          }),
          withdraw() {
            approved.then(({ topic }) => end(topic), note).catch(note)
            dropPairing(uri)
          },
        }
      } catch (error) {
        isLost = true
        throw error
      } finally {
        stop()
      }
    },
    link(session, namespace) {
      const { topic, peer } = session
      return {
        wallet: peer.metadata.name,
        approved: () => readApproved((find(topic)?.namespaces ?? {}) satisfies ApprovedNamespaces, namespace),
        async request(caipNetworkId, method, params) {
          if (!find(topic)) throw sessionEnded()
          try {
            return await sign.request({ topic, chainId: caipNetworkId, request: { method, params } })
          } catch (error) {
            throw toProviderError(error)
          }
        },
        listen(listener) {
          listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener))
        },
        end: () => end(topic),
      }
    },
  }
}
