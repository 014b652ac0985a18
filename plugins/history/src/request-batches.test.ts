import { type Context, type HistoryPage, type HistorySource, signal } from '@wallet-modal/kernel'
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
  const subject = signal({ key: 'a', network: { namespace: 'eip155' } } as unknown as Subject)
  const states = createSourceStates(sources, subject)
  const errors: unknown[] = []
  const ctx = {
    log: { warn: () => undefined, error: (error: unknown) => errors.push(error) },
    ...{ emit: () => undefined, onDispose: () => undefined, abortSignal: new AbortController().signal },
  }
  const failure = new Error('the storage is full')
  const onEntries = (): never => {
    throw failure
  }
  const batches = createRequestBatches(ctx as unknown as Context, { subject, sources, states, onEntries })
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
