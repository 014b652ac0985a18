import { view } from '@wallet-modal/kernel'

/** Email field. */
export const EmailLogin = view('@wallet-modal/email-social#EmailLogin')

/** The same field as a block of the Connect view. */
export const EmailBlock = view('@wallet-modal/email-social#EmailBlock')

/** Waits for the link that was sent, which registers this browser. */
export const EmailVerifyDevice = view<{ readonly email: string }>('@wallet-modal/email-social#EmailVerifyDevice')

/** Six digits of the code that was sent. */
export const EmailVerifyOtp = view<{ readonly email: string }>('@wallet-modal/email-social#EmailVerifyOtp')

/** Form for another email address of the account. */
export const UpdateEmailWallet = view('@wallet-modal/email-social#UpdateEmailWallet')

/** Code that the account's present address got. `email` is the present address. */
export const UpdateEmailPrimaryOtp = view<{ readonly email: string }>(
  '@wallet-modal/email-social#UpdateEmailPrimaryOtp',
)

/** Code that the new address got. */
export const UpdateEmailSecondaryOtp = view<{ readonly email: string }>(
  '@wallet-modal/email-social#UpdateEmailSecondaryOtp',
)

/** The frame, in which the visitor saves or enters the recovery code. */
export const EmailWalletSetup = view('@wallet-modal/email-social#EmailWalletSetup')

/** The frame, in which the visitor approves or rejects what the site asks to sign. */
export const ApproveTransaction = view('@wallet-modal/email-social#ApproveTransaction')

/** The frame, in which the visitor sees the devices that are logged in and signs them out. */
export const ManageDevices = view('@wallet-modal/email-social#ManageDevices')

/** The frame, in which the visitor sees the private key of the account after a code. */
export const ExportKey = view('@wallet-modal/email-social#ExportKey')

/** The frame, in which the visitor approves a change of the email address. */
export const ApproveEmailChange = view('@wallet-modal/email-social#ApproveEmailChange')

/** Leads to the wallet's own page, `/dashboard` of the frame's origin. */
export const UpgradeEmailWallet = view('@wallet-modal/email-social#UpgradeEmailWallet')

/** Choice between the plain account and the smart account. */
export const SmartAccountSettings = view('@wallet-modal/email-social#SmartAccountSettings')

/** Buttons of the social logins as a block of the Connect view. */
export const SocialBlock = view('@wallet-modal/email-social#SocialBlock')

/** Every social login that the site offers. */
export const ConnectSocials = view('@wallet-modal/email-social#ConnectSocials')

/** Waits for the window of a social login. */
export const ConnectingSocial = view('@wallet-modal/email-social#ConnectingSocial')

/** Code and link for the phone that holds the Farcaster account. */
export const ConnectingFarcaster = view('@wallet-modal/email-social#ConnectingFarcaster')

/** Id of the embedded wallet's frame among the persistent elements. */
export const FRAME = '@wallet-modal/email-social#frame'
