import { type ConnectParams, view } from '@wallet-modal/kernel'
import type { Social } from './social/socials.js'

/** Logged-in user. */
export interface EmailSocialUser {
  /** Email address of a login by email; absent for a social login. */
  readonly email?: string
  /** Login method; absent if the gateway is too old to return it. */
  readonly login?: 'email' | Social
}

export interface EmailLoginParams extends ConnectParams {
  /** Initial value of the field. The gateway sends no email until the visitor continues. */
  readonly email?: string
}

/** View with the email field. */
export const EmailLogin = view<EmailLoginParams | undefined>('@wallet-modal/email-social#EmailLogin')

/** Email field as a block of the Connect view. */
export const EmailBlock = view('@wallet-modal/email-social#EmailBlock')

/** View that waits until the visitor opens the link that registers this browser. */
export const EmailVerifyDevice = view<{ readonly email: string }>('@wallet-modal/email-social#EmailVerifyDevice')

/** View with the field for the six-digit login code that was sent to `email`. */
export const EmailVerifyOtp = view<{ readonly email: string }>('@wallet-modal/email-social#EmailVerifyOtp')

/** Form for a new email address of the account. */
export const UpdateEmailWallet = view('@wallet-modal/email-social#UpdateEmailWallet')

/** View with the field for the code that was sent to the account's current email address, `email`. */
export const UpdateEmailPrimaryOtp = view<{ readonly email: string }>(
  '@wallet-modal/email-social#UpdateEmailPrimaryOtp',
)

/** View with the field for the code that was sent to the new email address, `email`. */
export const UpdateEmailSecondaryOtp = view<{ readonly email: string }>(
  '@wallet-modal/email-social#UpdateEmailSecondaryOtp',
)

/** Frame that shows the recovery code of a new wallet. In a new browser, it asks for the recovery code or a passkey. */
export const EmailWalletSetup = view('@wallet-modal/email-social#EmailWalletSetup')

/** Frame in which the visitor approves a signing request. */
export const ApproveTransaction = view('@wallet-modal/email-social#ApproveTransaction')

/** Frame with the list of logged-in devices. The visitor can sign devices out. */
export const ManageDevices = view('@wallet-modal/email-social#ManageDevices')

/**
 * Frame that shows the private key of the EVM account. The visitor must confirm first: with an emailed code after an email login, or with
 * the recovery code or a passkey after a social login.
 */
export const ExportKey = view('@wallet-modal/email-social#ExportKey')

/** Frame in which the visitor approves a change of the email address. */
export const ApproveEmailChange = view('@wallet-modal/email-social#ApproveEmailChange')

/** View with a link to the wallet's own page, `/dashboard` on the frame's origin. */
export const UpgradeEmailWallet = view('@wallet-modal/email-social#UpgradeEmailWallet')

/** View for the choice between standard account (EOA) and smart account. */
export const SmartAccountSettings = view('@wallet-modal/email-social#SmartAccountSettings')

/** Buttons of the social logins as a block of the Connect view. */
export const SocialBlock = view('@wallet-modal/email-social#SocialBlock')

/** View with all social logins of the site. */
export const ConnectSocials = view('@wallet-modal/email-social#ConnectSocials')

/** View that waits for the window of a social login. Without a pending login, the view lists the site's social logins. */
export const ConnectingSocial = view('@wallet-modal/email-social#ConnectingSocial')

/** View for the login in the Farcaster app: a QR code to scan with a phone, and a link. On a phone, only the link. */
export const ConnectingFarcaster = view('@wallet-modal/email-social#ConnectingFarcaster')

/** Id of the embedded wallet's frame in the slot `persistentElements`. */
export const FRAME = '@wallet-modal/email-social#frame'
