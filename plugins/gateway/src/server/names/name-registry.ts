import * as v from 'valibot'
import { invalid, RequestError } from '../http.js'
import type { Store } from '../store.js'
import type { ProfileRecord, ProfileRegistration, ProfileSource, ProfileSuggestion } from './profile.js'

const RECORD = 'name:'
const OWNER = 'name-owner:'
/** Maximum age of a signed registration in seconds. Its timestamp may also be this far in the future, because clocks differ. */
const MAX_AGE_S = 300
const MAX_SUGGESTIONS = 5
/** Coin type of Ethereum (SLIP-44). */
const ETHEREUM = 60
/** Bit that is set in the coin types of all EVM networks except Ethereum (ENSIP-11). */
const EVM_BIT = 0x80000000

const messageSchema = v.object({
  name: v.string(),
  attributes: v.optional(
    v.object({
      avatar: v.optional(v.pipe(v.string(), v.maxLength(255))),
      bio: v.optional(v.pipe(v.string(), v.maxLength(255))),
    }),
    {},
  ),
  timestamp: v.number(),
})
const recordSchema = v.object({
  name: v.string(),
  registeredAt: v.string(),
  addresses: v.record(v.string(), v.object({ address: v.string(), created: v.string() })),
  attributes: v.record(v.string(), v.string()),
})
const namesSchema = v.array(v.string())

export interface NameRegistryOptions {
  readonly store: Store
  /** Parent domains of registered names; the first is the default. */
  readonly zones: readonly [string, ...string[]]
  /** Labels that cannot be registered, such as `admin`. Default: none. */
  readonly reserved?: readonly string[]
  /** Returns whether the address signed the message with `personal_sign` (ERC-191). Must also verify signatures of contracts (ERC-1271). */
  verify(registration: ProfileRegistration): Promise<boolean>
  /** Milliseconds since 1970. Default: `Date.now`. */
  now?(): number
}

export type NameRegistry = ProfileSource

/** Creates a registry of names in a store. An EVM account registers a name with a signed message; the first registration of a name wins. */
export function createNameRegistry(options: NameRegistryOptions): NameRegistry {
  const { store, zones, verify, now = Date.now } = options
  const reserved = new Set(options.reserved)
  const { read, namesOf, addName, insert } = createNameStore(store)
  const checkLabel = (label: string): void => {
    checkFormat(label)
    if (reserved.has(label)) throw invalid(`The name ${label} is reserved.`)
  }
  const register = async (registration: ProfileRegistration): Promise<ProfileRecord> => {
    const { name, attributes } = readMessage(registration.message, now())
    checkLabel(labelOf(name, zones))
    checkCoinType(registration.coinType)
    if (await read(name)) throw nameTaken(name)
    if (!(await verify(registration))) throw new RequestError('UNAUTHORIZED', 'The signature is not by this account.')
    const created = new Date(now()).toISOString()
    const { address, coinType } = registration
    const addresses = { [String(coinType)]: { address, created } }
    const record: ProfileRecord = { name, registeredAt: created, addresses, attributes }
    // writes the list of names first: if the second write fails, the name is still available
    await addName(address, name)
    await insert(record)
    return record
  }
  return {
    account: (name) => read(name),
    async reverse(address) {
      const records = await Promise.all((await namesOf(address)).map(read))
      return records.flatMap((record) => (record && hasAddress(record, address) ? [record] : []))
    },
    async suggestions(label, zone = zones[0]) {
      if (!zones.includes(zone)) throw invalid(`The name must end in ${zones.map((zone) => `.${zone}`).join(' or ')}.`)
      checkLabel(label)
      const exact = `${label}.${zone}`
      const list: ProfileSuggestion[] = [{ name: exact, registered: (await read(exact)) !== undefined }]
      for (const other of similarLabels(label)) {
        if (list.length === MAX_SUGGESTIONS) break
        const name = `${other}.${zone}`
        if (!reserved.has(other) && !(await read(name))) list.push({ name, registered: false })
      }
      return list
    },
    register,
  }
}

/** Reads and writes the registered names, and the list of names of each address. */
function createNameStore(store: Store) {
  return {
    async read(name: string): Promise<ProfileRecord | undefined> {
      const stored = v.safeParse(recordSchema, await store.get(`${RECORD}${name}`))
      return stored.success ? stored.output : undefined
    },
    async namesOf(address: string): Promise<readonly string[]> {
      const stored = v.safeParse(namesSchema, await store.get(`${OWNER}${address.toLowerCase()}`))
      return stored.success ? stored.output : []
    },
    /** Atomic across processes that share this store: of two registrations of a name, one succeeds. */
    insert: (record: ProfileRecord) =>
      store.update(`${RECORD}${record.name}`, (before) => {
        if (v.is(recordSchema, before)) throw nameTaken(record.name)
        return record
      }),
    addName: (address: string, name: string) =>
      store.update(`${OWNER}${address.toLowerCase()}`, (before) => {
        const names = v.safeParse(namesSchema, before)
        return [...(names.success ? names.output : []).filter((other) => other !== name), name]
      }),
  }
}

const nameTaken = (name: string): RequestError =>
  new RequestError('CONFLICT', `The name ${name} is already registered.`)

const hasAddress = ({ addresses }: ProfileRecord, address: string): boolean =>
  Object.values(addresses).some((entry) => entry.address.toLowerCase() === address.toLowerCase())

function readMessage(message: string, now: number) {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), messageSchema), message)
  if (!parsed.success) throw invalid('The message is not a registration.')
  const { name, attributes, timestamp } = parsed.output
  if (Math.abs(now / 1000 - timestamp) > MAX_AGE_S)
    throw invalid('The signature is too old, or its time is in the future. Sign again.')
  const texts = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  )
  return { name, attributes: Object.fromEntries(texts) }
}

function labelOf(name: string, zones: readonly string[]): string {
  const zone = zones.find((candidate) => name.endsWith(`.${candidate}`))
  if (zone === undefined) throw invalid(`The name must end in ${zones.map((zone) => `.${zone}`).join(' or ')}.`)
  return name.slice(0, -zone.length - 1)
}

function checkFormat(label: string): void {
  // a label with "--" at the third and fourth position is encoded (RFC 5891) and could represent other letters
  const isEncoded = label.slice(2, 4) === '--'
  if (!/^[a-z\d-]+$/.test(label) || isEncoded)
    throw invalid(
      'The name must have only the letters a to z, digits and hyphens, and no "--" as its third and fourth characters.',
    )
  if (label.length < 4 || label.length > 63) throw invalid('The name must have 4 to 63 characters.')
}

function checkCoinType(coinType: number): void {
  if (coinType !== ETHEREUM && coinType <= EVM_BIT)
    throw invalid(`Coin type ${coinType} does not belong to an EVM network.`)
}

function* similarLabels(label: string): Generator<string> {
  const base = label.slice(0, 55)
  for (const ending of ['-eth', '-io', '-wallet', '01', '-hq', '-dao', '-web3', '99']) yield `${base}${ending}`
}
