import { expect, it } from 'vitest'
import { memoryStore } from '../store.js'
import { createPasskeys } from './passkeys.js'

const record = { credentialId: 'A'.repeat(22), sealedShare: 'ab'.repeat(61) }
const other = { ...record, credentialId: 'B'.repeat(22) }

it('an unreadable passkey fails reads and writes, so that no write deletes the other passkeys', async () => {
  const store = memoryStore()
  const passkeys = createPasskeys({ store, now: () => 5 })
  const stored = [record, { ...other, sealedShare: 7 }]
  await store.set('passkeys:a1', stored)
  await expect(passkeys.list('a1')).rejects.toThrow()
  await expect(passkeys.add('a1', other)).rejects.toThrow()
  await expect(passkeys.remove('a1', record.credentialId)).rejects.toThrow()
  expect(await store.get('passkeys:a1')).toEqual(stored)
})

it('an account without a stored list has no passkeys', async () => {
  const passkeys = createPasskeys({ store: memoryStore(), now: () => 5 })
  expect(await passkeys.list('a1')).toEqual([])
  await passkeys.add('a1', record)
  expect(await passkeys.list('a1')).toEqual([{ ...record, addedAt: 5 }])
})
