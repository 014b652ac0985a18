// @vitest-environment happy-dom
import { signal } from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, expect, it } from 'vitest'
import { createResult } from './result.js'
import { createFakeHandler, createStage, reviewed } from './stage.test.fixtures.js'

beforeEach(() => localStorage.clear())

/** Submits a transfer and closes the page before the wallet replies. */
async function loseTransfer(): Promise<void> {
  const handler = createFakeHandler()
  handler.outcome = () => new Promise(() => undefined)
  using stage = await createStage(handler)
  await reviewed(stage)
  stage.model.submit()
  await waitUntil(() => expect(handler.submitted).toBe(1))
}

it('a lost payment is displayed although the code of another chain family fails to load', async () => {
  await loseTransfer()
  using stage = await createStage()
  const families = stage.ctx.connections.adapters.peek()
  const recover = () => Promise.reject(new Error('The code did not load.'))
  const failing = families.map((family) =>
    Object.create(family, { transactions: { value: { ...family.transactions, recover } } }),
  )
  const connections = { ...stage.ctx.connections, adapters: signal([...failing, ...families]) }
  const result = createResult(Object.create(stage.ctx, { connections: { value: connections } }))
  expect(await result.showUnresolved(() => true)).toBe(true)
  expect(result.current.peek()).toMatchObject({ isAnswerLost: true, sent: { type: 'transfer' } })
})
