// @vitest-environment happy-dom
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readInitialState, rememberInCookie } from './cookie.js'
import { createWalletModal } from './modal/modal.js'
import { createFakeNamespace } from './testing/fake-namespace.js'

const account = {
  namespace: 'eip155',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  type: 'eoa',
  caipNetworkId: 'eip155:1',
  connectorId: 'io.zephyr',
  connectorName: 'Zephyr',
}
const cookie = (value: unknown, name = 'wallet-modal.default'): string =>
  `${name}=${encodeURIComponent(JSON.stringify(value))}`
const create = (fake = createFakeNamespace()) => ({
  fake,
  modal: createWalletModal({
    plugins: [fake.plugin()],
    networks: fake.networks,
    prefetch: 'never',
    logLevel: 'silent',
  }),
})
const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

const setCookie = (text: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the code under test writes it, too
  document.cookie = `${text}; Path=/`
}
/** Deletes every cookie of the page. */
const clear = (): void => {
  for (const pair of document.cookie.split('; ')) setCookie(`${pair.split('=')[0]}=; Max-Age=-1`)
}
beforeEach(() => {
  localStorage.clear()
  clear()
})
afterEach(() => void vi.useRealTimers())

test('the cookie contains the connected account, and the server reads it', async () => {
  const { fake, modal } = create()
  using _ = modal
  rememberInCookie(modal)
  await settle()
  expect(document.cookie).toBe('')
  await modal.connections.connect(fake.wallet.connector)
  const [first] = readInitialState(document.cookie)
  expect(first).toMatchObject({ namespace: 'fake', connectorName: 'fake wallet', caipNetworkId: 'fake:1', type: 'eoa' })
  expect(Object.keys(first ?? {}).sort()).toEqual(Object.keys(account).sort())
})

test('the cookie is deleted when the visitor disconnects, but not when the modal is disposed', async () => {
  const { fake, modal } = create()
  rememberInCookie(modal)
  await modal.connections.connect(fake.wallet.connector)
  await modal.disconnect()
  expect(document.cookie).toBe('')
  await modal.connections.connect(fake.wallet.connector)
  modal.dispose()
  await settle()
  expect(readInitialState(document.cookie)).toHaveLength(1)
})

test('an outdated cookie is deleted once no wallet is connected, but not while a wallet is reconnecting', async () => {
  const { modal } = create()
  setCookie(cookie([account]))
  rememberInCookie(modal)
  await settle()
  expect(document.cookie).toBe('')
  modal.dispose()

  const before = create()
  await before.modal.connections.connect(before.fake.wallet.connector)
  before.modal.dispose()
  setCookie(cookie([account]))
  const after = create()
  using _ = after.modal
  after.fake.wallet.behaviour = 'hang'
  rememberInCookie(after.modal)
  await Promise.resolve()
  expect(readInitialState(document.cookie)).toEqual([account])
})

test('calling the function that `rememberInCookie` returns stops updates of the cookie', async () => {
  const { fake, modal } = create()
  using _ = modal
  const stop = rememberInCookie(modal)
  await settle()
  stop()
  await modal.connections.connect(fake.wallet.connector)
  expect(document.cookie).toBe('')
})

test('updates stopped in the same task, as by React in strict mode, leave the cookie of the previous page', async () => {
  const { modal } = create()
  using _ = modal
  setCookie(cookie([account]))
  rememberInCookie(modal)()
  await settle()
  expect(readInitialState(document.cookie)).toEqual([account])
})

test('readInitialState reads only the cookie of the given modal from a Cookie header', () => {
  const other = { ...account, connectorName: 'Other' }
  const header = `a=1; ${cookie([account])}; ${cookie([other], 'wallet-modal.second')}; b=2`
  expect(readInitialState(header)).toEqual([account])
  expect(readInitialState(header, 'second')).toEqual([other])
  expect([readInitialState(''), readInitialState(null), readInitialState(undefined)]).toEqual([[], [], []])
})

test.each([
  ['a list that contains null', [null]],
  ['an object', account],
  ['markup as address', [{ ...account, address: '"><script>alert(1)</script>' }]],
  ['an address of more than 128 characters', [{ ...account, address: '1'.repeat(129) }]],
  ['a network of another namespace', [{ ...account, caipNetworkId: 'solana:1' }]],
  ['an invalid network id', [{ ...account, namespace: 'eip155:1', caipNetworkId: 'eip155:1:2' }]],
  ['an unknown kind of account', [{ ...account, type: 'admin' }]],
  ['a name with a right-to-left override', [{ ...account, connectorName: 'Zeph\u202eyr' }]],
  ['a name of more than 64 characters', [{ ...account, connectorName: 'Z'.repeat(65) }]],
  ['two accounts of the same namespace', [account, account]],
  ['more than 8 accounts', Array.from({ length: 9 }, (_, at) => ({ ...account, namespace: `n${at}` }))],
  ['one valid and one invalid account', [account, { ...account, namespace: 'solana' }]],
])('a cookie with %s is ignored', (_, value) => {
  expect(readInitialState(cookie(value))).toEqual([])
})

test('two cookies with the same name are both ignored, because one may be forged', () => {
  expect(readInitialState(`${cookie([account])}; ${cookie([{ ...account, address: '0xEvil' }])}`)).toEqual([])
})

test('for any cookie, readInitialState returns valid accounts or none, and never throws', () => {
  const field = fc.oneof(fc.string(), fc.constantFrom(...Object.values(account)), fc.jsonValue())
  const row = fc.record(Object.fromEntries(Object.keys(account).map((name) => [name, field])), { requiredKeys: [] })
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(row).map((rows) => encodeURIComponent(JSON.stringify(rows))),
      ),
      (text) => {
        for (const one of readInitialState(`wallet-modal.default=${text}`)) {
          expect(one.address).toMatch(/^[-.%a-z\d]{1,128}$/i)
          expect(one.caipNetworkId.startsWith(`${one.namespace}:`)).toBe(true)
          expect(Object.keys(one).sort()).toEqual(Object.keys(account).sort())
        }
      },
    ),
    { numRuns: 2000 },
  )
})
