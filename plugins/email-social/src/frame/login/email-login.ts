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
import { isFault, isGone } from './poll-errors.js'

/** Login by email. The gateway's ids of the code and the link stay in this frame: without the ids, nobody can log in with the mail. */
export interface EmailLogin {
  /**
   * Requests a mail with a code, or with a link if this browser is not registered for the address. If the gateway refuses because the previous mail
   * is too recent, and the page was reloaded since that mail, `begin` resumes the login of that mail.
   */
  begin(email: string): Promise<ReplyPayload<'CONNECT_EMAIL'>>
  /** Resolves when the link was approved and the code was sent. Rejects if the visitor refused the link, or if the login has expired or was ended. */
  approved(): Promise<ReplyPayload<'CONNECT_DEVICE'>>
  /** Submits the code. Resolves with a session token. */
  verify(otp: string): Promise<string>
  /** Stops waiting for the link, and deletes the stored login. A pending call of `begin` rejects with 4001. Has no effect once the code was sent. */
  abort(): void
}

const POLL_MS = 1_000
/**
 * Number of consecutive requests that may fail without ending the login. This applies to requests without a reply, to `REFUSED` (by a proxy), and to
 * `FAULT` (of the gateway or a proxy). All other errors end the login immediately.
 */
const MAX_FAILURES = 5
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, POLL_MS))

const loginExpired = (): Promise<FrameError> =>
  refusal({ code: 'NO_LOGIN', message: 'This login has ended. Start again.', reason: 'LOGIN_EXPIRED' })

const loginEnded = (): FrameError => new FrameError(4001, 'The login was ended.')

/** Whether the code has expired, or is locked after too many wrong attempts. */
const isCodeEnded = (error: unknown): boolean =>
  error instanceof FrameError && (error.reason === 'CODE_EXPIRED' || error.reason === 'CODE_LOCKED')

const isTooSoon = (error: unknown): boolean => error instanceof FrameError && error.reason === 'COOLDOWN'

/** Seconds until another mail can be sent, as stated by the gateway's error. */
const retrySecondsOf = (error: unknown): number | undefined =>
  error instanceof FrameError ? error.retryInSeconds : undefined

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

/** Exchanges a code for a session token. Deletes the stored login if the code was accepted, has expired or is locked. */
async function redeem(request: string, otp: string): Promise<string> {
  try {
    const { session } = await gateway.verify(request, otp)
    await deletePendingLogin(request)
    return session
  } catch (error) {
    if (isCodeEnded(error)) await deletePendingLogin(request)
    throw error
  }
}

/** Returns the stored login if `error` means that the previous mail is too recent. Otherwise, or if no login is stored, throws `error`. */
async function findEarlier(error: unknown, addressee: Pick<PendingLogin, 'email' | 'site'>): Promise<PendingLogin> {
  const login = isTooSoon(error) ? await readPendingLogin(addressee) : undefined
  if (login) return login
  throw error
}

/** Stores a login. If the login was ended during the write, deletes it and rejects with 4001. */
async function storeUnlessEnded(login: PendingLogin, isEnded: () => boolean): Promise<void> {
  await storePendingLogin(login)
  if (!isEnded()) return
  await deletePendingLogin(login.id)
  throw loginEnded()
}

interface LinkState {
  /** Whether the frame still waits for the link of this attempt. */
  isPending(attempt: string): boolean
  /** Called when the link was approved, with the id of the code that was sent then. */
  onCode(request: string): Promise<void>
}

/** Polls the gateway until the visitor has approved or refused the link. `errors`: errors of the preceding requests, since the last reply. */
async function pollLink(
  attempt: string,
  link: LinkState,
  errors: readonly unknown[] = [],
): Promise<ReplyPayload<'CONNECT_DEVICE'>> {
  if (!link.isPending(attempt)) throw loginEnded()
  try {
    const { request, retryInSeconds = 0 } = await gateway.deviceResult(attempt)
    if (!link.isPending(attempt)) throw loginEnded()
    if (request !== null) {
      await link.onCode(request)
      return { retryInSeconds }
    }
  } catch (error) {
    const isEnded = error instanceof FrameError && error.code !== 'REFUSED' && error.code !== 'FAULT'
    if (isEnded && link.isPending(attempt)) await deletePendingLogin(attempt) // the link was refused or has expired
    // the result can be read only once: `NOT_FOUND` after a fault may mean that the gateway failed after reading it
    if (isEnded || errors.length >= MAX_FAILURES) throw isGone(error) ? (errors.find(isFault) ?? error) : error
    await pause()
    return pollLink(attempt, link, [...errors, error])
  }
  await pause()
  return pollLink(attempt, link)
}

export function createEmailLogin(site: string): EmailLogin {
  /** Id of the code that was sent last. */
  let code: string | undefined
  let pendingLink: { readonly email: string; readonly attempt: string } | undefined
  /** Address for which this frame has requested a mail or resumed a login. */
  let lastEmail: string | undefined
  /** Number of calls of `begin` and `abort` so far. The late reply of an earlier call of `begin` is discarded. */
  let generation = 0
  void deleteExpiredLogin()
  const setPendingLogin = ({ kind, id, email }: PendingLogin): void => {
    lastEmail = email
    code = kind === 'code' ? id : undefined
    pendingLink = kind === 'link' ? { email, attempt: id } : undefined
  }
  const link: LinkState = {
    isPending: (attempt) => pendingLink?.attempt === attempt,
    async onCode(request) {
      if (!pendingLink) return
      const login = { kind: 'code', id: request, email: pendingLink.email, site } as const
      setPendingLogin(login)
      await storePendingLogin(login)
    },
  }
  return {
    async begin(input) {
      const generationAtStart = ++generation
      const isEnded = (): boolean => generationAtStart !== generation
      const email = input.trim().toLowerCase()
      const attempt = pendingLink?.email === email ? pendingLink.attempt : undefined
      const body = { email, site, device: await deviceSecret(), ...(attempt !== undefined && { attempt }) }
      const answer = await gateway.requestCode(body).catch((error: unknown) => ({ error }))
      const isResumed = 'error' in answer
      if (isResumed && email === lastEmail) throw answer.error
      const login = isResumed
        ? await findEarlier(answer.error, { email, site })
        : await toPendingLogin(answer, { email, site })
      if (isEnded()) throw loginEnded()
      if (!isResumed) await storeUnlessEnded(login, isEnded)
      setPendingLogin(login)
      if (isResumed) return { ...replyTo(login, retrySecondsOf(answer.error)), isResumed }
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
      generation++
      if (pendingLink) void deletePendingLogin(pendingLink.attempt)
      pendingLink = undefined
    },
  }
}
