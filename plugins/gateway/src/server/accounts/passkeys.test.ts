import { expect, it } from 'vitest'
import { memoryStore } from '../store.js'
import { createPasskeys } from './passkeys.js'

const record = { credentialId: 'A'.repeat(22), sealedShare: 'ab'.repeat(61) }
const other = { ...record, credentialId: 'B'.repeat(22) }

it('an unreadable passkey is not listed; the others are listed, and changes keep it', async () => {
  const store = memoryStore()
  const passkeys = createPasskeys({ store, now: () => 5 })
  const unreadable = { ...other, sealedShare: 7 }
  await store.set('passkeys:a1', [record, unreadable, 'no record'])
  expect(await passkeys.list('a1')).toEqual([record])
  const added = { ...record, credentialId: 'C'.repeat(22) }
  await passkeys.add('a1', added)
  await passkeys.remove('a1', record.credentialId)
  expect(await store.get('passkeys:a1')).toEqual([unreadable, 'no record', { ...added, addedAt: 5 }])
})

it('an unreadable passkey, which the visitor cannot remove, does not count as one of the ten', async () => {
  const passkeys = createPasskeys({ store: memoryStore(), now: () => 5 })
  const store = memoryStore()
  const full = createPasskeys({ store, now: () => 5 })
  await store.set('passkeys:a1', ['no record'])
  for (let count = 0; count < 10; count++) {
    const added = { ...record, credentialId: String(count).repeat(22) }
    await passkeys.add('a1', added)
    await full.add('a1', added)
  }
  for (const each of [passkeys, full]) await expect(each.add('a1', other)).rejects.toMatchObject({ code: 'CONFLICT' })
})

it('an unreadable list of passkeys is not overwritten', async () => {
  const store = memoryStore()
  const passkeys = createPasskeys({ store, now: () => 5 })
  await store.set('passkeys:a1', 'no list')
  expect(await passkeys.list('a1')).toEqual([])
  await expect(passkeys.add('a1', record)).rejects.toThrow()
  await expect(passkeys.remove('a1', record.credentialId)).rejects.toThrow()
  expect(await store.get('passkeys:a1')).toBe('no list')
})

it('an account without a stored list has no passkeys', async () => {
  const passkeys = createPasskeys({ store: memoryStore(), now: () => 5 })
  expect(await passkeys.list('a1')).toEqual([])
  await passkeys.add('a1', record)
  expect(await passkeys.list('a1')).toEqual([{ ...record, addedAt: 5 }])
})
