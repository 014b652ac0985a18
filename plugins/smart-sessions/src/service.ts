import { readWith, type ServiceApi } from '@wallet-modal/kernel'
import { fieldsOf, invalidField, toPlainText } from '@wallet-modal/kernel/assets'
import { isAddress } from './fields.js'
import { type SessionPermission, toPermission } from './permission.js'

/** Maximum number of displayed permissions of a session. */
const MAX_PERMISSIONS = 20
/** Latest time of a `Date`, in milliseconds. */
const MAX_TIME_MS = 8.64e15
/** HTTP statuses with which the service refuses a revocation. The body of such a reply can contain a reason. */
const REFUSALS = [400, 401, 403, 404, 409, 422, 429]

export interface SmartSession {
  /** Id of the session: the permission context of ERC-7715. */
  readonly pci: string
  /** Name of the site that requested the session, as given by that site. */
  readonly site: string
  /** Address of the session key; absent if the service does not return a valid one. */
  readonly signer?: string
  readonly permissions: readonly SessionPermission[]
  /** Number of permissions that `permissions` leaves out. */
  readonly morePermissions: number
  /**
   * In milliseconds since the Unix epoch. `null` for a session without an end: the service returns a time later than a `Date` can represent. Absent
   * if the service does not return a valid time.
   */
  readonly expiresAt?: number | null
  readonly isRevoked: boolean
}

export interface SessionList {
  readonly sessions: readonly SmartSession[]
  /** Number of sessions without a valid id. They can be neither displayed nor revoked. */
  readonly unreadableCount: number
}

/** Refusal of a revocation by the service. `reason` is the message in the reply, empty if there is none. */
export interface Refusal {
  readonly reason: string
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/**
 * Converts the end of a session from seconds to milliseconds since the Unix epoch. `null` if it is later than a `Date` can represent; `undefined` if
 * the value is invalid.
 */
function toExpiry(value: unknown): number | null | undefined {
  const seconds = typeof value === 'string' && /^\d{1,20}$/.test(value) ? Number(value) : value
  if (typeof seconds !== 'number' || !(seconds >= 0)) return undefined
  return seconds * 1000 > MAX_TIME_MS ? null : seconds * 1000
}

/** Parses a session. `undefined` if its id is invalid. The id can be long: for some wallets it contains the complete permission. */
function toSession(value: unknown): SmartSession | undefined {
  const { pci, project, signer, permissions, expiry, revokedAt } = fieldsOf(value)
  if (typeof pci !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(pci)) return undefined
  const expiresAt = toExpiry(expiry)
  const all = listOf(permissions)
  return {
    ...{ pci, site: toPlainText(fieldsOf(project).name) },
    ...(expiresAt !== undefined && { expiresAt }),
    ...(isAddress(signer) && { signer }),
    permissions: all.slice(0, MAX_PERMISSIONS).map(toPermission),
    morePermissions: Math.max(0, all.length - MAX_PERMISSIONS),
    isRevoked: typeof revokedAt === 'number',
  }
}

const listReply = readWith((value): SessionList => {
  const { pcis } = fieldsOf(value)
  if (!Array.isArray(pcis)) return invalidField('"pcis"')
  const sessions = pcis.flatMap((one) => toSession(one) ?? [])
  return { sessions, unreadableCount: pcis.length - sessions.length }
})

/** Reply to a revocation: `{ success: true }`, or a refusal as `{ error: { message } }` or `{ reasons: [{ description }] }`. */
const revocationReply = readWith((value): Refusal | undefined => {
  const { success, error, reasons } = fieldsOf(value)
  if (success === true) return undefined
  const [first] = listOf(reasons)
  return { reason: toPlainText(fieldsOf(error).message ?? fieldsOf(first).description) }
})

export interface SessionsService {
  /** Reads the sessions, without a cache. `account` is CAIP-10. */
  list(account: string, signal: AbortSignal): Promise<SessionList>
  /**
   * Submits a revocation, without retries. `signature` is the account's signature of the text that `revocationMessage` returns. Resolves with
   * `undefined` if the session was revoked, and with the refusal if the service replied with one. Rejects on any other reply, or without a reply.
   */
  revoke(address: string, body: { readonly pci: string; readonly signature: string }): Promise<Refusal | undefined>
}

export const createSessionsService = (api: ServiceApi): SessionsService => ({
  list: (account, signal) => api.get(`/v1/sessions/${encodeURIComponent(account)}`, { schema: listReply, signal }),
  revoke: (address, body) =>
    api.post(`/v1/sessions/${encodeURIComponent(address)}/revoke`, body, {
      ...{ schema: revocationReply, okStatuses: REFUSALS },
    }),
})
