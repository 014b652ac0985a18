import { beforeEach, expect, it, vi } from 'vitest'
import type { Login, ReadyLogin } from '../account/account.js'
import { createFrameSession } from './frame-session.js'

const { setups, stored } = vi.hoisted(() => ({
  /** Displayed recovery codes. Each function confirms one. */
  setups: [] as (() => void)[],
  stored: { session: '' },
}))
const address = `0x${'ab'.repeat(20)}`

vi.mock('../gateway.js', async (original) => ({
  ...(await original<typeof import('../gateway.js')>()),
  // a session is named after its account
  gateway: { account: async (session: string) => ({ accountId: session.split('-')[0], wallet: null }) },
}))
vi.mock('../account/account.js', () => ({
  readyLogin: async () => null,
  restoreLogin: async () => null,
  storeSession: async ({ session }: Login) => {
    stored.session = session
  },
}))
vi.mock('../key/setup.js', () => ({
  recoverKey: undefined,
  setUpKey: (login: Login, loginEnd?: AbortSignal) =>
    new Promise<ReadyLogin>((resolve, reject) => {
      setups.push(() => resolve({ ...login, address }))
      loginEnd?.addEventListener('abort', () => reject(loginEnd.reason))
    }),
}))

beforeEach(() => {
  setups.length = 0
})

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
