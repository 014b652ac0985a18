import type { ReplyPayload } from '../../frame-messages.js'
import { deviceSecret } from '../account/device.js'
import { FrameError, gateway, refusal } from '../gateway.js'
import {
  deleteExpiredLogin,
  deletePendingLogin,
  type PendingLogin,
  readPendingLogin,
  storePendingLogin,
} from './pending-login.js'

/** Login by email. Its secrets stay in this frame: neither the code nor the link of a mail is enough without them. */
export interface EmailLogin {
  /**
   * Sends a code, or a link if this browser is not registered for the address. If it is too soon for another mail and the page was reloaded
   * since the last one, resumes the login of that mail.
   */
  begin(email: string): Promise<ReplyPayload<'CONNECT_EMAIL'>>
  /** Resolves once the link was opened and the code was sent. Rejects if the visitor refused, or if the login expired or was ended. */
  approved(): Promise<ReplyPayload<'CONNECT_DEVICE'>>
  /** Resolves with a session. */
  verify(otp: string): Promise<string>
  /** Stops waiting for the link. */
  abort(): void
}

const POLL_MS = 1_000
/** Number of consecutive requests without a valid reply of the gateway that are tolerated. Errors that the gateway returns reject at once. */
const MAX_FAILURES = 5
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, POLL_MS))

const loginExpired = (): Promise<FrameError> =>
  refusal({ code: 'NO_LOGIN', message: 'This login has ended. Start again.', reason: 'LOGIN_EXPIRED' })

const loginEnded = (): FrameError => new FrameError(4001, 'The login was ended.')

/** Whether a code can no longer be used, also with the correct digits. */
const isCodeEnded = (error: unknown): boolean =>
  error instanceof FrameError && (error.reason === 'CODE_EXPIRED' || error.reason === 'CODE_LOCKED')

const isTooSoon = (error: unknown): boolean => error instanceof FrameError && error.reason === 'COOLDOWN'

/** Seconds until another mail can be sent, as stated by an error. */
const waitOf = (error: unknown): number | undefined => (error instanceof FrameError ? error.retryInSeconds : undefined)

async function toPendingLogin(
  { request, attempt }: { readonly request?: string | undefined; readonly attempt?: string | undefined },
  addressee: Pick<PendingLogin, 'email' | 'site'>,
): Promise<PendingLogin> {
  if (request !== undefined) return { kind: 'code', id: request, ...addressee }
  if (attempt !== undefined) return { kind: 'link', id: attempt, ...addressee }
  throw await refusal({ code: 'FAULT', message: 'An error occurred' })
}

const replyTo = ({ kind }: PendingLogin, retryInSeconds = 0): ReplyPayload<'CONNECT_EMAIL'> => ({
  action: kind === 'code' ? 'VERIFY_OTP' : 'VERIFY_DEVICE',
  retryInSeconds,
})

/** Exchanges a code for a session. Forgets the stored login once the code is used or has ended. */
async function redeem(request: string, otp: string): Promise<string> {
  try {
    const { session } = await gateway.verify(request, otp)
    await deletePendingLogin()
    return session
  } catch (error) {
    if (isCodeEnded(error)) await deletePendingLogin()
    throw error
  }
}

/** Login of a mail that was sent before this frame was loaded. Throws `error` if there is none, or if the cause is not the interval between mails. */
async function findEarlier(error: unknown, addressee: Pick<PendingLogin, 'email' | 'site'>): Promise<PendingLogin> {
  const login = isTooSoon(error) ? await readPendingLogin(addressee) : undefined
  if (login) return login
  throw error
}

interface LinkState {
  /** Whether the frame still waits for the link of this attempt. */
  isPending(attempt: string): boolean
  /** Called with the id of the code's request, once the link was approved. */
  onCode(request: string): Promise<void>
}

/** Asks the gateway until the link was answered. */
async function pollLink(attempt: string, link: LinkState, failures = 0): Promise<ReplyPayload<'CONNECT_DEVICE'>> {
  if (!link.isPending(attempt)) throw loginEnded()
  try {
    const { request, retryInSeconds = 0 } = await gateway.deviceResult(attempt)
    if (!link.isPending(attempt)) throw loginEnded()
    if (request !== null) {
      await link.onCode(request)
      return { retryInSeconds }
    }
  } catch (error) {
    const isEnded = error instanceof FrameError
    if (isEnded && link.isPending(attempt)) await deletePendingLogin() // the link was refused or has expired
    if (isEnded || failures >= MAX_FAILURES) throw error
    await pause()
    return pollLink(attempt, link, failures + 1)
  }
  await pause()
  return pollLink(attempt, link)
}

export function createEmailLogin(site: string): EmailLogin {
  let code: string | undefined
  let pendingLink: { readonly email: string; readonly attempt: string } | undefined
  /** Address for which this frame has sent a mail, or resumed a login. */
  let lastEmail: string | undefined
  /** Incremented at each code request. The late reply of an earlier request is discarded. */
  let requestCount = 0
  void deleteExpiredLogin()
  const expectAnswer = ({ kind, id, email }: PendingLogin): void => {
    lastEmail = email
    code = kind === 'code' ? id : undefined
    pendingLink = kind === 'link' ? { email, attempt: id } : undefined
  }
  const link: LinkState = {
    isPending: (attempt) => pendingLink?.attempt === attempt,
    async onCode(request) {
      if (!pendingLink) return
      const login = { kind: 'code', id: request, email: pendingLink.email, site } as const
      expectAnswer(login)
      await storePendingLogin(login)
    },
  }
  return {
    async begin(input) {
      const requestNumber = ++requestCount
      const email = input.trim().toLowerCase()
      const attempt = pendingLink?.email === email ? pendingLink.attempt : undefined
      const body = { email, site, device: await deviceSecret(), ...(attempt !== undefined && { attempt }) }
      const answer = await gateway.requestCode(body).catch((error: unknown) => ({ error }))
      const isResumed = 'error' in answer
      if (isResumed && email === lastEmail) throw answer.error
      const login = isResumed
        ? await findEarlier(answer.error, { email, site })
        : await toPendingLogin(answer, { email, site })
      if (requestNumber !== requestCount) throw loginEnded()
      expectAnswer(login)
      if (isResumed) return { ...replyTo(login, waitOf(answer.error)), isResumed }
      await storePendingLogin(login)
      return replyTo(login, answer.retryInSeconds)
    },
    async approved() {
      if (!pendingLink) throw await loginExpired()
      return pollLink(pendingLink.attempt, link)
    },
    async verify(otp) {
      if (code === undefined) throw await refusal({ code: 'NO_CODE', message: 'Ask for a code first.' })
      const session = await redeem(code, otp)
      code = undefined
      return session
    },
    abort() {
      if (pendingLink) void deletePendingLogin()
      pendingLink = undefined
    },
  }
}
