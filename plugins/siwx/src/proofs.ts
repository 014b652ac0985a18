import {
  type Authenticator,
  type Context,
  isWalletModalError,
  messageOf,
  type SignInProof,
  type TrackedProperties,
  tracked,
} from '@wallet-modal/kernel'
import type { Challenges } from './challenges.js'
import { type SignInRecord, signedIn } from './contract.js'
import type { KnownSessions } from './known-sessions.js'
import type { SiteServer } from './site-server.js'

interface ProofDependencies {
  readonly ctx: Context
  readonly server: SiteServer
  readonly sessions: KnownSessions
  readonly challenges: Challenges
}

/**
 * Whether the server refused the proof (status 4xx). After any other error, the server may have created a session: its reply may be lost, or a proxy
 * may have replied.
 */
const isRefusal = (error: unknown): boolean =>
  isWalletModalError(error) && error.code === 'HTTP_STATUS' && Number(error.status) < 500

/** Sign-in with messages that wallets sign while they connect. If such a sign-in fails, the sign-in view asks for a signature. */
export function createProofs({
  ctx,
  server,
  sessions,
  challenges,
}: ProofDependencies): Pick<Authenticator, 'request' | 'submit'> {
  const verify = async (proof: SignInProof): Promise<SignInRecord> => {
    const { fields, caipNetworkId, address, message, signature, cacao } = proof
    const accountId = `${caipNetworkId}:${address}`
    const isEnded = sessions.watchEnd(accountId)
    await sessions.settled()
    const sessionExists = sessions.watchCreated(accountId)
    const session = await server.verify(message, signature)
    if (session.accountId !== accountId) {
      sessions.revokeOther(session.accountId)
      throw new Error(`The server must return a session of ${accountId}, not of ${session.accountId}.`)
    }
    const isSignedIn = await sessionExists().catch((cause: unknown) => {
      throw new Error('The sessions could not be read.', { cause })
    })
    if (isEnded() || !isSignedIn || proof.isCancelled?.())
      throw new Error('The visitor signed out or cancelled before the server replied.')
    return { data: { ...fields, caipNetworkId, address }, message, signature, session, ...(cacao && { cacao }) }
  }
  // the wallet is not connected yet, so analytics cannot read these properties from the active account
  const track = (event: string, { caipNetworkId, accountType }: SignInProof, added?: TrackedProperties): void => {
    const properties = { network: caipNetworkId, isSmartAccount: accountType === 'smartAccount', ...added }
    ctx.emit(tracked, { event, properties })
  }
  return {
    async request() {
      try {
        const request = await challenges.takePrefetched()
        const isForThisSite = request?.domain === location.host && new URL(request.uri).origin === location.origin
        return isForThisSite ? request : null
      } catch (error) {
        ctx.log.info(error)
        return null
      }
    },
    async submit(proof) {
      ctx.toast.loading(() => ctx.t('signIn.authenticating'))
      try {
        const record = await verify(proof)
        sessions.add(record.session)
        ctx.emit(signedIn, record)
        track('SIWX_AUTH_SUCCESS', proof)
        return true
      } catch (error) {
        ctx.log.warn(error)
        if (!isRefusal(error)) sessions.revoke(`${proof.caipNetworkId}:${proof.address}`)
        track('SIWX_AUTH_ERROR', proof, { message: messageOf(error) })
        return false
      } finally {
        ctx.toast.hide()
      }
    },
  }
}
