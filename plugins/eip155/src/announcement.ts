import type { Eip1193Provider } from './contract.js'

/** An EIP-6963 announcement after checking. Everything in it was written by whoever announced. */
export interface Announcement {
  readonly uuid: string
  readonly name: string
  readonly icon: string | undefined
  readonly rdns: string | undefined
  readonly provider: Eip1193Provider
}

const MAX_NAME = 64
const MAX_ICON = 200_000
const rdnsPattern = /^(?=.{3,253}$)[a-z\d]([-a-z\d]*[a-z\d])?(\.[a-z\d]([-a-z\d]*[a-z\d])?)+$/i
const iconPattern = /^data:image\/(png|webp|jpeg|gif|svg\+xml)[;,]/i

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Whether something has the `request` function of EIP-1193. */
export const isProvider = (value: unknown): value is Eip1193Provider =>
  (isRecord(value) || typeof value === 'function') && 'request' in value && typeof value.request === 'function'

/** Without controls and direction marks, which could make one name look like another. */
const plainText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, MAX_NAME)

/** `null` for what is no usable announcement. Wallets reach us through page events, so nothing is taken on trust. */
export function parseAnnouncement(detail: unknown): Announcement | null {
  try {
    if (!isRecord(detail) || !isRecord(detail.info) || !isProvider(detail.provider)) return null
    const { uuid, name, icon, rdns } = detail.info
    if (typeof uuid !== 'string' || uuid.length === 0 || uuid.length > 64 || typeof name !== 'string') return null
    const shown = plainText(name)
    if (!shown) return null
    return {
      uuid,
      name: shown,
      icon: typeof icon === 'string' && icon.length <= MAX_ICON && iconPattern.test(icon) ? icon : undefined,
      rdns: typeof rdns === 'string' && rdnsPattern.test(rdns) ? rdns.toLowerCase() : undefined,
      provider: detail.provider,
    }
  } catch {
    return null // a getter that throws is a hostile announcement
  }
}
