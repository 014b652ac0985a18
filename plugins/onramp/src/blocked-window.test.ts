// @vitest-environment happy-dom
import { signal, WalletModalError } from '@wallet-modal/kernel'
import { createFakeContext, waitUntil } from '@wallet-modal/kernel/testing'
import { expect, it } from 'vitest'
import type { OnRampCheckout } from './contract.js'
import { startReview } from './model.test.fixtures.js'
import { createServiceProvider } from './service-provider.js'

it('a blocked window is no longer reported when the review is opened again', async () => {
  using started = await startReview({ open: () => false })
  const { model } = started
  model.pay()
  expect(model.isBlocked.peek()).toBe(true)
  model.review()
  expect(model.isBlocked.peek()).toBe(false)
})

it('a checkout page that may not be opened is reported as a failure, and a new session can be started', async () => {
  const open = (): boolean => {
    throw new WalletModalError('NOT_PERMITTED', 'The origin https://other.example is not permitted.')
  }
  using started = await startReview({ open })
  const { model } = started
  model.pay()
  expect(model.checkout.state.peek()).toMatchObject({
    status: 'failed',
    failure: { message: expect.stringContaining('not permitted') },
  })
  expect(model.accountPurchases.peek()).toEqual([])
  model.checkout.start()
  await waitUntil(() => expect(model.checkout.state.peek().status).toBe('ready'))
})

it.each([
  ['https://pay.example/session', ['entry']],
  ['https://pay.example?session=1', ['entry']],
  ['https://pay.example:8443/session', ['plugin']],
  ['https://pay.example.evil.example/session', ['plugin']],
])('the page %s is opened by the %s', (url, openedBy) => {
  const opened: string[] = []
  const ctx = createFakeContext({ openWindow: () => opened.push('plugin') > 0 })
  const entry: OnRampCheckout = {
    ...{ origin: 'https://pay.example', caipNetworkIds: [] },
    open: () => opened.push('entry') > 0,
  }
  const provider = createServiceProvider(ctx, signal([entry]), { id: 'meld', name: 'Meld', feeBps: { min: 0, max: 0 } })
  expect(provider.open(url)).toBe(true)
  expect(opened).toEqual(openedBy)
})
