import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../store.js'
import { backup } from './backup.js'
import type { GatewayConfig } from './config.js'

describe('a backup', () => {
  it('contains only the keys of accounts: restored sessions and codes would never expire', async () => {
    const store = memoryStore()
    for (const key of ['key:a', 'solana-key:a', 'solana-begun:b', 'session:c', 'code:d']) await store.set(key, {})
    const file = join(await mkdtemp(join(tmpdir(), 'backup-')), 'shares.backup')
    const config = { accounts: { encryptionKey: '07'.repeat(32) } } as GatewayConfig
    expect(await backup(store, config, file)).toBe(2)
    const [, ...lines] = (await readFile(file, 'utf8')).split('\n')
    expect(lines.map((line) => JSON.parse(line)[0]).sort()).toEqual(['key:a', 'solana-key:a'])
  })
})
