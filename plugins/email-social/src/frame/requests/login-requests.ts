import type { FrameRequest, ReplyPayload, RequestPayload } from '../../frame-messages.js'
import { readSession } from '../account/account.js'
import { createEmailChange } from '../account/email-change.js'
import type { ApprovalQueue } from '../approval/approvals.js'
import { FrameError } from '../gateway.js'
import { createEmailLogin } from '../login/email-login.js'
import { createFarcasterLogin } from '../login/farcaster.js'
import { createSocialAttempts } from '../login/social.js'
import type { FrameSession } from './frame-session.js'

interface LoginRequestOptions {
  readonly site: string
  readonly approvals: ApprovalQueue
  readonly session: FrameSession
}

/** Handles the requests for logins and for a change of the email address. */
export interface LoginRequests {
  /** Resolves with the payload of the reply. Passes all other requests to `answerOther`. */
  answer(request: FrameRequest, answerOther: (request: OtherRequest) => Promise<unknown>): Promise<unknown>
  /** Ends pending logins by Farcaster or by a mailed link. */
  abort(): void
}

type LoginRequestName =
  | ('CONNECT_EMAIL' | 'CONNECT_DEVICE' | 'CONNECT_OTP')
  | ('UPDATE_EMAIL' | 'UPDATE_EMAIL_PRIMARY_OTP' | 'UPDATE_EMAIL_SECONDARY_OTP')
  | ('GET_SOCIAL_REDIRECT_URI' | 'CONNECT_SOCIAL' | 'GET_FARCASTER_URI' | 'CONNECT_FARCASTER')
export type OtherRequest = Exclude<FrameRequest, { readonly type: `@w3m-app/${LoginRequestName}` }>

/** Social login of this frame. */
function createSocialLogin({ site, session }: Pick<LoginRequestOptions, 'site' | 'session'>) {
  const attempts = createSocialAttempts(site)
  const storedSession = (): Promise<string | undefined> => readSession(site).catch(() => undefined)
  /** Latest attempt, and the session that was stored for the site when the attempt began. */
  let latest: { readonly attempt: string; readonly session: string | undefined } | undefined
  /** Whether the page in the login window has finished this login and stored a new session, because the browser had suspended this page. */
  const isFinished = async (error: unknown, attempt: string): Promise<boolean> => {
    if (!(error instanceof FrameError && error.reason === 'LOGIN_EXPIRED') || latest?.attempt !== attempt) return false
    return (await storedSession()) !== latest.session && (await session.refresh()) !== null
  }
  return {
    async begin(start: RequestPayload<'GET_SOCIAL_REDIRECT_URI'>): Promise<{ readonly uri: string }> {
      latest = { attempt: start.attempt, session: await storedSession() }
      return attempts.begin(start)
    },
    async finish({ attempt, uri }: RequestPayload<'CONNECT_SOCIAL'>): Promise<ReplyPayload<'CONNECT_SOCIAL'>> {
      try {
        return await session.enter(await attempts.redeem(attempt, uri))
      } catch (error) {
        if (await isFinished(error, attempt)) return { next: 'NOTHING' }
        throw error
      }
    },
  }
}

export function createLoginRequests({ site, approvals, session }: LoginRequestOptions): LoginRequests {
  const email = createEmailLogin(site)
  const farcaster = createFarcasterLogin(site)
  const social = createSocialLogin({ site, session })
  const emailChange = createEmailChange({ site, approvals, login: session.loggedIn, onChanged: session.changeEmail })
  return {
    abort() {
      farcaster.abort()
      email.abort()
    },
    async answer(request, answerOther) {
      switch (request.type) {
        case '@w3m-app/CONNECT_EMAIL':
          return email.begin(request.payload.email)
        case '@w3m-app/CONNECT_DEVICE':
          return email.approved()
        case '@w3m-app/CONNECT_OTP':
          return session.enter(await email.verify(request.payload.otp))
        case '@w3m-app/UPDATE_EMAIL':
          return emailChange.begin(request.payload.email, request.payload)
        case '@w3m-app/UPDATE_EMAIL_PRIMARY_OTP':
          return emailChange.verifyOldEmail(request.payload.otp)
        case '@w3m-app/UPDATE_EMAIL_SECONDARY_OTP':
          return emailChange.verifyNewEmail(request.payload.otp)
        case '@w3m-app/GET_SOCIAL_REDIRECT_URI':
          return social.begin(request.payload)
        case '@w3m-app/CONNECT_SOCIAL':
          return social.finish(request.payload)
        case '@w3m-app/GET_FARCASTER_URI':
          return farcaster.begin()
        case '@w3m-app/CONNECT_FARCASTER':
          return session.enter(await farcaster.approved())
        default:
          return answerOther(request)
      }
    },
  }
}
