import type { Authenticator, SignInRequest } from '@wallet-modal/kernel'
import type { AuthTypes } from '@walletconnect/types'
import type { Client } from '../client/client.js'
import { ProviderRpcError } from '../errors.js'
import type { ProposedNamespace } from './proposal.js'
import { pairingTopicOf, type StartedProposal } from './propose.js'

const FAMILY = 'eip155'
/** Event of the client when it has subscribed to a topic. */
const SUBSCRIBED = 'subscription_created'
/** Code of the client's error if the signature of the sign-in is invalid. */
const INVALID_SIGNATURE = 7000

interface AuthenticateOptions {
  readonly namespace: ProposedNamespace
  readonly request: SignInRequest
  readonly authenticator: Authenticator
  end(topic: string): Promise<void>
  logError(error: unknown): void
}

/** The protocol supports sign-in on eip155 only (CAIP-222), so a proposal with other families has no sign-in. */
export const canAuthenticate = (namespaces: Record<string, ProposedNamespace>): boolean =>
  Object.keys(namespaces).join() === FAMILY

/** Converts an error of the client, which can be the wallet's plain text without a code. A rejection gets code 4001 (EIP-1193). */
const toError = (error: unknown): unknown =>
  typeof error === 'string' && /reject|declin|denied|cancel/i.test(error)
    ? new ProviderRpcError(4001, 'The request was declined in the wallet.')
    : error

/**
 * Ends the session of a pairing as soon as the client has stored it. If the signature of a sign-in is invalid, the client throws an error, but still
 * stores the session once the relay has confirmed the subscription.
 */
function endWhenStored({ sign }: Client, pairingUri: string, { end, logError }: AuthenticateOptions): void {
  const { subscriber } = sign.core.relayer
  const pairingTopic = pairingTopicOf(pairingUri)
  const endStored = (): void => {
    const session = sign.session.getAll().find((one) => one.pairingTopic === pairingTopic)
    if (!session) return
    subscriber.off(SUBSCRIBED, onSubscribed)
    end(session.topic).catch(logError)
  }
  const onSubscribed = (): unknown => setTimeout(endStored) // the client stores the session right after this event
  subscriber.on(SUBSCRIBED, onSubscribed)
}

/** Proposes a session together with a sign-in (`wc_sessionAuthenticate`). A wallet that supports only sessions approves the session alone. */
export async function authenticate(client: Client, options: AuthenticateOptions): Promise<StartedProposal> {
  const { sign } = client
  const { namespace, request, authenticator } = options
  const { domain, uri, nonce, expirationTime, statement, resources } = request
  const { uri: pairingUri, response } = await sign.authenticate({
    chains: namespace.chains,
    methods: namespace.methods,
    domain,
    uri,
    nonce,
    exp: expirationTime,
    ...(statement !== undefined && { statement }),
    ...(resources && { resources: [...resources] }),
  })
  const submit = async (cacao: AuthTypes.Cacao, isActive: () => boolean): Promise<boolean> => {
    const { p, s } = cacao
    const [, , namespaceId = '', reference = '', address = ''] = p.iss.split(':')
    const caipNetworkId = `${namespaceId}:${reference}`
    const fields: SignInRequest = {
      domain: p.domain,
      uri: p.aud ?? uri,
      nonce: p.nonce,
      issuedAt: p.iat ?? request.issuedAt,
      expirationTime: p.exp ?? expirationTime,
      ...(p.statement && { statement: p.statement }),
      ...(p.resources && { resources: p.resources }),
    }
    const message = sign.formatAuthMessage({ request: p, iss: p.iss })
    const isCancelled = (): boolean => !isActive()
    return authenticator.submit({ fields, caipNetworkId, address, message, signature: s.s, cacao, isCancelled })
  }
  return {
    uri: pairingUri,
    async approval(isActive) {
      const { auths = [], session } = await response().catch((error: unknown) => {
        if (pairingUri !== undefined && Object(error).code === INVALID_SIGNATURE)
          endWhenStored(client, pairingUri, options)
        throw toError(error)
      })
      if (!session) throw new ProviderRpcError(-32_603, 'The wallet signed in without a session.')
      // submits the messages until the server accepts one: a nonce is valid for one message
      for (const auth of auths) if (!isActive() || (await submit(auth, isActive))) break
      return session
    },
  }
}
