import { readWith, type ServiceApi } from '@wallet-modal/kernel'
import { type Fields, fieldsOf, invalidField, toPlainText } from '@wallet-modal/kernel/assets'
import { isNormal } from './account-name.js'

/** Lifetime of the cached names of an account. */
export const NAMES_FRESH_MS = 300_000
const MAX_NAMES = 50
/** HTTP statuses with which the service returns a reason for visitors. */
const REFUSALS = [400, 401, 403, 409, 422, 429]

/** Refusal of the service. `reason`: text for the visitor, or empty. */
export interface Refusal {
  readonly reason: string
}

export interface NameRecord {
  readonly name: string
  /** Addresses by SLIP-44 coin type, in decimal digits. */
  readonly addresses: Readonly<Record<string, string>>
  readonly avatarUrl?: string
}

export interface NameSuggestion {
  readonly name: string
  readonly isRegistered: boolean
}

export interface Registration {
  readonly coin_type: number
  readonly address: string
  /** JSON text that was signed. */
  readonly message: string
  readonly signature: string
}

export const isRefusal = (reply: unknown): reply is Refusal => typeof Object(reply).reason === 'string'

/**
 * Parses a refusal. The reason is the first description in `{ status, reasons: [{ name, description }] }`. It is empty for a reply with `error` or
 * the status `FAILED`. `undefined` for other replies.
 */
function refusalOf(reply: Fields): Refusal | undefined {
  const { reasons, error, status } = reply
  if (!Array.isArray(reasons)) return error !== undefined || status === 'FAILED' ? { reason: '' } : undefined
  const [first]: readonly unknown[] = reasons
  const { description } = fieldsOf(first)
  return { reason: toPlainText(description) }
}

const isPicture = (url: unknown): url is string => typeof url === 'string' && /^(https:\/\/|data:image\/)/.test(url)

function toRecord(value: unknown): NameRecord | undefined {
  const { name, addresses, attributes } = fieldsOf(value)
  if (typeof name !== 'string' || !isNormal(name)) return undefined
  const pairs = Object.entries(fieldsOf(addresses)).flatMap(([coinType, entry]: readonly [string, unknown]) => {
    const { address } = fieldsOf(entry)
    return /^\d{1,20}$/.test(coinType) && typeof address === 'string' ? [[coinType, address] as const] : []
  })
  const [first]: readonly unknown[] = Array.isArray(attributes) ? attributes : [attributes]
  const { avatar } = fieldsOf(first)
  return { name, addresses: Object.fromEntries(pairs), ...(isPicture(avatar) && { avatarUrl: avatar }) }
}

const recordReply = readWith((value): NameRecord | Refusal => {
  const reply = fieldsOf(value)
  return refusalOf(reply) ?? toRecord(reply) ?? invalidField('"name"')
})

const recordsReply = readWith((value): readonly NameRecord[] | Refusal => {
  if (Array.isArray(value)) return value.slice(0, MAX_NAMES).flatMap((one: unknown) => toRecord(one) ?? [])
  return refusalOf(fieldsOf(value)) ?? invalidField('the list')
})

const suggestionsReply = readWith((value): readonly NameSuggestion[] | Refusal => {
  const reply = fieldsOf(value)
  const refusal = refusalOf(reply)
  if (refusal) return refusal
  const { suggestions } = reply
  if (!Array.isArray(suggestions)) return invalidField('"suggestions"')
  return suggestions.slice(0, MAX_NAMES).flatMap((one: unknown): readonly NameSuggestion[] => {
    const { name, registered } = fieldsOf(one)
    const isNamed = typeof name === 'string' && isNormal(name)
    return isNamed && typeof registered === 'boolean' ? [{ name, isRegistered: registered }] : []
  })
})

/** Ignores the content of a successful reply, because the model reads the account's name again after a registration. */
const registrationReply = readWith((value): Refusal | undefined => refusalOf(fieldsOf(value)))

export interface NamesService {
  /** Record of a name. Rejects with `HTTP_STATUS` 404 if the name is not registered. */
  account(name: string, signal: AbortSignal): Promise<NameRecord | Refusal>
  /** Names that resolve to the address. May reject with `HTTP_STATUS` 404 if there are none. `staleMs` 0 bypasses the cache. */
  reverse(address: string, staleMs: number, signal: AbortSignal): Promise<readonly NameRecord[] | Refusal>
  /** Names in the zone that are similar to a label, free or registered. */
  suggestions(label: string, signal: AbortSignal): Promise<readonly NameSuggestion[] | Refusal>
  /** Submits a registration once. Resolves to `undefined` on success. */
  register(registration: Registration): Promise<Refusal | undefined>
}

/** Profile calls of the Blockchain API. */
export const createNamesService = (api: ServiceApi, zone: string): NamesService => ({
  account: (name, signal) =>
    api.get(`/v1/profile/account/${encodeURIComponent(name)}`, {
      ...{ query: { apiVersion: '2' }, schema: recordReply, okStatuses: REFUSALS, signal },
    }),
  reverse: (address, staleMs, signal) =>
    api.get(`/v1/profile/reverse/${encodeURIComponent(address)}`, {
      ...{ query: { sender: address, apiVersion: '2' }, schema: recordsReply, okStatuses: REFUSALS, staleMs, signal },
    }),
  suggestions: (label, signal) =>
    api.get(`/v1/profile/suggestions/${encodeURIComponent(label)}`, {
      ...{ query: { zone }, schema: suggestionsReply, okStatuses: REFUSALS, signal },
    }),
  register: (registration) =>
    api.post('/v1/profile/account', registration, { schema: registrationReply, okStatuses: REFUSALS }),
})
