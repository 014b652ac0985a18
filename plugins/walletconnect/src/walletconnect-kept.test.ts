// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { createSession } from './sessions/sessions.test.fixtures.js'
import {
  connectsOn,
  polkadot,
  RELAY,
  restored,
  type Shake,
  settle,
  stage,
  storeWallet,
} from './walletconnect.test.fixtures.js'

vi.mock('./client/client.js', async () => ({
  openClient: (await import('./walletconnect.test.fixtures.js')).openFakeClient,
}))
vi.mock('./sessions/still-connected.js', async () => ({
  createStillConnected: (await import('./walletconnect.test.fixtures.js')).recordNotified,
}))

afterEach(() => localStorage.clear())

test('a session that is still stored after a disconnect is not used again: a code is shown, and the session ends', async () => {
  using staged = stage(createSession('kept'))
  const outcome = staged.connect()
  await staged.offered()
  staged.approve(createSession('new'))
  expect(await outcome).toBe('connected')
  await settle()
  expect(staged.storedSessions.map(({ topic }) => topic)).toEqual(['new'])
})

test('after a disconnect while the wallet is being reconnected, a code is shown', async () => {
  storeWallet()
  using staged = stage(createSession('kept'))
  staged.shakes.eip155 = () => new Promise(() => undefined)
  await settle()
  await staged.modal.disconnect()
  staged.shakes.eip155 = connectsOn('eip155:1')
  void staged.connect()
  await staged.offered()
})

test.each([0, 1, 2, 100])(
  'a disconnect %i ms after the start of a page that reconnects the wallet ends the session',
  async (ms) => {
    storeWallet()
    using staged = stage(createSession('kept'))
    staged.shakes.eip155 = () => new Promise(() => undefined)
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
    await staged.modal.disconnect()
    await settle()
    expect([staged.storedSessions, staged.states().eip155]).toEqual([[], 'disconnected'])
  },
)

test('a connect while the wallet is being reconnected uses its session without a code', async () => {
  storeWallet()
  using staged = stage(createSession('kept'))
  staged.shakes.eip155 = () => new Promise(() => undefined)
  await settle()
  staged.shakes.eip155 = connectsOn('eip155:1')
  expect(await staged.connect()).toBe('connected')
  expect(staged.storedSessions.map(({ topic }) => topic)).toEqual(['kept'])
})

test('a family that is reconnected while a new session is being connected does not replace the visitor’s request', async () => {
  const answers: Record<string, () => void> = {}
  const waits =
    (name: string, caipNetworkId: string): Shake =>
    async () => {
      await new Promise<void>((resolve) => {
        answers[name] = resolve
      })
      return connectsOn(caipNetworkId)()
    }
  using staged = await restored(waits('polkadot', `polkadot:${RELAY}`))
  staged.shakes.eip155 = waits('eip155', 'eip155:1')
  const outcome = staged.connect()
  await staged.offered()
  staged.approve(createSession('new', polkadot))
  await settle()
  answers.polkadot?.()
  await settle()
  answers.eip155?.()
  expect(await outcome).toBe('connected')
})
