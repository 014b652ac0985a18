import { type ReadonlySignal, signal, type ViewContext } from '@wallet-modal/kernel'
import { ApproveEmailChange, UpdateEmailPrimaryOtp, UpdateEmailSecondaryOtp } from './contract.js'
import { EmailWalletError } from './errors.js'
import { failureText } from './failure-text.js'
import type { Login, LoginStep } from './login/login.js'

/** Flow that changes the account's email address. */
export interface EmailChange {
  readonly step: ReadonlySignal<LoginStep>
  /** Time from which another code can be requested, in milliseconds since the Unix epoch. */
  readonly resendAt: ReadonlySignal<number>
  /** Requested new address that is not yet confirmed. */
  email(): string
  /** Displays the frame until the visitor approves, and then the view for the first code. */
  start(email: string): Promise<void>
  /** Sends the code of the current step again. Resolves with false on failure. If the change has expired, goes back to the address field. */
  resend(): Promise<boolean>
  /** Submits the code sent to the current address, and displays the view for the second code. */
  verifyOldEmail(otp: string): Promise<void>
  /** Submits the code sent to the new address. On success, closes the modal, unless the visitor has left the view. */
  verifyNewEmail(otp: string): Promise<void>
  /** Clears the error. Call when the visitor edits the field. */
  edit(): void
}

type WalletLogin = Pick<Login, 'wallet'>

const changes = new WeakMap<WalletLogin, EmailChange>()

/** Returns the email change of a login. All views of the login share it. */
export function emailChangeOf(login: WalletLogin, ctx: ViewContext): EmailChange {
  const change = changes.get(login) ?? createEmailChange(login, ctx)
  changes.set(login, change)
  return change
}

/**
 * State of the flow's actions. `attempt` runs an action and sets `step`; it resolves with false if the action failed or another action is running.
 * `wait` sets `resendAt`, the earliest time of another mail.
 */
function createAttempts(ctx: ViewContext) {
  const step = signal<LoginStep>({ status: 'idle' })
  const resendAt = signal(0)
  const wait = (seconds: number): void => {
    resendAt.value = Date.now() + seconds * 1000
  }
  const isBusy = (): boolean => step.peek().status === 'sending' || step.peek().status === 'checking'
  const attempt = async (status: 'sending' | 'checking', act: () => Promise<void>): Promise<boolean> => {
    if (isBusy()) return false
    step.value = { status }
    try {
      await act()
      step.value = { status: 'idle' }
      return true
    } catch (error) {
      if (error instanceof EmailWalletError && error.retryInSeconds !== undefined) wait(error.retryInSeconds)
      const isRejected = error instanceof EmailWalletError && error.code === 4001
      step.value = isRejected ? { status: 'idle' } : { status: 'failed', message: failureText(ctx, error) }
      return false
    }
  }
  return {
    ...{ step, resendAt, wait, attempt },
    edit(): void {
      if (step.peek().status === 'failed') step.value = { status: 'idle' }
    },
  }
}

/** Returns a function that replaces the current view. It does nothing if the visitor has left this view. */
function replaceLater({ router }: ViewContext) {
  const route = router.current.peek()
  return (view: typeof UpdateEmailPrimaryOtp, email: string): void => {
    if (router.current.peek() === route) void router.replace(view, { email })
  }
}

/** Settles like `request`. If the change has expired, first goes back to the field for the address, unless the visitor has left the current view. */
async function backIfExpired<T>({ router }: ViewContext, request: Promise<T>): Promise<T> {
  const route = router.current.peek()
  try {
    return await request
  } catch (error) {
    const isExpired = error instanceof EmailWalletError && error.reason === 'CHANGE_EXPIRED'
    if (isExpired && router.current.peek() === route) router.back()
    throw error
  }
}

function createEmailChange({ wallet }: WalletLogin, ctx: ViewContext): EmailChange {
  const { step, resendAt, wait, attempt, edit } = createAttempts(ctx)
  let newEmail = ''
  const update = async (options?: { readonly isResend: true }): Promise<`VERIFY_${'PRIMARY' | 'SECONDARY'}_OTP`> => {
    const { action, retryInSeconds } = await (await wallet()).updateEmail(newEmail, options)
    wait(retryInSeconds)
    return action
  }
  /** Displays the frame until the visitor approves the change there. Closing the view rejects the change. */
  const approve = async (): Promise<void> => {
    const embeddedWallet = await wallet()
    embeddedWallet.syncTheme()
    let isSettled = false
    void ctx.router.push(ApproveEmailChange).then(() => {
      if (!isSettled) embeddedWallet.abort().catch(() => undefined) // rejects if the frame was removed, which has also ended the request
    })
    const replace = replaceLater(ctx)
    try {
      const [oldEmail, action] = [embeddedWallet.email.peek() ?? '', await update()]
      isSettled = true
      if (action === 'VERIFY_PRIMARY_OTP') replace(UpdateEmailPrimaryOtp, oldEmail)
      else replace(UpdateEmailSecondaryOtp, newEmail)
    } catch (error) {
      isSettled = true
      if (ctx.router.current.peek()?.view.name === ApproveEmailChange.name) ctx.router.back()
      throw error
    }
  }
  return {
    ...{ step, resendAt, edit, email: () => newEmail },
    async start(email) {
      newEmail = email.trim().toLowerCase()
      await attempt('sending', approve)
    },
    resend: () =>
      attempt('sending', async () => {
        const replace = replaceLater(ctx)
        const isAtOldEmail = ctx.router.current.peek()?.view.name === UpdateEmailPrimaryOtp.name
        const action = await backIfExpired(ctx, update({ isResend: true }))
        // the gateway may have accepted the code of the old address although its reply was lost
        if (action === 'VERIFY_SECONDARY_OTP' && isAtOldEmail) replace(UpdateEmailSecondaryOtp, newEmail)
      }),
    async verifyOldEmail(otp) {
      await attempt('checking', async () => {
        const replace = replaceLater(ctx)
        wait((await (await wallet()).verifyOldEmail(otp)).retryInSeconds)
        replace(UpdateEmailSecondaryOtp, newEmail)
      })
    },
    async verifyNewEmail(otp) {
      await attempt('checking', async () => {
        const route = ctx.router.current.peek()
        await (await wallet()).verifyNewEmail(otp)
        newEmail = ''
        ctx.toast.success(ctx.t('update.done'))
        if (ctx.router.current.peek() === route) ctx.router.close()
      })
    },
  }
}
