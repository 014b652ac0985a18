/** Session in the store. Times are in milliseconds since the Unix epoch. */
export interface SessionRecord {
  readonly id: string
  readonly secret: string
  /** Secret before the last rotation. Accepted until `endsAt`, which is set when the browser first sends the new secret. */
  readonly previous?: { readonly secret: string; readonly endsAt?: number }
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly rotatedAt: number
  readonly expiresAt: number
  /** Browser and system. */
  readonly label: string
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function toPrevious(value: unknown): SessionRecord['previous'] {
  const { secret, endsAt }: { readonly [key: string]: unknown } = Object(value)
  if (!isText(secret)) return undefined
  return isTime(endsAt) ? { secret, endsAt } : { secret }
}

function toRecord(value: unknown): SessionRecord | undefined {
  const {
    id,
    secret,
    previous,
    createdAt,
    lastSeenAt,
    rotatedAt,
    expiresAt,
    label,
  }: { readonly [key: string]: unknown } = Object(value)
  if (!isText(id) || !isText(secret) || !isText(label)) return undefined
  if (!isTime(createdAt) || !isTime(lastSeenAt) || !isTime(rotatedAt) || !isTime(expiresAt)) return undefined
  const before = toPrevious(previous)
  return { id, secret, ...(before && { previous: before }), createdAt, lastSeenAt, rotatedAt, expiresAt, label }
}

/** Parses an entry of the store; ignores invalid records. */
export const toRecords = (value: unknown): readonly SessionRecord[] =>
  Array.isArray(value) ? value.flatMap((record) => toRecord(record) ?? []) : []
