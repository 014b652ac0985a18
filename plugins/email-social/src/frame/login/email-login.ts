import type { ReplyPayload } from '../../frame-messages.js'
import { deviceSecret } from '../account/device.js'
import { FrameError, gateway, refusal } from '../gateway.js'

/** Login by email. Its secrets stay in this frame: neither the code nor the link of a mail is enough without them. */
export interface EmailLogin {
  /** Sends a code, or a link if this browser is not registered for the address. */
  begin(email: string): Promise<ReplyPayload<'CONNECT_EMAIL'>>
  /** Resolves once the link was opened and the code was sent. Rejects if the visitor refused, or if the login expired or was ended. */
  approved(): Promise<ReplyPayload<'CONNECT_DEVICE'>>
  /** Resolves with a session. */
  verify(otp: string): Promise<string>
  /** Stops waiting for the link. */
  abort(): void
}

const POLL_MS = 1_000
/** Number of consecutive gateway failures that are tolerated. */
const MAX_FAILURES = 5
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, POLL_MS))

const loginExpired = (): Promise<FrameError> =>
  refusal({ code: 'NO_LOGIN', message: 'This login has ended. Start again.', reason: 'LOGIN_EXPIRED' })

export function createEmailLogin(site: string): EmailLogin {
  let code: string | undefined
  let pendingLink: { readonly email: string; readonly attempt: string } | undefined
  /** Incremented at each code request. The late reply of an earlier request is discarded. */
  let requestCount = 0
  const poll = async (attempt: string, failures = 0): Promise<ReplyPayload<'CONNECT_DEVICE'>> => {
    if (pendingLink?.attempt !== attempt) throw new FrameError(4001, 'The login was ended.')
    try {
      const { request, retryInSeconds = 0 } = await gateway.deviceResult(attempt)
      if (request !== null) {
        if (pendingLink?.attempt !== attempt) throw new FrameError(4001, 'The login was ended.')
        pendingLink = undefined
        code = request
        return { retryInSeconds }
      }
    } catch (error) {
      if (error instanceof FrameError || failures >= MAX_FAILURES) throw error
      await pause()
      return poll(attempt, failures + 1)
    }
    await pause()
    return poll(attempt)
  }
  return {
    async begin(input) {
      const requestNumber = ++requestCount
      const email = input.trim().toLowerCase()
      const attempt = pendingLink?.email === email ? pendingLink.attempt : undefined
      const body = { email, site, device: await deviceSecret(), ...(attempt !== undefined && { attempt }) }
      const answer = await gateway.requestCode(body)
      if (requestNumber !== requestCount) throw new FrameError(4001, 'The login was ended.')
      const { retryInSeconds } = answer
      if (answer.request !== undefined) {
        pendingLink = undefined
        code = answer.request
        return { action: 'VERIFY_OTP', retryInSeconds }
      }
      if (answer.attempt === undefined) throw await refusal({ code: 'FAULT', message: 'An error occurred' })
      code = undefined
      pendingLink = { email, attempt: answer.attempt }
      return { action: 'VERIFY_DEVICE', retryInSeconds }
    },
    async approved() {
      if (!pendingLink) throw await loginExpired()
      return poll(pendingLink.attempt)
    },
    async verify(otp) {
      if (code === undefined) throw await refusal({ code: 'NO_CODE', message: 'Ask for a code first.' })
      const { session } = await gateway.verify(code, otp)
      code = undefined
      return session
    },
    abort() {
      pendingLink = undefined
    },
  }
}
