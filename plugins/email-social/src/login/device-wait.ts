import { type ReadonlySignal, signal, tracked, type ViewContext } from '@wallet-modal/kernel'
import { EmailVerifyOtp } from '../contract.js'
import { failureText } from '../failure-text.js'
import type { Login } from './login.js'

/** State of the wait for the mailed link. */
export type DeviceStep = { readonly status: 'waiting' } | { readonly status: 'failed'; readonly message: string }

/** Waits until the visitor opens the mailed link that registers this browser, then displays the view for the login code. */
export interface DeviceWait {
  readonly step: ReadonlySignal<DeviceStep>
  start(): void
  /**
   * Sends a new link. If a code was sent instead, displays the view for the code. Resolves with false if no link was sent, or if the view was closed
   * before that.
   */
  resend(email: string): Promise<boolean>
  /** Stops waiting: opening the link later does not log in. Call when the view closes. */
  stop(): void
}

export function createDeviceWait(
  { wallet, request, waitToResend }: Pick<Login, 'wallet' | 'request' | 'waitToResend'>,
  ctx: ViewContext,
  email: string,
): DeviceWait {
  const step = signal<DeviceStep>({ status: 'waiting' })
  /** Number of starts and ends of the wait so far. Results of an earlier wait are discarded. */
  let generation = 0
  const enterCode = (): void => {
    generation++
    void ctx.router.replace(EmailVerifyOtp, { email })
  }
  const run = async (generationAtStart: number): Promise<void> => {
    const { retryInSeconds } = await (await wallet()).finishDevice()
    if (generationAtStart !== generation) return
    ctx.emit(tracked, { event: 'DEVICE_REGISTERED_FOR_EMAIL' })
    ctx.emit(tracked, { event: 'EMAIL_VERIFICATION_CODE_SENT' })
    waitToResend(retryInSeconds)
    enterCode()
  }
  const start = (): void => {
    const generationAtStart = ++generation
    step.value = { status: 'waiting' }
    run(generationAtStart).catch((error: unknown) => {
      if (generationAtStart === generation) step.value = { status: 'failed', message: failureText(ctx, error) }
    })
  }
  return {
    step,
    start,
    async resend() {
      const generationAtStart = generation
      const action = await request(email)
      if (generationAtStart !== generation) return false // the view was closed
      if (action === 'VERIFY_OTP')
        enterCode() // the browser was registered in another tab meanwhile
      else if (action === 'VERIFY_DEVICE' && step.peek().status === 'failed') start()
      return action === 'VERIFY_DEVICE'
    },
    stop() {
      generation++
      wallet()
        .then((embeddedWallet) => embeddedWallet.abort())
        .catch(() => undefined) // fails if the frame was removed, which has ended the request
    },
  }
}
