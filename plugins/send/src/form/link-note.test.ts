// @vitest-environment happy-dom
import type { PaymentLink } from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { expect, it } from 'vitest'
import { createFakeHandler, createStage } from '../stage.test.fixtures.js'

it('the note of a payment link is passed when the maximum is read, because a receiver can require a memo', async () => {
  const max = 4_000_000_000_000_000n
  const link: PaymentLink = {
    request: {
      caipNetworkId: 'fake:1',
      receiver: 'fake-9',
      assetId: 'fake:1/native:coin',
      amount: 1n,
      note: { memo: 'Order 7' },
    },
  }
  const handler = createFakeHandler('fake', {
    readLink: async (text) => (text === 'pay:noted' ? link : undefined),
    async limit({ receiver, note }) {
      if (receiver !== undefined && note?.memo === undefined) throw new Error('The receiver requires a memo.')
      return { max, fee: 5n, extras: [] }
    },
  })
  using stage = await createStage(handler)
  const { form } = stage.model
  form.setReceiver('pay:noted')
  await waitUntil(() => expect(form.receiver.peek()).toMatchObject({ status: 'found', text: 'fake-9' }))
  form.useMax()
  await waitUntil(() => expect(form.status.peek()).toBe('complete'))
  expect(form.amount.peek()).toMatchObject({ isMax: true, value: max })
  form.setReceiver('fake-9') // without the link, the transfer has no note
  await waitUntil(() => expect(form.limit.peek().status).toBe('failed'))
})
