import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../store.js'
import { createLogins, MAX_LOGINS, SESSION_MS } from './logins.js'

const NOW = SESSION_MS * 10
const KEY = 'logins:a1'
const login = { site: 'https://shop.example', browser: 'Firefox' }
const stored = (id: string, loggedInAt = NOW) => ({ ...login, id, loggedInAt, usedAt: loggedInAt })
/** Login as a gateway of another version could store it. */
const unreadable = { id: 'newer', loggedInAt: NOW, client: login }

async function fresh(value: unknown) {
  const store = memoryStore()
  await store.set(KEY, value)
  const logins = createLogins({ store, now: () => NOW, onFault: (error) => expect.fail(String(error)) })
  const ids = async () => ((await store.get(KEY)) as { id: string }[]).map(({ id }) => id)
  return { logins, store, ids }
}

describe('an unreadable login', () => {
  it('does not end the other logins of the account', async () => {
    const { logins } = await fresh([unreadable, stored('one', NOW - 60_001), 'no login', null])
    expect((await logins.list('a1')).map(({ id }) => id)).toEqual(['one'])
    await logins.use('a1', 'one')
    expect(await logins.list('a1')).toEqual([{ ...stored('one', NOW - 60_001), usedAt: NOW }])
  })

  it('is not valid, and stays stored when other logins are added or used, until it expires', async () => {
    const expired = { ...unreadable, id: 'expired', loggedInAt: NOW - SESSION_MS }
    const { logins, ids } = await fresh([unreadable, expired, stored('one', NOW - 60_001)])
    await expect(logins.use('a1', 'newer')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await logins.use('a1', 'one')
    expect(await ids()).toEqual(['newer', 'one'])
    const added = await logins.add('a1', login)
    expect(await ids()).toEqual(['newer', 'one', added])
  })

  it('ends when other logins are ended: it may be one of them', async () => {
    const { logins, ids } = await fresh([unreadable, stored('one'), stored('two')])
    expect(await logins.end('a1', ({ id }) => id !== 'two')).toEqual([stored('one')])
    expect(await ids()).toEqual(['two'])
  })

  it('counts for the maximum number of logins, and is the first to end', async () => {
    const { logins, ids } = await fresh([stored('one'), unreadable])
    for (let count = 0; count < MAX_LOGINS - 1; count++) await logins.add('a1', login)
    expect(await ids()).toHaveLength(MAX_LOGINS)
    expect(await ids()).toContain('one')
    expect(await ids()).not.toContain('newer')
  })
})

it('a stored value that is no list counts as no logins; a login replaces it', async () => {
  const { logins, ids } = await fresh('no list')
  expect(await logins.list('a1')).toEqual([])
  const added = await logins.add('a1', login)
  expect(await ids()).toEqual([added])
})
