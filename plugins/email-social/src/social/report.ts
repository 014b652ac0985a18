import { type Context, tracked } from '@wallet-modal/kernel'
import type { Social } from './socials.js'

type SocialEvent =
  | 'SOCIAL_LOGIN_STARTED'
  | 'SOCIAL_LOGIN_REQUEST_USER_DATA'
  | 'SOCIAL_LOGIN_SUCCESS'
  | 'SOCIAL_LOGIN_CANCELED'
  | 'SOCIAL_LOGIN_ERROR'

export type ReportSocial = (provider: Social, event: SocialEvent, message?: string) => void

/** Reports the steps of social logins to analytics. */
export const createReport =
  (ctx: Context): ReportSocial =>
  (provider, event, message) =>
    ctx.emit(tracked, { event, properties: { provider, ...(message !== undefined && { message }) } })
