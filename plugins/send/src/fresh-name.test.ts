// @vitest-environment happy-dom
import { definePlugin, nameSources } from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NAME_CHECK_MS } from './form/form.js'
import { NAME_FRESH_MS } from './receiver/resolved-name.js'
import { createFakeHandler, createStage, flowState, type Stage } from './stage.test.fixtures.js'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Answer = { readonly address: string } | 'elsewhere' | 'unknown'

/** Name source whose `answer` the test sets. */
function createRegistry() {
  const registry = { answer: { address: 'fake-9' } as Answer | Promise<Answer> | Error, lookups: 0 }
  const plugin = definePlugin({
    name: 'registry',
    kernel: '^0.1',
    setup: (ctx) =>
      ctx.add(nameSources, {
        namespace: 'fake',
        nameOf: async () => null,
        async resolve() {
          registry.lookups++
          if (registry.answer instanceof Error) throw registry.answer
          return registry.answer
        },
      }),
  })
  return { registry, plugin: plugin() }
}

async function createNamedStage() {
  const { registry, plugin } = createRegistry()
  const stage = await createStage(createFakeHandler('fake', { nameCoinType: () => '60' }), [plugin])
  const { form, flow } = stage.model
  form.chooseToken(stage.coin)
  form.type('0.5')
  form.setReceiver('zoe.eth')
  await waitUntil(() => expect(form.status.peek()).toBe('complete'))
  return Object.assign(stage, { registry, watch: () => flow.watch() })
}
const reviewOf = (stage: Stage) => {
  const now = flowState(stage)
  return now.status === 'ready' ? now.displayed.plan.receiver : now.status
}
const warningsOf = ({ model }: Stage) => {
  const now = model.form.receiver.peek()
  return now.status === 'found' ? now.issues : now.status
}

describe('a receiver given by name', () => {
  it('is resolved again when the visitor submits', async () => {
    using stage = await createNamedStage()
    stage.watch()
    await waitUntil(() => expect(reviewOf(stage)).toBe('fake-9'))
    const before = stage.registry.lookups
    stage.model.submit()
    await waitUntil(() => expect(stage.handler.submitted).toBe(1))
    expect(stage.registry.lookups).toBe(before + 1)
  })

  it('that resolves to another address on submit is not paid until the visitor submits again', async () => {
    using stage = await createNamedStage()
    stage.watch()
    await waitUntil(() => expect(reviewOf(stage)).toBe('fake-9'))
    stage.registry.answer = { address: 'fake-8' }
    stage.model.submit()
    await waitUntil(() => expect(reviewOf(stage)).toBe('fake-8'))
    expect(flowState(stage)).toMatchObject({ status: 'ready', notice: { code: 'changed' } })
    expect(warningsOf(stage)).toEqual([{ code: 'nameMoved', severity: 'warn', text: 'fake-9' }])
    expect(stage.handler.submitted).toBe(0)
    await new Promise((resolve) => setTimeout(resolve, 1_000)) // a changed transaction cannot be submitted at once
    stage.model.submit()
    await waitUntil(() => expect(stage.handler.submitted).toBe(1))
  })

  it.each<[string, Answer]>([
    ['is unknown', 'unknown'],
    ['has no address on this network', 'elsewhere'],
  ])('that %s on submit is not paid', async (_, answer) => {
    using stage = await createNamedStage()
    stage.watch()
    await waitUntil(() => expect(reviewOf(stage)).toBe('fake-9'))
    stage.registry.answer = answer
    stage.model.submit()
    await waitUntil(() => expect(flowState(stage).status).toBe('failed'))
    expect(warningsOf(stage)).toBe('refused')
    expect(stage.handler.submitted).toBe(0)
  })

  it('that cannot be resolved on submit is not paid', async () => {
    using stage = await createNamedStage()
    stage.watch()
    await waitUntil(() => expect(reviewOf(stage)).toBe('fake-9'))
    stage.registry.answer = new Error('The node does not answer.')
    stage.model.submit()
    await waitUntil(() => expect(flowState(stage)).toMatchObject({ status: 'ready', notice: { code: 'failed' } }))
    expect(stage.handler.submitted).toBe(0)
  })

  it('that is not resolved in time on submit is not paid', async () => {
    using stage = await createNamedStage()
    stage.watch()
    await waitUntil(() => expect(reviewOf(stage)).toBe('fake-9'))
    let resolve = (_answer: Answer): void => undefined
    stage.registry.answer = new Promise<Answer>((settle) => {
      resolve = settle
    })
    vi.useFakeTimers()
    const submission = stage.model.flow.submit()
    await vi.advanceTimersByTimeAsync(NAME_CHECK_MS)
    expect(flowState(stage)).not.toMatchObject({ status: 'submitting' })
    await expect(submission).resolves.toBeUndefined()
    vi.useRealTimers()
    resolve({ address: 'fake-9' }) // too late
    const notice = { code: 'failed', error: { code: 'NOT_SENT' } }
    await waitUntil(() => expect(flowState(stage)).toMatchObject({ status: 'ready', notice }))
    expect(stage.handler.submitted).toBe(0)
  })

  it('is resolved again when the review is opened after NAME_FRESH_MS', async () => {
    using stage = await createNamedStage()
    stage.registry.answer = { address: 'fake-8' }
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + NAME_FRESH_MS)
    stage.watch()
    await waitUntil(() => expect(reviewOf(stage)).toBe('fake-8'))
    expect(warningsOf(stage)).toEqual([{ code: 'nameMoved', severity: 'warn', text: 'fake-9' }])
  })
})
