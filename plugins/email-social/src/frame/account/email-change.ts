import type { ReplyPayload } from '../../frame-messages.js'
import type { ApprovalQueue, Approvals } from '../approval/approvals.js'
import { clear } from '../element.js'
import { FrameError, gateway, refusal } from '../gateway.js'
import { t } from '../strings.js'
import type { LoginWithKey } from './account.js'

interface EmailChangeOptions {
  readonly site: string
  readonly approvals: ApprovalQueue
  /** Rejects if nobody is logged in. */
  login(): Promise<LoginWithKey>
  /** Called after the gateway has changed the address of the login's account. */
  onChanged(login: LoginWithKey, email: string): Promise<void>
}

export interface EmailChange {
  /**
   * Asks the visitor to approve the new address, then requests a code. Rejects with 4001 if the visitor rejects. Skips the approval if the last
   * approval in this login was for the same address, and the change has not expired. `isResend`: if an approval is necessary, rejects with the reason
   * `CHANGE_EXPIRED` instead of asking.
   */
  begin(email: string, options?: { readonly isResend?: boolean | undefined }): Promise<ReplyPayload<'UPDATE_EMAIL'>>
  verifyOldEmail(otp: string): Promise<ReplyPayload<'UPDATE_EMAIL_PRIMARY_OTP'>>
  verifyNewEmail(otp: string): Promise<ReplyPayload<'UPDATE_EMAIL_SECONDARY_OTP'>>
}

const EXPIRED = {
  ...{ code: 'NOT_FOUND', reason: 'CHANGE_EXPIRED' },
  message: 'The change of email has expired. Start again.',
}

interface AddressChange {
  readonly site: string
  readonly from: string
  readonly to: string
}

async function approveChange(approvals: Approvals, { site, from, to }: AddressChange): Promise<void> {
  await approvals.ask({
    title: t('title.email'),
    warnings: [t('warning.email')],
    facts: [
      { label: 'site', value: site },
      { label: 'oldEmail', value: from },
      { label: 'newEmail', value: to },
    ],
  })
  clear()
}

/**
 * Handles the messages that change the account's email address. The visitor enters the codes in the page, but the page must not choose the new
 * address. Therefore the frame first displays the old and the new address for approval.
 */
export function createEmailChange({ site, approvals, login, onChanged }: EmailChangeOptions): EmailChange {
  let current: { readonly email: string; readonly session: string; change?: string } | undefined
  const changeId = async (session: string): Promise<string> => {
    if (current?.session === session && current.change !== undefined) return current.change
    throw await refusal({ code: 'NO_CODE', message: 'Ask for a code first.' })
  }
  /** Resolves with the result of a gateway call. If the change has expired at the gateway, clears `current`, so that `begin` starts a new change. */
  const callForCurrent = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call
    } catch (error) {
      if (error instanceof FrameError && error.reason === 'CHANGE_EXPIRED') current = undefined
      throw error
    }
  }
  const begin = async (input: string, own: Approvals, isResend: boolean): Promise<ReplyPayload<'UPDATE_EMAIL'>> => {
    const email = input.trim().toLowerCase()
    const loginWithKey = await login()
    const { session, account } = loginWithKey
    if (account.email === undefined)
      throw await refusal({ code: 4200, message: 'This account does not log in by email.', reason: 'NO_EMAIL' })
    if (account.email === email)
      throw await refusal({
        code: 'INVALID_REQUEST',
        message: 'This is the email address of the wallet.',
        reason: 'ADDRESS_UNCHANGED',
      })
    if (current?.email !== email || current.session !== session) {
      if (isResend) throw await refusal(EXPIRED)
      await approveChange(own, { site, from: account.email, to: email })
      current = { email, session }
    }
    const pending = current
    const earlierChange = pending.change
    const { proveKey } = await import('../key/proof.js')
    const body = {
      email,
      proof: await proveKey(loginWithKey, 'change-email', [email]),
      ...(earlierChange !== undefined && { change: earlierChange }),
    }
    const { change, step, retryInSeconds } = await callForCurrent(gateway.beginEmailChange(session, body))
    pending.change = change
    return { action: `VERIFY_${step}_OTP`, retryInSeconds }
  }
  return {
    begin: (input, { isResend = false } = {}) => approvals.handle((own) => begin(input, own, isResend)),
    async verifyOldEmail(otp) {
      const { session } = await login()
      return callForCurrent(gateway.verifyOldEmail(session, await changeId(session), otp))
    },
    async verifyNewEmail(otp) {
      const changedLogin = await login()
      const { session } = changedLogin
      const { email } = await callForCurrent(gateway.verifyNewEmail(session, await changeId(session), otp))
      current = undefined
      await onChanged(changedLogin, email)
      return { newEmail: email }
    },
  }
}
