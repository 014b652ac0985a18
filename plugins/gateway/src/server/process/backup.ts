import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import * as v from 'valibot'
import { accountOf } from '../accounts/address-entry.js'
import { createSecrets } from '../accounts/secrets.js'
import type { Store } from '../store.js'
import { ConfigError, type GatewayConfig } from './config.js'

const FORMAT = 'wallet-modal-gateway-backup/1'

/**
 * Keys of entries that a backup omits: sessions, and short-lived entries such as codes and counters. If backups contained sessions, a restore would
 * revive sessions that were ended. Keys with `siwx:` belong to a sign-in server that shares the store.
 */
const omittedKeys = new RegExp(
  `^(?:${[
    ...[
      'health',
      'logins',
      'session',
      'smart-session',
      'smart-session-owner',
      'code',
      'mails',
      'failures',
      'attempt',
      'links',
    ],
    ...['device-link', 'device-approved', 'email-change', 'failed', 'social', 'farcaster', 'state', 'sign-in'],
    ...['challenge', 'challenges', 'solana-begun', 'solana-signatures', 'solana-keys', 'onramp', 'siwx'],
  ].join('|')})[:-]`,
)

const header = v.object({
  format: v.literal(FORMAT),
  createdAt: v.string(),
  entries: v.number(),
  sha256: v.string(),
  /** Hash by which a restore recognizes the encryption key of the shares. */
  keyCheck: v.string(),
})
const entry = v.tuple([v.string(), v.unknown()])

async function keyCheckOf({ accounts }: GatewayConfig): Promise<string> {
  if (!accounts)
    throw new ConfigError(
      '- "encryptionKey" is missing. Without it, the gateway has no logins, and so no accounts to back up or restore.',
    )
  return createSecrets(Uint8Array.from(Buffer.from(accounts.encryptionKey, 'hex'))).hash('backup', FORMAT)
}
const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Writes accounts and key shares to a new file, one JSON line for each entry. The shares stay encrypted and cannot be read without `encryptionKey`.
 * Resolves with the number of entries. Rejects if the file exists.
 */
export async function backup(store: Store, config: GatewayConfig, file: string): Promise<number> {
  const values = new Map<string, unknown>()
  const readKeys = new Set<string>()
  const findNew = async () => (await store.keys('')).filter((key) => !omittedKeys.test(key) && !readKeys.has(key))
  // if a user changes the email address during the backup, the account moves to a new key
  for (let keys = await findNew(); keys.length > 0; keys = await findNew())
    for (const key of keys) {
      readKeys.add(key)
      const value = await store.get(key)
      if (value !== undefined) values.set(key, value)
    }
  // drops the old keys of such accounts: they are deleted only after the new key is written
  for (const key of values.keys())
    if (key.startsWith('account:') && (await store.get(key)) === undefined) values.delete(key)
  const lines = [...values].map((saved) => JSON.stringify(saved))
  const body = lines.join('\n')
  const head = {
    format: FORMAT,
    createdAt: new Date().toISOString(),
    entries: lines.length,
    sha256: digest(body),
    keyCheck: await keyCheckOf(config),
  }
  await writeFile(file, `${JSON.stringify(head)}\n${body}`, { flag: 'wx', mode: 0o600 })
  return lines.length
}

interface RestoreResult {
  /** Number of new entries. */
  readonly added: number
  /** Number of replaced logins. */
  readonly replaced: number
  /** Keys of entries that were not restored: the store has a different entry with the key, or another login of the same account. */
  readonly conflicts: readonly string[]
}

/**
 * Adds the entries of a backup to the store. Entries of the store stay unchanged, except some logins. A login is an entry that assigns an email
 * address or a social account to an account. Stop the gateway first, because a visitor who logs in during the restore can create a key share for a
 * new account.
 * - Replaces a login of the store if its account has no key share. Such an account is new: its owner logged in after the old store was lost.
 * - Omits a login of the backup if the store has another login of the same account: the email address has changed since the backup.
 */
export async function restore(store: Store, config: GatewayConfig, file: string): Promise<RestoreResult> {
  const entries = await readBackup(config, file)
  const backupKeys = new Set(entries.map(([key]) => key))
  const hasKey = async (accountId: string): Promise<boolean> =>
    backupKeys.has(`key:${accountId}`) || (await store.get(`key:${accountId}`)) !== undefined
  const logins = await readLogins(store)
  let [added, replaced] = [0, 0]
  const conflicts: string[] = []
  for (const [key, value] of entries) {
    const before = await store.get(key)
    if (before !== undefined && isEqual(key, before, value)) continue
    const account = key.startsWith('account:') ? accountOf(value) : undefined
    if (account !== undefined && (logins.get(account) ?? key) !== key) {
      conflicts.push(key)
      continue
    }
    const replacedAccount = key.startsWith('account:') ? accountOf(before) : undefined
    if (before === undefined) added += 1
    else if (replacedAccount !== undefined && !(await hasKey(replacedAccount))) {
      await store.delete(`logins:${replacedAccount}`) // ends its sessions
      replaced += 1
    } else {
      conflicts.push(key)
      continue
    }
    await store.set(key, value)
  }
  return { added, replaced, conflicts }
}

/** Store key of each login, by the id of its account. */
async function readLogins(store: Store): Promise<ReadonlyMap<string, string>> {
  const logins = new Map<string, string>()
  for (const key of await store.keys('account:')) {
    const account = accountOf(await store.get(key))
    if (account !== undefined) logins.set(account, key)
  }
  return logins
}

/**
 * Whether an entry of the store and an entry of the backup are equal. Logins are equal if they have the same account. Entries of registered browsers
 * contain only the time of the last login, so they are always equal.
 */
function isEqual(key: string, stored: unknown, value: unknown): boolean {
  if (key.startsWith('device:')) return true
  if (key.startsWith('account:')) return accountOf(stored) === accountOf(value)
  return JSON.stringify(stored) === JSON.stringify(value)
}

/** Reads and verifies a backup. Rejects with `ConfigError` if the file is not a complete backup that `encryptionKey` can decrypt. */
async function readBackup(config: GatewayConfig, file: string): Promise<readonly v.InferOutput<typeof entry>[]> {
  const text = await readFile(file, 'utf8')
  const end = text.indexOf('\n')
  const head = v.safeParse(header, parseLine(text.slice(0, Math.max(0, end))))
  if (!head.success) throw new ConfigError(`- ${file} is not a backup of a gateway.`)
  const body = text.slice(end + 1)
  const lines = body === '' ? [] : body.split('\n')
  if (digest(body) !== head.output.sha256 || lines.length !== head.output.entries)
    throw new ConfigError(`- ${file} is damaged or incomplete. Nothing was restored.`)
  if ((await keyCheckOf(config)) !== head.output.keyCheck)
    throw new ConfigError(
      '- The backup was made with another "encryptionKey", so its key shares cannot be decrypted. Nothing was restored.',
    )
  return lines.map((line) => v.parse(entry, parseLine(line)))
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined // the schema rejects `undefined`
  }
}
