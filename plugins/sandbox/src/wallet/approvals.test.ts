// @vitest-environment happy-dom
import { createFakeContext } from '@wallet-modal/kernel/testing'
import { expect, it } from 'vitest'
import { createApprovals } from './approvals.js'

/** Fake of the modal's view stack. `shown` lists all sheets, also after they were answered. */
function stackOf() {
  const shown: { readonly address: string; answer(agreed: boolean | undefined): void }[] = []
  const ctx = createFakeContext({
    router: {
      push: (_, ...[params]: readonly unknown[]) =>
        new Promise((resolve) => {
          shown.push({ address: Object(params).address, answer: (agreed) => resolve(agreed as never) })
        }),
    },
  })
  return { ask: createApprovals(ctx), shown }
}
const request = (address: string) => ({ kind: 'message', address, caipNetworkId: 'a:b', facts: [] }) as const

it('a sheet opens after the next animation frame, in which the modal renders its own view', async () => {
  const { ask, shown } = stackOf()
  const shownBefore = new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => resolve(shown.length)))
  })
  const answer = ask(request('one'))
  expect(await shownBefore).toBe(0)
  await expect.poll(() => shown.length).toBe(1)
  shown[0]?.answer(true)
  await answer
})

it('sheets open one at a time in the order of the requests; closing a sheet rejects its request', async () => {
  const { ask, shown } = stackOf()
  const [first, second] = [ask(request('one')), ask(request('two'))]
  await expect.poll(() => shown.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(shown.map(({ address }) => address)).toEqual(['one'])
  shown[0]?.answer(undefined)
  await expect(first).rejects.toMatchObject({ code: 4001 })
  await expect.poll(() => shown.length).toBe(2)
  shown[1]?.answer(true)
  await second
})
