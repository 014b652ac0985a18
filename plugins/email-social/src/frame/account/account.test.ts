import { beforeEach, expect, it, vi } from 'vitest'
import { FrameError } from '../gateway.js'
import { deleteSession, endLogin, endOwnLogin, type Login, restoreLogin, storeSession } from './account.js'

const { records, sites, signedOut, fault } = vi.hoisted(() => ({
  fault: { isUnreadable: false, isReadOnly: false },
  records: new Map<string, Uint8Array<ArrayBuffer>>(),
  /** Site of each valid session at the gateway. */
  sites: new Map<string, string>(),
  signedOut: [] as string[],
}))

vi.mock('./device.js', () => ({
  storeRecord: async (name: string, value: Uint8Array<ArrayBuffer>) => void records.set(name, value),
  readRecord: async (name: string) => {
    if (fault.isUnreadable) throw new DOMException('The connection is lost.', 'UnknownError')
    return records.get(name)
  },
  deleteRecord: async (name: string) => {
    if (fault.isReadOnly) throw new DOMException('The connection is lost.', 'UnknownError')
    records.delete(name)
  },
  recordNames: async (prefix: string) => [...records.keys()].filter((name) => name.startsWith(prefix)),
}))
vi.mock('../gateway.js', async (original) => ({
  ...(await original<typeof import('../gateway.js')>()),
  gateway: {
    async account(session: string) {
      if (sites.has(session)) return { site: sites.get(session) }
      throw new FrameError('UNAUTHORIZED', 'The login has ended.')
    },
    signOut: async (session: string) => void signedOut.push(session),
  },
}))

const [SHOP, APP] = ['https://shop.example', 'https://app.shop.example']

/** Logs in on a site, as its frame does. */
async function logIn(site: string, session: string): Promise<Login> {
  sites.set(session, site)
  const login = { session, account: { site } } as Login
  await storeSession(login)
  return login
}
const sessionOf = async (site: string) => (await restoreLogin(site))?.session

beforeEach(() => {
  Object.assign(fault, { isUnreadable: false, isReadOnly: false })
  records.clear()
  sites.clear()
  signedOut.length = 0
})

it('sites of one registrable domain, which share the storage of the frame, keep separate logins', async () => {
  const shop = await logIn(SHOP, 's1')
  await logIn(APP, 's2')
  expect([await sessionOf(SHOP), await sessionOf(APP)]).toEqual(['s1', 's2'])
  await endLogin(SHOP, shop)
  expect(signedOut).toEqual(['s1'])
  expect([await sessionOf(SHOP), await sessionOf(APP)]).toEqual([undefined, 's2'])
})

it('a tab that signs out also ends the newer login of another tab', async () => {
  const older = await logIn(SHOP, 's1')
  await logIn(SHOP, 's2')
  await endLogin(SHOP, older)
  expect([signedOut, await sessionOf(SHOP)]).toEqual([['s1', 's2'], undefined])
})

it('a sign-out ends the login of the tab if the records of the browser cannot be read', async () => {
  const login = await logIn(SHOP, 's1')
  fault.isUnreadable = true
  await endLogin(SHOP, login)
  await endOwnLogin(login).catch(() => undefined)
  fault.isUnreadable = false
  expect([signedOut, await sessionOf(SHOP)]).toEqual([['s1', 's1'], undefined])
})

it('a sign-out ends the session at the gateway, and fails, if the records of the browser cannot be deleted', async () => {
  const login = await logIn(SHOP, 's1')
  fault.isReadOnly = true
  await expect(endLogin(SHOP, login)).rejects.toThrow('The connection is lost.')
  expect(signedOut).toEqual(['s1'])
})

it('a tab whose login has ended keeps the newer login of another tab', async () => {
  const older = await logIn(SHOP, 's1')
  await logIn(SHOP, 's2')
  await deleteSession(older)
  expect(await sessionOf(SHOP)).toBe('s2')
})

it('a sign-out deletes the session that an earlier version has stored', async () => {
  records.set('session', new Uint8Array(1))
  await endLogin(SHOP, null)
  expect([signedOut, records.size]).toEqual([[], 0])
})

it('a sign-out without a login in the frame ends the stored login of its site only', async () => {
  await logIn(SHOP, 's1')
  await logIn(APP, 's2')
  await endLogin(SHOP, null)
  expect([signedOut, await sessionOf(SHOP), await sessionOf(APP)]).toEqual([['s1'], undefined, 's2'])
  await endLogin(SHOP, null)
  expect(signedOut).toEqual(['s1'])
})

it('a stored login that has ended is deleted', async () => {
  await logIn(SHOP, 's1')
  sites.clear()
  expect(await sessionOf(SHOP)).toBeUndefined()
  expect(records.size).toBe(0)
})

it('a sign-out deletes the batches of its site, and keeps those of other sites', async () => {
  records.set(`batches:a1:${SHOP}`, new Uint8Array(1))
  records.set(`batches:a1:${APP}`, new Uint8Array(1))
  await endLogin(SHOP, await logIn(SHOP, 's1'))
  expect([...records.keys()]).toEqual([`batches:a1:${APP}`])
})

it('an abandoned login ends alone: the login that the site has stored continues', async () => {
  await logIn(SHOP, 's1')
  await endOwnLogin({ session: 's2', account: { site: SHOP } } as Login)
  expect([signedOut, await sessionOf(SHOP)]).toEqual([['s2'], 's1'])
  await endOwnLogin(await logIn(SHOP, 's3'))
  expect([signedOut, await sessionOf(SHOP)]).toEqual([['s2', 's3'], undefined])
})
