// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { create, listen, resetEachTest } from '../../domain/connections/namespace.test.fixtures.js'
import { createFakeNamespace } from '../../testing/fake-namespace.js'
import { pageState } from './page-state.js'

resetEachTest()

it('while another wallet connects, the active wallet stays connected and changes of its account are published', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  await modal.connections.connect(fake.wallet.connector)
  const events = listen(modal)
  const seen: string[] = []
  pageState(modal).account.subscribe(({ status, address }) => seen.push(`${status} ${address}`))
  fake.other.behaviour = 'wait'
  const leaving = new AbortController()
  const outcome = modal.connections.connect(fake.other.connector, { signal: leaving.signal })
  await expect.poll(() => fake.other.pendingRequests).toBe(1)
  expect(modal.connections.adapter('fake').state.peek().status).toBe('connecting')
  fake.wallet.changeAccounts(['fake-2'])
  expect(modal.connections.active.peek()).toMatchObject({ isActive: true, account: { address: 'fake-2' } })
  leaving.abort()
  await outcome
  expect([seen, events]).toEqual([['connected fake-1', 'connected fake-2'], ['accountChanged']])
})
