import { view } from '@wallet-modal/kernel'

/** Email field. */
export const EmailLogin = view('@wallet-modal/email-social#EmailLogin')

/** The same field as a block of the Connect view. */
export const EmailBlock = view('@wallet-modal/email-social#EmailBlock')

/** Six digits of the code that was sent. */
export const EmailVerifyOtp = view<{ readonly email: string }>('@wallet-modal/email-social#EmailVerifyOtp')

/** The frame, in which the visitor saves or enters the recovery code. */
export const EmailWalletSetup = view('@wallet-modal/email-social#EmailWalletSetup')

/** The frame, in which the visitor approves or rejects what the site asks to sign. */
export const ApproveTransaction = view('@wallet-modal/email-social#ApproveTransaction')

/** Id of the embedded wallet's frame among the persistent elements. */
export const FRAME = '@wallet-modal/email-social#frame'
