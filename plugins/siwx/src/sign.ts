import {
  type Context,
  isWalletModalError,
  messageOf,
  type Signal,
  tracked,
  type WalletConnection,
} from '@wallet-modal/kernel'
import type { Challenges } from './challenges.js'
import type { SignInRecord, SignInState } from './contract.js'
import type { KnownSessions } from './known-sessions.js'
import { formatSignInMessage, ownFamilyName } from './message.js'
import type { Challenge, SiteServer } from './site-server.js'

interface SignDependencies {
  readonly ctx: Context
  readonly state: Signal<SignInState>
  readonly server: Pick<SiteServer, 'now' | 'verify'>
  readonly sessions: Pick<KnownSessions, 'revoke' | 'revokeOther' | 'settled' | 'watchCreated'>
  readonly challenges: Challenges
}

type Problem = 'signIn.declined' | 'signIn.failed' | 'signIn.smartAccount'

/** Error of a sign-in. `problem`: key of the text that the visitor sees. */
class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly problem: Problem

  constructor(problem: Problem, cause: unknown) {
    super(messageOf(cause), { cause })
    this.problem = problem
  }
}
const withProblem = <T>(
  answer: Promise<T>,
  problem: Problem | ((cause: unknown) => Problem) = 'signIn.failed',
): Promise<T> =>
  answer.catch((cause: unknown) => {
    throw new SignInError(typeof problem === 'string' ? problem : problem(cause), cause)
  })

/** Problem after an error of `verify`. A server that rejects the signature of a smart account (status 401) may support only EOAs. */
const problemOfServer =
  ({ type }: WalletConnection['account']) =>
  (cause: unknown): Problem =>
    type === 'smartAccount' && isWalletModalError(cause) && cause.status === 401
      ? 'signIn.smartAccount'
      : 'signIn.failed'

const problemOfWallet = (cause: unknown): Problem => (Object(cause).code === 4001 ? 'signIn.declined' : 'signIn.failed') // 4001: the visitor rejected the request

/** Throws if the server's challenge is for another site. */
function checkOrigin({ domain, uri }: Challenge): void {
  if (domain === location.host && URL.canParse(uri) && new URL(uri).origin === location.origin) return
  throw new SignInError(
    'signIn.failed',
    `The sign-in server is configured for ${uri} (host ${domain}), but this page is on ${location.origin}. Correct "origin" of createSiwxServer().`,
  )
}

/**
 * Requests one signature from the wallet and one verification from the server. Resolves with `undefined` if the sign-in failed (the visitor sees a
 * message) or was cancelled.
 */
export async function sign(
  { ctx, state, server, sessions, challenges }: SignDependencies,
  { adapter, account, caipNetworkId }: WalletConnection,
  isCurrent: () => boolean,
): Promise<SignInRecord | undefined> {
  const accountId = `${caipNetworkId}:${account.address}`
  const requestSession = async (): Promise<SignInRecord | undefined> => {
    state.value = { status: 'signing', accountId }
    const challenge = await withProblem(challenges.take())
    if (!isCurrent()) return undefined
    checkOrigin(challenge)
    const data = { ...challenge, address: account.address, caipNetworkId }
    const message = formatSignInMessage(data, ownFamilyName(adapter.namespace) ?? adapter.title)
    const signature = await withProblem(adapter.signMessage(message), problemOfWallet)
    await withProblem(sessions.settled())
    if (!isCurrent()) return undefined
    state.value = { status: 'verifying', accountId }
    const stillExists = sessions.watchCreated(accountId)
    const session = await withProblem(server.verify(message, signature), problemOfServer(account))
    if (session.accountId !== accountId) {
      sessions.revokeOther(session.accountId)
      throw new SignInError(
        'signIn.failed',
        `The server must return a session of ${accountId}, not of ${session.accountId}.`,
      )
    }
    if (!isCurrent()) return undefined
    if (Date.parse(session.expiresAt) <= server.now())
      throw new SignInError('signIn.failed', `The server returned a session that expired at ${session.expiresAt}.`)
    // a sign-out in another tab may have ended the new session
    const isSignedIn = await withProblem(stillExists())
    if (!isCurrent()) return undefined
    if (!isSignedIn) throw new SignInError('signIn.failed', 'The visitor signed out in another tab. Sign in again.')
    return { data, message, signature, session }
  }
  try {
    return await requestSession()
  } catch (error) {
    ctx.log.warn(error)
    if (!isCurrent()) return undefined
    // the server may have created a session although its reply was lost
    if (state.peek().status === 'verifying') sessions.revoke(accountId)
    state.value = { status: 'needed', accountId }
    challenges.prepare()
    ctx.emit(tracked, { event: 'SIWX_AUTH_ERROR', properties: { message: messageOf(error) } })
    ctx.toast.error(() => ctx.t(error instanceof SignInError ? error.problem : 'signIn.failed'))
    return undefined
  }
}
