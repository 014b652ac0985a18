import type { Client } from '../client/client.js'
import { relayUnreachable, toProviderError } from '../errors.js'
import type { Offer } from '../pairing/pairing.js'
import type { ProposedNamespace } from './proposal.js'
import type { Session } from './session.js'

/** Time limit for the relay to accept a proposal. The client's own limit is a minute. */
const PROPOSE_MS = 10_000

/** Topic of a pairing URI; `undefined` for other texts. */
export const pairingTopicOf = (uri: string): string | undefined => /^wc:([\da-f]+)@/.exec(uri)?.[1]

/** A proposal that is being sent to the relay. */
export interface StartedProposal {
  readonly uri?: string | undefined
  /** Resolves with the session that a wallet approves. `isActive` returns false once the proposal is withdrawn. */
  approval(isActive: () => boolean): Promise<Session>
}

interface ProposeOptions {
  /** Sends the proposal. Default: proposes a session without sign-in. */
  start?(): Promise<StartedProposal>
  readonly namespaces: Record<string, ProposedNamespace>
  end(topic: string): Promise<void>
  logError(error: unknown): void
}

/** Proposes a session. Rejects as soon as the relay reports an error, or after {@link PROPOSE_MS}. */
export async function propose(
  { sign, onRelayError }: Client,
  { namespaces, start, end, logError }: ProposeOptions,
): Promise<Offer<Session>> {
  let hasFailed = false
  const connecting: Promise<StartedProposal> = start?.() ?? sign.connect({ optionalNamespaces: namespaces })
  let stop = (): unknown => null
  const relayFailure = new Promise<never>((_, reject) => {
    const unsubscribe = onRelayError(reject)
    const timer = setTimeout(() => reject(relayUnreachable(undefined)), PROPOSE_MS)
    stop = () => [unsubscribe(), clearTimeout(timer)]
  })
  const disconnectPairing = (uri = ''): void => {
    const topic = pairingTopicOf(uri)
    if (topic) sign.core.pairing.disconnect({ topic }).catch(logError)
  }
  connecting.then(({ uri, approval }) => {
    if (!hasFailed) return
    approval(() => false).catch(logError)
    disconnectPairing(uri)
  }, logError)
  try {
    const { uri = '', approval } = await Promise.race([connecting, relayFailure])
    let isActive = true
    const approved = approval(() => isActive)
    return {
      uri,
      approval: approved.catch((error: unknown) => {
        throw toProviderError(error)
      }),
      withdraw() {
        isActive = false
        approved.then(({ topic }) => end(topic), logError).catch(logError)
        disconnectPairing(uri)
      },
    }
  } catch (error) {
    hasFailed = true
    throw error
  } finally {
    stop()
  }
}
