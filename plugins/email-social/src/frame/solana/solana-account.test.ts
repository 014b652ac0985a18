import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeEach, expect, it, vi } from 'vitest'
import { ADDRESS, loginOf } from '../account/login.test.fixtures.js'
import { solanaAccount } from './solana-account.js'

const { records, disk, backup, publicKey } = vi.hoisted(() => ({
  records: new Map<string, Uint8Array<ArrayBuffer>>(),
  disk: { isFull: false, writes: 0 },
  /** Encrypted share at the gateway. */
  backup: { frameShare: '' },
  publicKey: '7a'.repeat(32),
}))

vi.mock('../account/device.js', () => ({
  storeRecord: async (name: string, value: Uint8Array<ArrayBuffer>) => {
    disk.writes++
    if (disk.isFull) throw new DOMException('The disk is full.', 'QuotaExceededError')
    records.set(name, value.slice())
  },
  readRecord: async (name: string) => records.get(name)?.slice(),
  deleteRecord: async (name: string) => void records.delete(name),
}))
vi.mock('../account/account.js', () => ({ readShares: async () => [] }))
vi.mock('../key/key.js', () => ({ withKey: async () => new Uint8Array(32).fill(7) }))
vi.mock('../gateway.js', async (original) => ({
  ...(await original<typeof import('../gateway.js')>()),
  gateway: { solana: { readKey: async () => ({ publicKey, ...backup }) } },
}))
vi.mock('./threshold-key.js', () => ({
  readShare: () => ({ commitments: [publicKey] }),
  publicKeyOf: ({ commitments }: { readonly commitments: readonly string[] }) => commitments[0],
  signTogether: async () => new Uint8Array(64),
}))

const login = loginOf({ solana: { chains: [], publicKey } })
const SHARE = `solana-share:a1:${publicKey}`
const USED_KEY = `solana-key:${ADDRESS}`
const share = Uint8Array.of(1, 2, 3)

async function sealShare(): Promise<string> {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(32).fill(7), 'AES-GCM', false, ['encrypt'])
  const nonce = new Uint8Array(12)
  const additionalData = new TextEncoder().encode(publicKey)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData }, key, share)
  return bytesToHex(nonce) + bytesToHex(new Uint8Array(sealed))
}
const sign = async (): Promise<Uint8Array> => (await solanaAccount(login)).sign(Uint8Array.of(9))

beforeEach(async () => {
  records.clear()
  Object.assign(disk, { isFull: false, writes: 0 })
  backup.frameShare = await sealShare()
})

it('a signature writes nothing if the records of the key have not changed', async () => {
  await sign()
  expect([...records.keys()].sort()).toEqual([USED_KEY, SHARE])
  expect(bytesToHex(records.get(USED_KEY) ?? new Uint8Array())).toBe(publicKey)
  const { writes } = disk
  await sign()
  expect(disk.writes).toBe(writes)
})

it('a signature succeeds on a full disk: the share is read from the gateway', async () => {
  disk.isFull = true
  expect(await sign()).toHaveLength(64)
  expect(records.size).toBe(0)
})

it('after the disk was full, the next signature stores the records', async () => {
  disk.isFull = true
  await sign().catch(() => undefined)
  disk.isFull = false
  await sign()
  expect(records.size).toBe(2)
})
