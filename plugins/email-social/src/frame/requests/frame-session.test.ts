// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Login, LoginWithKey } from '../account/account.js'
import { createFrameSession } from './frame-session.js'

const { setups, stored, pauses, signedOut } = vi.hoisted(() => ({
  /** Displayed recovery codes. Each function confirms one. */
  setups: [] as (() => void)[],
  stored: { session: '', restored: null as unknown, hasShare: false },
  /** Requests for the account of a session, for the stored login, or to store a session wait for these. */
  pauses: new Map<string, Promise<void>>(),
  /** Sessions that were ended at the gateway. */
  signedOut: [] as string[],
}))
const { address } = vi.hoisted(() => ({ address: `0x${'ab'.repeat(20)}` }))

vi.mock('../gateway.js', async (original) => ({
  ...(await original<typeof import('../gateway.js')>()),
  // a session is named after its account
  gateway: {
    account: async (session: string) => {
      await pauses.get(session)
      return { accountId: session.split('-')[0], approvals: 'frame', wallet: null }
    },
    signOut: async (session: string) => void signedOut.push(session),
  },
}))
vi.mock('../account/account.js', () => ({
  readLoginWithKey: async (login: Login) => (stored.hasShare ? { ...login, address } : null),
  restoreLogin: async () => {
    await pauses.get('restore')
    return stored.restored
  },
  storeSession: async ({ session }: Login) => {
    await pauses.get('store')
    stored.session = session
  },
  deleteSession: async ({ session }: Login) => {
    if (stored.session === session) stored.session = ''
  },
}))
vi.mock('../key/setup.js', () => ({
  recoverKey: undefined,
  setUpKey: (login: Login, loginEnd?: AbortSignal) =>
    new Promise<LoginWithKey>((resolve, reject) => {
      setups.push(() => resolve({ ...login, address }))
      loginEnd?.addEventListener('abort', () => reject(loginEnd.reason))
    }),
}))

beforeEach(() => {
  setups.length = 0
  signedOut.length = 0
  Object.assign(stored, { session: '', restored: null, hasShare: false })
  pauses.clear()
  vi.stubGlobal('navigator', { locks: createLocks() })
  return () => vi.unstubAllGlobals()
})

/** Web Locks, which the tabs of a site share. */
function createLocks() {
  const held = new Map<string, Promise<unknown>>()
  return {
    async request<T>(name: string, ...rest: readonly unknown[]): Promise<T> {
      const act = rest.at(-1) as (lock: object | null) => Promise<T>
      if (rest.length > 1 && held.has(name)) return act(null)
      while (held.has(name)) await held.get(name)
      const result = act({})
      held.set(
        name,
        result.then(
          () => held.delete(name),
          () => held.delete(name),
        ),
      )
      return result
    },
  }
}

/** A pause of requests, and the function that ends it. */
function pause(name: string): () => void {
  let end = (): void => undefined
  pauses.set(
    name,
    new Promise((resolve) => {
      end = resolve
    }),
  )
  return () => end()
}

it('a second login of the same account shows no second recovery code; both requests resolve with the newer session', async () => {
  const session = createFrameSession('https://shop.example')
  await session.enter('ada-1')
  const first = session.finish()
  await vi.waitFor(() => expect(setups).toHaveLength(1))
  await session.enter('ada-2')
  const second = session.finish()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(setups).toHaveLength(1)
  setups[0]?.()
  expect([(await first).session, (await second).session]).toEqual(['ada-2', 'ada-2'])
  expect(stored.session).toBe('ada-2')
})

describe('while another tab displays the recovery code of the account', () => {
  const openTabs = async () => {
    const openTab = async (login: string) => {
      const session = createFrameSession('https://shop.example')
      await session.enter(login)
      const key = session.finish()
      key.catch(() => undefined)
      return { session, key }
    }
    const first = await openTab('ada-1')
    await vi.waitFor(() => expect(setups).toHaveLength(1))
    const second = await openTab('ada-2')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(setups).toHaveLength(1)
    expect(document.body.textContent).toContain('Another tab is creating your wallet')
    return { first, second }
  }

  it('a tab displays none, and uses the key of the other tab', async () => {
    const { first, second } = await openTabs()
    stored.hasShare = true
    setups[0]?.()
    expect([(await first.key).session, (await second.key).session]).toEqual(['ada-1', 'ada-2'])
    expect([setups.length, document.body.textContent]).toEqual([1, ''])
  })

  it('a tab creates the key if the login of the other tab ends before', async () => {
    const { first, second } = await openTabs()
    first.session.leave()
    await expect(first.key).rejects.toMatchObject({ code: 4001 })
    await vi.waitFor(() => expect(setups).toHaveLength(2))
    setups[1]?.()
    expect((await second.key).session).toBe('ada-2')
  })

  it('a tab stops waiting when its login ends, and creates no key later', async () => {
    const { first, second } = await openTabs()
    second.session.leave()
    await expect(second.key).rejects.toMatchObject({ code: 4001 })
    setups[0]?.()
    await first.key
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(setups).toHaveLength(1)
  })
})

