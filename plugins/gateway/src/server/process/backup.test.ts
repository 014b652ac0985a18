import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createAccounts } from '../accounts/accounts.js'
import { createSecrets } from '../accounts/secrets.js'
import { memoryStore, type Store } from '../store.js'
import { backup, restore } from './backup.js'
import type { GatewayConfig } from './config.js'

const config = { accounts: { encryptionKey: '07'.repeat(32) } } as GatewayConfig
const newFile = async (): Promise<string> => join(await mkdtemp(join(tmpdir(), 'backup-')), 'shares.backup')

const ALICE = { email: 'alice@shop.example' }
const from = { site: 'https://shop.example', browser: 'Firefox on Linux' }
const shares = { share: 'ab'.repeat(33), recovery: 'cd'.repeat(61) }
const keyOf = (byte: string) => ({ ...shares, address: `0x${byte.repeat(20)}` })

/** Accounts of a gateway with this store. */
function accountsIn(store: Store) {
  const secrets = createSecrets(new Uint8Array(32).fill(7))
  const accounts = createAccounts({ store, secrets, now: Date.now, onFault: () => undefined })
  const logIn = async (identity = ALICE) => {
    const token = await accounts.logIn(identity, from)
    return { token, accountId: (await accounts.session(token)).accountId }
  }
  return { accounts, logIn }
}

describe('a backup', () => {
  it('omits short-lived entries such as sessions and codes, because they would never expire after a restore', async () => {
    const store = memoryStore()
    const kept = ['account:a', 'device:a', 'key:a', 'name:a', 'passkeys:a', 'solana-key:a']
    const shortLived = [
      'attempt',
      'code',
      'device-approved',
      'device-link',
      'email-change',
      'failed-links',
      'failed-mails',
      'farcaster',
      'onramp:order',
    ]
    const sessions = [
      'health',
      'siwx:sessions',
      'siwx:nonce',
      'logins',
      'session',
      'smart-session',
      'smart-session-owner',
      'solana-begun',
      'solana-begun-of',
    ]
    for (const key of [...kept, ...[...shortLived, ...sessions].map((prefix) => `${prefix}:b`)])
      await store.set(key, {})
    const file = await newFile()
    expect(await backup(store, config, file)).toBe(kept.length)
    const [, ...lines] = (await readFile(file, 'utf8')).split('\n')
    expect(lines.map((line) => JSON.parse(line)[0]).sort()).toEqual(kept)
  })
  it.each(['before', 'after'])(
    'contains an account only with its new email address if it changes %s the old one is read',
    async (time) => {
      const store = memoryStore()
      const { accounts, logIn } = accountsIn(store)
      const { token, accountId } = await logIn()
      await accounts.storeKey(accountId, keyOf('5a'))
      let isChanged = false
      const changing: Store = {
        ...store,
        async get(key) {
          const before = await store.get(key)
          if (isChanged || !key.startsWith('account:')) return store.get(key)
          isChanged = true
          await accounts.changeEmail(token, 'new@shop.example')
          return time === 'after' ? before : store.get(key)
        },
      }
      const file = await newFile()
      await backup(changing, config, file)
      const restored = memoryStore()
      await restore(restored, config, file)
      expect((await accountsIn(restored).logIn({ email: 'new@shop.example' })).accountId).toBe(accountId)
      expect((await accountsIn(restored).logIn()).accountId).not.toBe(accountId)
    },
  )
})

describe('a restore after the store was lost', () => {
  /** Backup of Alice's account, whose key has the address `0x5a…`. */
  async function lose() {
    const old = memoryStore()
    const { accounts, logIn } = accountsIn(old)
    const { accountId } = await logIn()
    await accounts.storeKey(accountId, keyOf('5a'))
    const file = await newFile()
    await backup(old, config, file)
    return { file, accountId }
  }

  it('returns the wallet of a visitor whose login has created an account without a key, and ends that login', async () => {
    const { file, accountId } = await lose()
    const store = memoryStore()
    const { accounts, logIn } = accountsIn(store)
    const failed = await logIn()
    expect(failed.accountId).not.toBe(accountId)
    expect(await restore(store, config, file)).toEqual({ added: 1, replaced: 1, conflicts: [] })
    await expect(accounts.session(failed.token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await accounts.logins.list(failed.accountId)).toEqual([])
    expect((await logIn()).accountId).toBe(accountId)
    expect(await accounts.key(accountId)).toEqual(keyOf('5a'))
  })

  it('keeps the account of a visitor who has created another key meanwhile, and lists its login', async () => {
    const { file } = await lose()
    const store = memoryStore()
    const { accounts, logIn } = accountsIn(store)
    const created = await logIn()
    await accounts.storeKey(created.accountId, keyOf('6b'))
    const [login] = await store.keys('account:')
    expect(await restore(store, config, file)).toEqual({ added: 1, replaced: 0, conflicts: [login] })
    expect((await logIn()).accountId).toBe(created.accountId)
    expect(await accounts.session(created.token)).toMatchObject({ accountId: created.accountId })
  })

  it('does not return an account to its former email address, and lists that login', async () => {
    const store = memoryStore()
    const { accounts, logIn } = accountsIn(store)
    const { token, accountId } = await logIn()
    const [former] = await store.keys('account:')
    const file = await newFile()
    await backup(store, config, file)
    await accounts.changeEmail(token, 'new@shop.example')
    expect(await restore(store, config, file)).toEqual({ added: 0, replaced: 0, conflicts: [former] })
    expect((await logIn({ email: 'new@shop.example' })).accountId).toBe(accountId)
    expect((await logIn()).accountId).not.toBe(accountId)
  })

  it('changes nothing if it is repeated', async () => {
    const { file } = await lose()
    const store = memoryStore()
    await restore(store, config, file)
    expect(await restore(store, config, file)).toEqual({ added: 0, replaced: 0, conflicts: [] })
  })
})
