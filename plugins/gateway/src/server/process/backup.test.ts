import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../store.js'
import { backup } from './backup.js'
import type { GatewayConfig } from './config.js'

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
      'farcaster',
      'onramp:order',
    ]
    const sessions = [
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
    const file = join(await mkdtemp(join(tmpdir(), 'backup-')), 'shares.backup')
    const config = { accounts: { encryptionKey: '07'.repeat(32) } } as GatewayConfig
    expect(await backup(store, config, file)).toBe(kept.length)
    const [, ...lines] = (await readFile(file, 'utf8')).split('\n')
    expect(lines.map((line) => JSON.parse(line)[0]).sort()).toEqual(kept)
  })
})
