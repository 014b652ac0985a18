// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { createFakeNamespace, type FakeNamespace } from '../../testing/fake-namespace.js'
import { create, listen, resetEachTest, settle, state } from './namespace.test.fixtures.js'

resetEachTest()

/** Simulates `pageshow`: the page was restored from the back/forward cache (`persisted`), or loaded. */
async function comeBack(persisted = true): Promise<void> {
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  await settle()
}

/** The visitor chooses another account and network in the wallet, without events for the page. */
function changeUnheard({ wallet }: FakeNamespace, addresses: readonly string[], caipNetworkId = 'fake:1'): void {
  const heard = [...wallet.listeners]
  wallet.listeners.clear()
  wallet.changeAccounts(addresses)
  wallet.changeNetwork(caipNetworkId)
  for (const listener of heard) wallet.listeners.add(listener)
}

test('a page restored from the back/forward cache reads its wallets again, without a prompt', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  await modal.connections.connect(fake.wallet.connector)
  const events = listen(modal)
  const seen = new Set<string>()
  modal.connections.active.subscribe((now) => seen.add(`${now?.account.address} on ${now?.caipNetworkId}`))
  changeUnheard(fake, ['fake-9'], 'fake:2')
  fake.wallet.behaviour = 'hang' // a prompt would never be answered
  await comeBack(false)
  expect([modal.connections.active.peek()?.account.address, events]).toEqual(['fake-1', []])
  await comeBack()
  expect(modal.connections.active.peek()).toMatchObject({ account: { address: 'fake-9' }, caipNetworkId: 'fake:2' })
  expect(events).toEqual(['accountChanged', 'networkChanged'])
  expect([...seen]).toEqual(['fake-1 on fake:1', 'fake-9 on fake:2'])
})

test('the account that the visitor chose stays active if it is still listed', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  await modal.connections.connect(fake.wallet.connector)
  modal.connections.adapter('fake').use(undefined, 'fake-2')
  changeUnheard(fake, ['fake-1', 'fake-2', 'fake-3'])
  await comeBack()
  expect(modal.connections.active.peek()?.account.address).toBe('fake-2')
  expect(modal.connections.active.peek()?.accounts.length).toBe(3)
})

test('a wallet that reports no permission, or replies with an error, stays connected', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  await modal.connections.connect(fake.wallet.connector)
  const before = state(modal)
  fake.wallet.isPermitted = false
  await comeBack()
  expect(state(modal)).toBe(before)
  fake.wallet.provider.request = () => Promise.reject(new Error('asleep'))
  await comeBack()
  expect(state(modal)).toBe(before)
})

test('events received during the read take precedence over its result', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  await modal.connections.connect(fake.wallet.connector)
  const { request } = fake.wallet.provider
  fake.wallet.provider.request = async (silent) => {
    const old = await request(silent)
    fake.wallet.changeAccounts(['fake-2'])
    return old
  }
  await comeBack()
  expect(modal.connections.active.peek()?.accounts).toEqual([{ address: 'fake-2', type: 'eoa' }])
})

test('a disposed modal sends no request', async () => {
  const fake = createFakeNamespace()
  const modal = create(fake)
  await modal.connections.connect(fake.wallet.connector)
  modal.dispose()
  let requests = 0
  fake.wallet.provider.request = async () => {
    requests++
    return null
  }
  await comeBack()
  expect(requests).toBe(0)
})
