import { plainIcon, plainName } from '@wallet-modal/kernel/discovery'
import type { Eip1193Provider } from '../contract.js'

/** Validated EIP-6963 announcement. All fields come from the announcing script and are untrusted. */
export interface Announcement {
  readonly uuid: string
  readonly name: string
  readonly icon: string | undefined
  readonly rdns: string | undefined
  readonly provider: Eip1193Provider
}

const rdnsPattern = /^(?=.{3,253}$)[a-z\d]([-a-z\d]*[a-z\d])?(\.[a-z\d]([-a-z\d]*[a-z\d])?)+$/i

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Whether a value has the `request` function of EIP-1193. */
export const isProvider = (value: unknown): value is Eip1193Provider =>
  (isRecord(value) || typeof value === 'function') && 'request' in value && typeof value.request === 'function'

/** Parses the `detail` of an EIP-6963 announcement; `null` if it is invalid. Validates everything, because any script can dispatch such events. */
export function parseAnnouncement(detail: unknown): Announcement | null {
  try {
    if (!isRecord(detail) || !isRecord(detail.info) || !isProvider(detail.provider)) return null
    const { uuid, name, icon, rdns } = detail.info
    if (typeof uuid !== 'string' || !uuid || uuid.length > 64) return null
    const displayName = plainName(name)
    if (!displayName) return null
    return {
      uuid,
      name: displayName,
      icon: plainIcon(icon),
      rdns: typeof rdns === 'string' && rdnsPattern.test(rdns) ? rdns.toLowerCase() : undefined,
      provider: detail.provider,
    }
  } catch {
    return null // a throwing getter means a hostile announcement
  }
}
