import { plainIcon, plainName } from '@wallet-modal/kernel/discovery'
import type { Eip1193Provider } from './contract.js'

/** An EIP-6963 announcement after checking. Everything in it was written by whoever announced. */
export interface Announcement {
  readonly uuid: string
  readonly name: string
  readonly icon: string | undefined
  readonly rdns: string | undefined
  readonly provider: Eip1193Provider
}

const rdnsPattern = /^(?=.{3,253}$)[a-z\d]([-a-z\d]*[a-z\d])?(\.[a-z\d]([-a-z\d]*[a-z\d])?)+$/i

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Whether something has the `request` function of EIP-1193. */
export const isProvider = (value: unknown): value is Eip1193Provider =>
  (isRecord(value) || typeof value === 'function') && 'request' in value && typeof value.request === 'function'

/** `null` for what is no usable announcement. Wallets reach us through page events, so nothing is taken on trust. */
export function parseAnnouncement(detail: unknown): Announcement | null {
  try {
    if (!isRecord(detail) || !isRecord(detail.info) || !isProvider(detail.provider)) return null
    const { uuid, name, icon, rdns } = detail.info
    if (typeof uuid !== 'string' || !uuid || uuid.length > 64) return null
    const shown = plainName(name)
    if (!shown) return null
    return {
      uuid,
      name: shown,
      icon: plainIcon(icon),
      rdns: typeof rdns === 'string' && rdnsPattern.test(rdns) ? rdns.toLowerCase() : undefined,
      provider: detail.provider,
    }
  } catch {
    return null // a getter that throws is a hostile announcement
  }
}
