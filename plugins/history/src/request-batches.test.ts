import { type HistoryPage, type HistorySource, signal } from '@wallet-modal/kernel'
import { createFakeConnection, createFakeContext, createFakeNetwork } from '@wallet-modal/kernel/testing'
import { expect, it } from 'vitest'
import { createRequestBatches } from './request-batches.js'
import { createSourceStates } from './source-states.js'
import type { Sources, Subject } from './sources.js'

const EMPTY_PAGE: HistoryPage = { entries: [] }

it('an error while entries are handled does not end a batch whose other requests are pending', async () => {
  const [quick, slow]: HistorySource[] = ['quick', 'slow'].map((name) => ({
    ...{ namespace: 'eip155', name },
    page: async () => null,
  }))
  if (!quick || !slow) throw new Error('no sources')
  let reply = (_: HistoryPage): void => undefined
  const slowPage = new Promise<HistoryPage>((resolve) => (reply = resolve))
  const sources: Sources = {
    service: { namespace: '', page: async () => null },
    contributed: signal([quick, slow]),
    page: async (source) => (source === quick ? EMPTY_PAGE : slowPage),
  }
  const network = createFakeNetwork('eip155:1')
  const subject = signal<Subject>({ key: 'a', active: createFakeConnection({ network }), network })
  const states = createSourceStates(sources, subject)
  const errors: unknown[] = []
  const ctx = createFakeContext({ log: { error: (error) => errors.push(error) } })
  const failure = new Error('the storage is full')
  const onEntries = (): never => {
    throw failure
  }
  const batches = createRequestBatches(ctx, { subject, sources, states, onEntries })
  const running = batches.run({
    ...{ queries: [{ source: quick }, { source: slow }], isForced: false },
    take: (state) => ({ ...state, outcome: 'listed' }),
  })
  await new Promise((resolve) => setTimeout(resolve))
  expect(states.of(quick).outcome).toBe('listed')
  expect(states.merged.peek().status).toBe('loading')
  reply(EMPTY_PAGE)
  expect(await running).toBe(true)
  expect(states.of(slow).outcome).toBe('listed')
  expect(errors).toEqual([failure, failure])
})
