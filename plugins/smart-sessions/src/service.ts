import { readWith, type ServiceApi } from '@wallet-modal/kernel'

const MAX_SESSIONS = 200
const MAX_PERMISSIONS = 20
const MAX_TEXT = 200
/** Latest time of a `Date`, in milliseconds. */
const MAX_TIME_MS = 8.64e15
/** HTTP statuses with which the service refuses a revocation. The body of such a reply can contain a reason. */
const REFUSALS = [400, 401, 403, 404, 409, 422, 429]

type Fields = Readonly<Record<string, unknown>>

/** Permission of a session's key. */
export type SessionPermission =
  /** Transfer of the native coin, up to a total in base units. */
  | { readonly type: 'coins'; readonly allowance: bigint }
  /** Calls to the contract at `address`. */
  | { readonly type: 'call'; readonly address: string }
  /** Permission of an unknown type, or with invalid data. `name` is its type. */
  | { readonly type: 'other'; readonly name: string }

export interface SmartSession {
  /** Id of the session: the permission context of ERC-7715. */
  readonly pci: string
  /** Name of the site that requested the session, as given by that site. */
  readonly site: string
  /** Address of the session key; absent if the service does not return a valid one. */
  readonly signer?: string
  readonly permissions: readonly SessionPermission[]
  /** In milliseconds since the Unix epoch. `null`: the session has no end, or ends later than a `Date` can represent. */
  readonly expiresAt: number | null
  readonly isRevoked: boolean
}

/** Refusal of a revocation by the service. `reason` is the message in the reply, empty if there is none. */
export interface Refusal {
  readonly reason: string
}

const bad = (field: string): never => {
  throw new TypeError(`${field} is missing or wrong`)
}

/** Text from the service, made safe for display: limited in length, without invisible characters and direction marks. */
const toPlainText = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replace(/[\p{C}\u2028\u2029]+/gu, ' ')
        .trim()
        .slice(0, MAX_TEXT)
    : ''

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^0x[\da-fA-F]{40}$/.test(value)
const listOf = (value: unknown, limit: number): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, limit) : []

function toPermission(value: unknown): SessionPermission {
  const { type, data }: Fields = Object(value)
  const { allowance, address }: Fields = Object(data)
  if (type === 'native-token-transfer' && typeof allowance === 'string' && /^0x[\da-f]{1,64}$/i.test(allowance))
    return { type: 'coins', allowance: BigInt(allowance) }
  if (type === 'contract-call' && isAddress(address)) return { type: 'call', address }
  return { type: 'other', name: toPlainText(type) }
}

/** Parses a session. Returns an empty list if its expiry or its id is invalid: without a valid id, the session cannot be revoked. */
function toSession(value: unknown): readonly SmartSession[] {
  const { pci, project, signer, permissions, expiry, revokedAt }: Fields = Object(value)
  if (typeof pci !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(pci)) return []
  if (typeof expiry !== 'number' || expiry < 0) return []
  const expiresAt = expiry * 1000 > MAX_TIME_MS ? null : expiry * 1000
  return [
    {
      ...{ pci, site: toPlainText(Object(project).name), expiresAt },
      ...(isAddress(signer) && { signer }),
      permissions: listOf(permissions, MAX_PERMISSIONS).map(toPermission),
      isRevoked: typeof revokedAt === 'number',
    },
  ]
}

const listReply = readWith((value): readonly SmartSession[] => {
  const { pcis }: Fields = Object(value)
  return Array.isArray(pcis) ? pcis.slice(0, MAX_SESSIONS).flatMap(toSession) : bad('"pcis"')
})

/** Reply to a revocation: `{ success: true }`, or a refusal as `{ error: { message } }` or `{ reasons: [{ description }] }`. */
const revocationReply = readWith((value): Refusal | undefined => {
  const { success, error, reasons }: Fields = Object(value)
  if (success === true) return undefined
  const [first] = listOf(reasons, 1)
  return { reason: toPlainText(Object(error).message ?? Object(first).description) }
})

export interface SessionsService {
  /** Reads the sessions, without a cache. `account` is CAIP-10. */
  list(account: string, signal: AbortSignal): Promise<readonly SmartSession[]>
  /** Submits a revocation once. `signature`: of the text of `revocationMessage`. Resolves with `undefined` on success. */
  revoke(address: string, body: { readonly pci: string; readonly signature: string }): Promise<Refusal | undefined>
}

export const createSessionsService = (api: ServiceApi): SessionsService => ({
  list: (account, signal) => api.get(`/v1/sessions/${encodeURIComponent(account)}`, { schema: listReply, signal }),
  revoke: (address, body) =>
    api.post(`/v1/sessions/${encodeURIComponent(address)}/revoke`, body, {
      ...{ schema: revocationReply, okStatuses: REFUSALS },
    }),
})