it.each([
  ['the login ends', (session: ReturnType<typeof createFrameSession>) => session.leave()],
  ['another account logs in', (session: ReturnType<typeof createFrameSession>) => session.enter('bob-1')],
])('a request that waits for the recovery code rejects with 4001 when %s', async (_, end) => {
  const session = createFrameSession('https://shop.example')
  await session.enter('ada-1')
  const first = session.finish().catch((error: unknown) => error)
  await vi.waitFor(() => expect(setups).toHaveLength(1))
  await end(session)
  expect(await first).toMatchObject({ code: 4001 })
})

it('requests are approved in a window before a login and after it, and in the frame only while the gateway says so', async () => {
  const session = createFrameSession('https://shop.example')
  expect(session.approvals()).toBe('window')
  await session.enter('ada-1')
  expect(session.approvals()).toBe('frame')
  session.leave()
  expect(session.approvals()).toBe('window')
})

it('a login whose key does not exist yet is not stored, and one with a key is', async () => {
  const session = createFrameSession('https://shop.example')
  expect(await session.enter('ada-1')).toEqual({ next: 'SAVE_RECOVERY' })
  expect(stored.session).toBe('')
  stored.hasShare = true
  expect(await session.enter('ada-2')).toEqual({ next: 'NOTHING' })
  expect(stored.session).toBe('ada-2')
})

it('a slow login rejects with 4001 after a later one, or after a logout: it is ended at the gateway, and the later state stays', async () => {
  stored.hasShare = true
  for (const later of ['bob-1', undefined]) {
    signedOut.length = 0
    const session = createFrameSession('https://shop.example')
    const end = pause('ada-1')
    const slow = session.enter('ada-1').catch((error: unknown) => error)
    if (later === undefined) session.leave()
    else await session.enter(later)
    end()
    expect(await slow).toMatchObject({ code: 4001 })
    expect((await session.restore())?.session).toBe(later)
    expect(signedOut).toEqual(['ada-1'])
  }
})

it.each([
  ['a login with a key', true],
  ['a login whose key was just created', false],
])(
  'a logout while the session of %s is being stored rejects the login with 4001, and nothing stays stored',
  async (_, hasShare) => {
    const session = createFrameSession('https://shop.example')
    const end = pause('store')
    stored.hasShare = hasShare
    const entered = session.enter('ada-1')
    const login = (hasShare ? entered : entered.then(() => session.finish())).catch((error: unknown) => error)
    if (!hasShare) await vi.waitFor(() => expect(setups).toHaveLength(1))
    setups[0]?.()
    await vi.waitFor(async () => expect(await session.restore()).not.toBeNull())
    session.leave()
    end()
    expect(await login).toMatchObject({ code: 4001 })
    expect(stored.session).toBe('')
    expect(await session.restore()).toBeNull()
  },
)

it('a login stays stored if a later one fails while it is being stored', async () => {
  stored.hasShare = true
  const session = createFrameSession('https://shop.example')
  const end = pause('store')
  const login = session.enter('ada-1')
  await vi.waitFor(async () => expect(await session.restore()).not.toBeNull())
  pauses.set('bob-1', Promise.reject(new Error('offline')))
  await expect(session.enter('bob-1')).rejects.toThrow('offline')
  end()
  expect(await login).toEqual({ next: 'NOTHING' })
  expect(stored.session).toBe('ada-1')
  expect((await session.restore())?.session).toBe('ada-1')
})

it('a stored login that is read while the visitor logs out is discarded', async () => {
  Object.assign(stored, { restored: { session: 'ada-1', account: { accountId: 'ada' } }, hasShare: true })
  const session = createFrameSession('https://shop.example')
  const end = pause('restore')
  const restored = session.restore()
  session.leave()
  end()
  expect(await restored).toBeNull()
  expect(session.approvals()).toBe('window')
})

it('each login and each logout has a number of its own', async () => {
  const session = createFrameSession('https://shop.example')
  const numbers = [session.generation()]
  await session.enter('ada-1')
  numbers.push(session.generation())
  session.leave()
  numbers.push(session.generation())
  expect(new Set(numbers).size).toBe(3)
})

it('a login stays, and has a number of its own, if the stored login was read while the gateway checked the new one', async () => {
  Object.assign(stored, { restored: { session: 'ada-1', account: { accountId: 'ada' } }, hasShare: true })
  const session = createFrameSession('https://shop.example')
  const [endLogin, endRestore] = [pause('bob-1'), pause('restore')]
  const entered = session.enter('bob-1')
  const restored = session.restore()
  const number = session.generation()
  endLogin()
  await entered
  expect(session.generation()).not.toBe(number)
  endRestore()
  expect((await restored)?.session).toBe('bob-1')
})

it('without a login, requests that need one reject with 4100', async () => {
  const session = createFrameSession('https://shop.example')
  await expect(session.finish()).rejects.toMatchObject({ code: 4100 })
  await expect(session.loggedIn()).rejects.toMatchObject({ code: 4100 })
})

it('an email address that was changed while another account logged in is not that of the other account', async () => {
  stored.hasShare = true
  const session = createFrameSession('https://shop.example')
  await session.enter('ada-1')
  const ada = await session.loggedIn()
  await session.enter('bob-1')
  await session.changeEmail(ada, 'ada@shop.example')
  expect(await session.loggedIn()).toMatchObject({ session: 'bob-1' })
  expect((await session.loggedIn()).account.email).toBeUndefined()
})
