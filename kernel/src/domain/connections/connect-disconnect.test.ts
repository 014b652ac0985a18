// @vitest-environment happy-dom
/// <reference types="node" />
import { setImmediate as immediately } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFakeNamespace } from '../../testing/fake-namespace.js'
import { create, key, listen, resetEachTest, settle, state } from './namespace.test.fixtures.js'

resetEachTest()

describe('C2: competing connect and disconnect calls', () => {
  test('the last call wins, in any order of replies', { timeout: 60_000 }, async () => {
    // loads the code first, because the test waits for a fixed number of turns of the event loop
    await Promise.all([import('./machine.js'), import('./actions.js'), import('./restore.js')])
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom('connect', 'other', 'disconnect'), { minLength: 2, maxLength: 6 }),
        async (scheduler, intents) => {
          localStorage.clear()
          const fake = createFakeNamespace()
          for (const wallet of [fake.wallet, fake.other]) {
            const { request, revoke } = wallet.provider
            wallet.provider.request = async (silent) => {
              await scheduler.schedule(Promise.resolve(), 'the wallet receives the request')
              const answer = await request(silent)
              await scheduler.schedule(Promise.resolve(), 'the wallet replies')
              return answer
            }
            wallet.provider.revoke = async () => {
              await scheduler.schedule(Promise.resolve(), 'the wallet revokes the permission')
              await revoke()
            }
          }
          using modal = create(fake)
          await immediately()
          const flows = scheduler.scheduleSequence(
            intents.map((intent) => async () => {
              if (intent === 'disconnect') void modal.disconnect()
              else void modal.connections.connect(intent === 'connect' ? fake.wallet.connector : fake.other.connector)
            }),
          )
          await scheduler.waitFor(flows.task)
          for (let turn = 0; turn < 10; turn++) {
            await settle()
            await scheduler.waitIdle()
          }
          const last = intents.at(-1)
          const expected =
            last === 'disconnect'
              ? { status: 'disconnected' }
              : { status: 'connected', connectorId: last === 'connect' ? 'fake-wallet' : 'fake-other' }
          expect(state(modal)).toMatchObject(expected)
          expect(localStorage.getItem(key) === null).toBe(last === 'disconnect')
        },
      ),
      { numRuns: process.env.WALLET_MODAL_LONG ? 2000 : 200 },
    )
  })

  test('disconnect cancels a pending reconnect', async () => {
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = true
    localStorage.setItem(key, JSON.stringify({ v: 1, data: 'fake-wallet' }))
    let answer = (): void => undefined
    const { request } = fake.wallet.provider
    fake.wallet.provider.request = (silent) =>
      new Promise((resolve) => {
        answer = () => resolve(request(silent))
      })
    using modal = create(fake)
    await settle()
    expect(state(modal)).toEqual({ status: 'reconnecting', connectorId: 'fake-wallet' })
    await modal.disconnect()
    answer()
    await settle()
    expect([state(modal), localStorage.length]).toEqual([{ status: 'disconnected' }, 0])
  })
})

test('events of a new wallet are ignored until the wallet is connected', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  await modal.connections.connect(fake.wallet.connector)
  const events = listen(modal)
  const { listen: hear } = fake.other.provider
  fake.other.provider.listen = (listener) => {
    listener.accounts([{ address: 'fake-666', type: 'eoa' }])
    listener.disconnected()
    return hear(listener)
  }
  await modal.connections.connect(fake.other.connector)
  expect(state(modal)).toMatchObject({ status: 'connected', connectorId: 'fake-other', account: { address: 'fake-3' } })
  expect(events).toEqual(['connected'])
})

test('`connected` is emitted even if a subscriber of `active` switches the account at once', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  const events = listen(modal)
  modal.connections.active.subscribe((now) => {
    if (now?.account.address === 'fake-1') now.adapter.switchAccount('fake-2')
  })
  expect(await modal.connections.connect(fake.wallet.connector)).toMatchObject({ status: 'connected' })
  expect(state(modal)).toMatchObject({ status: 'connected', account: { address: 'fake-2' } })
  expect(events).toEqual(['accountChanged', 'connected'])
})
