// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { createSession, evmAccount } from './sessions/sessions.test.fixtures.js'
import {
  connectsOn,
  given,
  polkadot,
  RELAY,
  reconnected,
  restored,
  type Shake,
  settle,
  stage,
} from './walletconnect.test.fixtures.js'

vi.mock('./client/client.js', async () => ({
  openClient: (await import('./walletconnect.test.fixtures.js')).openFakeClient,
}))
vi.mock('./sessions/still-connected.js', async () => ({
  createStillConnected: (await import('./walletconnect.test.fixtures.js')).recordNotified,
}))

afterEach(() => localStorage.clear())

test('a session connects the approved chain families, and ends when the last family is disconnected', async () => {
  using staged = stage()
  const outcome = staged.connect()
  await staged.offered()
  staged.approve(createSession('topic', polkadot))
  expect(await outcome).toBe('connected')
  await expect.poll(staged.states).toEqual({ eip155: 'connected', polkadot: 'connected' })
  await staged.modal.disconnect('eip155')
  await settle()
  expect([staged.states(), staged.storedSessions.length]).toEqual([
    { eip155: 'disconnected', polkadot: 'connected' },
    1,
  ])
  await staged.modal.disconnect('polkadot')
  await settle()
  expect([staged.states(), staged.storedSessions.length]).toEqual([
    { eip155: 'disconnected', polkadot: 'disconnected' },
    0,
  ])
})

test('disconnecting one chain family of a session informs the visitor about the remaining ones', async () => {
  using staged = stage()
  const outcome = staged.connect()
  await staged.offered()
  staged.approve(createSession('topic', polkadot))
  await outcome
  await expect.poll(staged.states).toEqual({ eip155: 'connected', polkadot: 'connected' })
  await staged.modal.disconnect('eip155')
  await settle()
  expect(given.notifiedWallets).toEqual(['Zephyr'])
})

test.each<readonly [string, Shake]>([
  ['throws', () => Promise.reject(new Error('is not an address'))],
  ['finds nothing', async () => null],
])(
  'D13, D14: the session ends with the last connected family, even if the handshake of another %s',
  async (_, shake) => {
    using staged = stage()
    staged.shakes.polkadot = shake
    const outcome = staged.connect()
    await staged.offered()
    staged.approve(createSession('topic', polkadot))
    expect(await outcome).toBe('connected')
    await settle()
    expect(staged.states()).toEqual({ eip155: 'connected', polkadot: 'disconnected' })
    await staged.modal.disconnect('eip155')
    await settle()
    expect([staged.states(), staged.storedSessions]).toEqual([{ eip155: 'disconnected', polkadot: 'disconnected' }, []])
  },
)

test('the session ends if its only connected family is disconnected and the pending handshake of another family then fails', async () => {
  using staged = stage()
  let refuse = (): void => undefined
  staged.shakes.polkadot = () =>
    new Promise((resolve) => {
      refuse = () => resolve(null)
    })
  const outcome = staged.connect()
  await staged.offered()
  staged.approve(createSession('topic', polkadot))
  await outcome
  await settle()
  await staged.modal.disconnect('eip155')
  refuse()
  await settle()
  expect(staged.storedSessions).toEqual([])
})

test.each<readonly [string, Shake]>([
  ['throws', () => Promise.reject(new Error('is not an address'))],
  ['finds nothing', async () => null],
  ['is never answered', () => new Promise(() => undefined)],
])(
  'after a reload, the session ends with the last restored family, even if the handshake of another %s',
  async (_, shake) => {
    using staged = await restored(shake)
    expect(staged.storedSessions).toHaveLength(1)
    await staged.modal.disconnect('eip155')
    await settle()
    expect([staged.states().eip155, staged.storedSessions]).toEqual(['disconnected', []])
  },
)

test('after a reload, the session stays until the last restored family is disconnected', async () => {
  using staged = await restored(connectsOn(`polkadot:${RELAY}`))
  await staged.modal.disconnect('eip155')
  await settle()
  expect([staged.states(), staged.storedSessions.length]).toEqual([
    { eip155: 'disconnected', polkadot: 'connected' },
    1,
  ])
  await staged.modal.disconnect('polkadot')
  await settle()
  expect(staged.storedSessions).toEqual([])
})

test('H1: a page load after the session has ended does not open the client, and a new session can be connected', async () => {
  {
    using before = stage()
    const outcome = before.connect()
    await before.offered()
    before.approve(createSession('ended'))
    await outcome
  }
  using staged = stage()
  await settle()
  expect([given.openedClients, staged.states().eip155]).toEqual([0, 'disconnected'])
  const outcome = staged.connect()
  await staged.offered()
  staged.approve(createSession('new'))
  expect(await outcome).toBe('connected')
})

test.each(['the module for the handshake is loading', 'the handshake is pending'])(
  'C2: aborting right after the approval, while %s, ends the new session and keeps the earlier one',
  async (when) => {
    using staged = await reconnected(createSession('before'))
    staged.shakes.eip155 = () => new Promise(() => undefined)
    const leaving = new AbortController()
    const outcome = staged.connect(leaving.signal)
    await staged.offered()
    staged.approve(createSession('new', polkadot))
    if (when === 'the handshake is pending') await settle()
    else await Promise.resolve()
    leaving.abort()
    expect(await outcome).toBe('superseded')
    await settle()
    expect(staged.storedSessions.map(({ topic }) => topic)).toEqual(['before'])
    expect(staged.states()).toEqual({ eip155: 'connected', polkadot: 'disconnected' })
  },
)

test('a connect while the session is being ended creates a new session', async () => {
  using staged = await reconnected(createSession('topic'))
  const leaving = staged.modal.disconnect('eip155')
  const outcome = staged.connect()
  await leaving
  await staged.offered()
  staged.approve(createSession('new', { eip155: { accounts: [evmAccount], methods: [] } }))
  expect(await outcome).toBe('connected')
  expect(staged.storedSessions.map(({ topic }) => topic)).toEqual(['new'])
})
