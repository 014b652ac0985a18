import { bytesToHex } from '@noble/hashes/utils.js'
import { isSameAddress, parseCaipAccountId } from '@wallet-modal/kernel/assets'
import * as v from 'valibot'
import { invalid, parseRequest, RequestError } from '../http.js'
import type { Store } from '../store.js'
import { revocationMessage, type SessionSource, type SmartSession } from './session-routes.js'

const SESSION = 'smart-session:'
const OWNER = 'smart-session-owner:'
/** Maximum difference between the timestamp of a signed grant and the gateway's clock, in both directions. */
const MAX_AGE_MS = 300_000
const MAX_PERMISSIONS = 20

const addressSchema = v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/, 'the address must have 40 hex digits after 0x'))
const accountSchema = v.pipe(
  v.string(),
  v.regex(/^eip155:\d{1,32}:0x[\da-fA-F]{40}$/, 'the account must be a CAIP-10 id on an EVM network'),
)
const grantSchema = v.object({
  account: accountSchema,
  signer: addressSchema,
  permissions: v.pipe(
    v.array(v.object({ type: v.pipe(v.string(), v.maxLength(100)), data: v.record(v.string(), v.unknown()) })),
    v.minLength(1),
    v.maxLength(MAX_PERMISSIONS),
  ),
  project: v.object({ name: v.pipe(v.string(), v.maxLength(200)) }),
  expiry: v.pipe(v.number(), v.integer(), v.minValue(1)),
  timestamp: v.number(),
})
const storedSchema = v.object({
  ...v.omit(grantSchema, ['timestamp']).entries,
  pci: v.string(),
  createdAt: v.number(),
  revokedAt: v.optional(v.number()),
  /** In wei. */
  spent: v.pipe(v.string(), v.toBigint()),
  /** Number of actions so far. */
  actions: v.number(),
})
type StoredSession = v.InferOutput<typeof storedSchema>
const allowanceSchema = v.object({ allowance: v.pipe(v.string(), v.regex(/^0x[\da-f]{1,64}$/i), v.toBigint()) })
const pcisSchema = v.array(v.string())

/** Message with its ERC-191 signature, and the address of the expected signer. */
export interface SignedText {
  /** CAIP-2. */
  readonly caipNetworkId: string
  readonly address: string
  readonly message: string
  readonly signature: string
}

/** Transfer of the native coin, signed with a session's key. */
export interface SessionAction {
  readonly pci: string
  readonly to: string
  /** In wei, 0 or more. */
  readonly value: bigint
  /** ERC-191 signature of {@link actionMessage} by the session's key. */
  readonly signature: string
}

export interface SessionRegistryOptions {
  readonly store: Store
  /** Returns whether the address signed the message (ERC-191). Must also verify signatures of contracts (ERC-1271). */
  verify(text: SignedText): Promise<boolean>
  /** Milliseconds since 1970. Default: `Date.now`. */
  now?(): number
}

export interface SessionRegistry extends SessionSource {
  /**
   * Registers a session. `message` is JSON with account, signer, permissions, project, expiry and timestamp (in milliseconds). `signature` is the
   * account's signature of the message. If the message was registered before, resolves with the existing session. Rejects with `INVALID_REQUEST` if
   * the timestamp differs from the current time by more than five minutes or the session has already expired, with `UNAUTHORIZED` for a wrong
   * signature, and with `NOT_ALLOWED` if the session was revoked.
   */
  grant(message: string, signature: string): Promise<SmartSession>
  /**
   * Verifies the signature of an action, and counts the action against the session's limit. Resolves with the account (CAIP-10) of the session.
   * Rejects with `NOT_ALLOWED` above the limit or if the session has expired or was revoked, `INVALID_REQUEST` for a negative value, `UNAUTHORIZED`
   * for a wrong signature or if another action came first, and `NOT_FOUND` for an unknown session.
   */
  authorize(action: SessionAction): Promise<string>
}

/** Text that a session's key signs for an action. `number`: count of the session's earlier actions, which prevents replays. */
export const actionMessage = ({ pci, to, value }: Omit<SessionAction, 'signature'>, number: number): string =>
  `Smart session ${pci}, action ${number}: send ${value} wei to ${to}`

const toSession = ({ spent: _spent, actions: _actions, revokedAt, ...session }: StoredSession): SmartSession => ({
  ...session,
  ...(revokedAt !== undefined && { revokedAt }),
})
/** Total amount that the session may send, in wei. */
const limitOf = ({ permissions }: StoredSession): bigint =>
  permissions.reduce((sum, { type, data }) => {
    const parsed = v.safeParse(allowanceSchema, data)
    return type === 'native-token-transfer' && parsed.success ? sum + parsed.output.allowance : sum
  }, 0n)

function readGrant(message: string, now: number) {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), message)
  if (!json.success) throw invalid('The message is not a grant of a smart session.')
  const { timestamp, ...grant } = parseRequest(grantSchema, json.output)
  if (Math.abs(now - timestamp) > MAX_AGE_MS)
    throw invalid('The signature is too old, or its time is in the future. Sign again.')
  if (grant.expiry * 1000 <= now) throw invalid('The session has already expired.')
  return grant
}

