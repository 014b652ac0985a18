import { readWith, type ServiceApi } from '@wallet-modal/kernel'
import { isNormal } from './account-name.js'

/** Lifetime of the cached names of an account. */
export const NAMES_FRESH_MS = 300_000
const MAX_REASON = 200
const MAX_NAMES = 50
/** HTTP statuses with which the service returns a reason for visitors. */
const REFUSALS = [400, 401, 403, 409, 422, 429]

type Fields = Readonly<Record<string, unknown>>

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

const invalid = (field: string): never => {
  throw new TypeError(`${field} is missing or wrong`)
}

/** Cleans a text from the service before visitors see it: limits its length and removes invisible characters and direction marks. */
const toPlainText = (text: string): string =>
  text
    .replace(/[\p{C}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON)

/** Refusal with the first reason of a reply such as `{ status, reasons: [{ name, description }] }`; `undefined` for other replies. */
function refusalOf(reply: Fields): Refusal | undefined {
  const { reasons, error, status }: Fields = reply
  if (!Array.isArray(reasons)) return error !== undefined || status === 'FAILED' ? { reason: '' } : undefined
  const [first]: readonly unknown[] = reasons
  const { description }: Fields = Object(first)
  return { reason: typeof description === 'string' ? toPlainText(description) : '' }
}

const isPicture = (url: unknown): url is string => typeof url === 'string' && /^(https:\/\/|data:image\/)/.test(url)

function toRecord(value: unknown): NameRecord | undefined {
  const { name, addresses, attributes }: Fields = Object(value)
  if (typeof name !== 'string' || !isNormal(name)) return undefined
  const pairs = Object.entries(Object(addresses)).flatMap(([coinType, entry]: readonly [string, unknown]) => {
    const { address }: Fields = Object(entry)
    return /^\d{1,20}$/.test(coinType) && typeof address === 'string' ? [[coinType, address] as const] : []
  })
  const [first]: readonly unknown[] = Array.isArray(attributes) ? attributes : [attributes]
  const { avatar }: Fields = Object(first)
  return { name, addresses: Object.fromEntries(pairs), ...(isPicture(avatar) && { avatarUrl: avatar }) }
}

const recordReply = readWith((value): NameRecord | Refusal => {
  const reply: Fields = Object(value)
  return refusalOf(reply) ?? toRecord(reply) ?? invalid('"name"')
})

const recordsReply = readWith((value): readonly NameRecord[] | Refusal => {
  if (Array.isArray(value)) return value.slice(0, MAX_NAMES).flatMap((one: unknown) => toRecord(one) ?? [])
  return refusalOf(Object(value)) ?? invalid('the list')
})

const suggestionsReply = readWith((value): readonly NameSuggestion[] | Refusal => {
  const reply: Fields = Object(value)
  const refusal = refusalOf(reply)
  if (refusal) return refusal
  const { suggestions } = reply
  if (!Array.isArray(suggestions)) return invalid('"suggestions"')
  return suggestions.slice(0, MAX_NAMES).flatMap((one: unknown): readonly NameSuggestion[] => {
    const { name, registered }: Fields = Object(one)
    const isNamed = typeof name === 'string' && isNormal(name)
    return isNamed && typeof registered === 'boolean' ? [{ name, isRegistered: registered }] : []
  })
})

/** Ignores the content of a successful reply, because the model reads the account's name again after a registration. */
const registrationReply = readWith((value): Refusal | undefined => refusalOf(Object(value)))

export interface NamesService {
  /** Rejects with `HTTP_STATUS` 404 if the name is not registered. */
  account(name: string, signal: AbortSignal): Promise<NameRecord | Refusal>
  /** Names that resolve to the address. May reject with `HTTP_STATUS` 404 if there are none. `staleMs` 0 bypasses the cache. */
  reverse(address: string, staleMs: number, signal: AbortSignal): Promise<readonly NameRecord[] | Refusal>
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
