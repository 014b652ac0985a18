import { type ReadonlySignal, signal, tracked, type ViewContext } from '@wallet-modal/kernel'
import { EmailVerifyOtp } from './contract.js'
import { failureText } from './failure-text.js'
import type { Login } from './login.js'

export type DeviceStep = { readonly status: 'waiting' } | { readonly status: 'failed'; readonly message: string }

/** Waits until a login's link is opened, then pushes the view for the code. */
export interface DeviceWait {
  readonly step: ReadonlySignal<DeviceStep>
  start(): void
  /** Sends a new link. */
  resend(email: string): Promise<boolean>
  /** The visitor left the view: opening the link later does not log in. */
  stop(): void
}

export function createDeviceWait(
  { wallet, request, waitToResend }: Pick<Login, 'wallet' | 'request' | 'waitToResend'>,
  ctx: ViewContext,
  email: string,
): DeviceWait {
  const step = signal<DeviceStep>({ status: 'waiting' })
  let generation = 0
  const enterCode = (): void => {
    generation++
    void ctx.router.replace(EmailVerifyOtp, { email })
  }
  const run = async (mine: number): Promise<void> => {
    const { retryInSeconds } = await (await wallet()).finishDevice()
    if (mine !== generation) return
    ctx.emit(tracked, { event: 'DEVICE_REGISTERED_FOR_EMAIL' })
    ctx.emit(tracked, { event: 'EMAIL_VERIFICATION_CODE_SENT' })
    waitToResend(retryInSeconds)
    enterCode()
  }
  const start = (): void => {
    const mine = ++generation
    step.value = { status: 'waiting' }
    run(mine).catch((error: unknown) => {
      if (mine === generation) step.value = { status: 'failed', message: failureText(ctx, error) }
    })
  }
  return {
    step,
    start,
    async resend() {
      const mine = generation
      const action = await request(email)
      if (mine !== generation) return false // the view was closed
      if (action === 'VERIFY_OTP')
        enterCode() // registered meanwhile in another tab
      else if (action === 'VERIFY_DEVICE' && step.peek().status === 'failed') start()
      return action !== null
    },
    stop() {
      generation++
      wallet()
        .then((known) => known.abort())
        .catch(() => undefined) // the frame was removed, which ended the request
    },
  }
}