/** Reads and writes the sessions, and the list of session ids of each account. */
function createSessionStore(store: Store) {
  const parseSession = (stored: unknown): StoredSession | undefined => {
    const parsed = v.safeParse(storedSchema, stored)
    return parsed.success ? parsed.output : undefined
  }
  const parsePcis = (stored: unknown): readonly string[] => (v.is(pcisSchema, stored) ? stored : [])
  const toStored = (session: StoredSession) => ({ ...session, spent: String(session.spent) })
  return {
    pcisOf: async (account: string): Promise<readonly string[]> =>
      parsePcis(await store.get(`${OWNER}${account.toLowerCase()}`)),
    read: async (pci: string): Promise<StoredSession | undefined> => parseSession(await store.get(`${SESSION}${pci}`)),
    /** Adds a session, unless one with the same id exists. Resolves with the stored session. */
    async add(session: StoredSession): Promise<StoredSession> {
      const { account, pci } = session
      const stored = await store.update(`${SESSION}${pci}`, (before) => toStored(parseSession(before) ?? session))
      await store.update(`${OWNER}${account.toLowerCase()}`, (before) => [
        pci,
        ...parsePcis(before).filter((other) => other !== pci),
      ])
      return parseSession(stored) ?? session
    },
    /** Replaces a session atomically, also if several processes share the store. If `change` throws, the session is unchanged. */
    async change(pci: string, change: (before: StoredSession | undefined) => StoredSession): Promise<void> {
      await store.update(`${SESSION}${pci}`, (before) => toStored(change(parseSession(before))))
    },
  }
}

/** Session id: SHA-256 of the signed message. A message that is sent again therefore does not create a second session. */
async function idOf(message: string): Promise<string> {
  return `0x${bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(message))))}`
}

function expectActive(session: StoredSession | undefined, now: number): StoredSession {
  if (!session) throw new RequestError('NOT_FOUND', 'There is no such smart session.')
  if (session.revokedAt !== undefined) throw new RequestError('NOT_ALLOWED', 'This smart session was revoked.')
  if (session.expiry * 1000 <= now) throw new RequestError('NOT_ALLOWED', 'This smart session has expired.')
  return session
}

/** Creates a registry of smart sessions in a store. An account's signature grants or revokes a session. The session's limits apply to its actions. */
export function createSessionRegistry({ store, verify, now = Date.now }: SessionRegistryOptions): SessionRegistry {
  const { read, change, pcisOf, add } = createSessionStore(store)
  const expectSigned = async (text: SignedText): Promise<void> => {
    if (!(await verify(text))) throw new RequestError('UNAUTHORIZED', 'The signature is not by this account.')
  }
  const grant = async (message: string, signature: string): Promise<SmartSession> => {
    const grantFields = readGrant(message, now())
    const { caipNetworkId, address } = parseCaipAccountId(grantFields.account)
    await expectSigned({ caipNetworkId, address, message, signature })
    const pci = await idOf(message)
    return toSession(expectActive(await add({ ...grantFields, pci, createdAt: now(), spent: 0n, actions: 0 }), now()))
  }
  const authorize = async (action: SessionAction): Promise<string> => {
    // a negative value would lower `spent`
    if (action.value < 0n) throw invalid('The value of an action must be 0 or more.')
    const session = expectActive(await read(action.pci), now())
    const { account, signer, actions } = session
    const { caipNetworkId } = parseCaipAccountId(account)
    const message = actionMessage(action, actions)
    await expectSigned({ caipNetworkId, address: signer, message, signature: action.signature })
    await change(action.pci, (before) => {
      const current = expectActive(before, now())
      if (current.actions !== actions)
        throw new RequestError('UNAUTHORIZED', 'Another action of this smart session came first. Sign again.')
      if (current.spent + action.value > limitOf(current))
        throw new RequestError('NOT_ALLOWED', 'This exceeds the limit of the smart session.')
      return { ...current, spent: current.spent + action.value, actions: actions + 1 }
    })
    return account
  }
  const revoke = async (address: string, { pci, signature }: Parameters<SessionSource['revoke']>[1]): Promise<void> => {
    const notFound = (): RequestError => new RequestError('NOT_FOUND', 'There is no such smart session.')
    const session = await read(pci)
    if (!session) throw notFound()
    const { caipNetworkId, address: owner } = parseCaipAccountId(session.account)
    if (!isSameAddress(owner, address)) throw notFound()
    await expectSigned({ caipNetworkId, address: owner, message: revocationMessage(pci, address), signature })
    // idempotent, so that a revocation whose reply was lost can be repeated
    await change(pci, (before) => {
      if (!before) throw notFound()
      return { ...before, revokedAt: before.revokedAt ?? now() }
    })
  }
  return {
    async list(account) {
      const sessions = await Promise.all((await pcisOf(parseRequest(accountSchema, account))).map(read))
      return sessions.flatMap((session) => (session ? toSession(session) : []))
    },
    revoke,
    grant,
    authorize,
  }
}
