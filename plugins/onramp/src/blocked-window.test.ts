// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { startReview } from './model.test.fixtures.js'

it('a blocked window is no longer reported when the review is opened again', async () => {
  using started = await startReview({ open: () => false })
  const { model } = started
  model.pay()
  expect(model.isBlocked.peek()).toBe(true)
  model.review()
  expect(model.isBlocked.peek()).toBe(false)
})
