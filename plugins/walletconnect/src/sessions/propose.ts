import type { Client } from '../client/client.js'
import { relayUnreachable, toProviderError } from '../errors.js'
import type { Offer } from '../pairing/pairing.js'
import type { ProposedNamespace } from './proposal.js'
import type { Session } from './session.js'

/** Time limit of the relay for a proposal. The client's own is a minute. */
const PROPOSE_MS = 10_000

/** A proposal that is being sent to the relay. */
export interface Started {
  readonly uri?: string | undefined
  /** Resolves with the session that a wallet approves. `isWanted` becomes false when the request is cancelled. */
  approval(isWanted: () => boolean): Promise<Session>
}

interface ProposeOptions {
  /** Sends the proposal; default: for a session without sign-in. */
  start?(): Promise<Started>
  readonly namespaces: Record<string, ProposedNamespace>
  end(topic: string): Promise<void>
  note(error: unknown): void
}

/** Proposes a session. Rejects at once if the relay fails. */
export async function propose(
  { sign, onTrouble }: Client,
  { namespaces, start, end, note }: ProposeOptions,
): Promise<Offer<Session>> {
  let isLost = false
  const connecting: Promise<Started> = start?.() ?? sign.connect({ optionalNamespaces: namespaces })
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
    approval(() => false).catch(note)
    dropPairing(uri)
  }, note)
  try {
    const { uri = '', approval } = await Promise.race([connecting, trouble])
    let isWanted = true
    const approved = approval(() => isWanted)
    return {
      uri,
      approval: approved.catch((error: unknown) => {
        throw toProviderError(error)
      }),
      withdraw() {
        isWanted = false
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
}
