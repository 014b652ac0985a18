import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import * as v from 'valibot'
import { createSecrets } from '../accounts/secrets.js'
import type { Store } from '../store.js'
import { ConfigError, type GatewayConfig } from './config.js'

const FORMAT = 'wallet-modal-gateway-backup/1'

/**
 * Keys of entries that a backup omits: sessions, because a restore must not revive a session that was ended, and short-lived entries such as codes
 * and counters. Keys with `siwx:` belong to a sign-in server that shares the store.
 */
const shortLived = new RegExp(
  `^(?:${[
    ...['logins', 'session', 'smart-session', 'smart-session-owner', 'code', 'mails', 'failures', 'attempt', 'links'],
    ...['device-link', 'device-approved', 'email-change', 'social', 'farcaster', 'state', 'sign-in'],
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
  const lines: string[] = []
  for (const key of await store.keys('')) {
    if (shortLived.test(key)) continue
    const value = await store.get(key)
    if (value !== undefined) lines.push(JSON.stringify([key, value]))
  }
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

/** Adds the entries of a backup to the store. Existing entries stay unchanged. `differ`: number of existing entries that differ from the backup. */
export async function restore(
  store: Store,
  config: GatewayConfig,
  file: string,
): Promise<{ added: number; differ: number }> {
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
      '- The backup was made with another "encryptionKey", so its shares cannot be decrypted. Nothing was restored.',
    )
  let [added, differ] = [0, 0]
  for (const line of lines) {
    const [key, value] = v.parse(entry, parseLine(line))
    const state = { isNew: false, isDifferent: false }
    await store.update(key, (before) => {
      state.isNew = before === undefined
      state.isDifferent = before !== undefined && JSON.stringify(before) !== JSON.stringify(value)
      return before ?? value
    })
    if (state.isNew) added += 1
    if (state.isDifferent) differ += 1
  }
  return { added, differ }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined // the schema rejects `undefined`
  }
}
