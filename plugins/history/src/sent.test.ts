// @vitest-environment happy-dom
import { type SentTransaction, type Submission, type TransactionStatus, transactionSettled } from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import {
  api,
  emit,
  emitter,
  path,
  record,
  rendered,
  resetEachTest,
  sent,
  show,
  visibleText,
  waitForText,
} from './history.test.fixtures.js'
import { history } from './index.js'

resetEachTest()

describe('a transaction sent from this page', () => {
  const empty = { [path]: { data: [], next: null } }

  it('is pending until confirmed, emits transactionSettled, and leaves the storage once it is listed', async () => {
    let status: TransactionStatus = 'pending'
    let isListed = false
    await show({
      status: () => status,
      script: {
        [path]: () => ({
          data: [...(isListed ? [record('sent', { type: 'send', direction: 'out' })] : []), record('old')],
          next: null,
        }),
      },
    })
    await waitForText(/Received/)
    const settledEvents: string[] = []
    rendered?.modal.on(transactionSettled, (one) => void settledEvents.push(`${one.hash} ${one.status}`))
    emit()
    await waitForText(/PendingSent−2 COINTo .*receiver-1.*Pending.*November 2026Received/)
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 })
    try {
      status = 'confirmed'
      await vi.waitFor(() => expect(settledEvents).toEqual(['0xsent confirmed']), 9000)
      isListed = true
      await rendered?.modal.use(history)?.refresh()
      const own = () => Object.keys(localStorage).filter((key) => key.includes('/@wallet-modal/history/'))
      await vi.waitFor(() => expect(own()).toEqual([]))
      expect(rendered?.text().match(/Sent/g)?.length).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is restored after a page load; at most 99 are stored', async () => {
    await show({ status: () => 'pending', script: empty, id: 'kept' })
    const start = Date.now() - 60_000
    for (let at = 0; at < 105; at++) emit({ hash: `0x${at}`, sentAt: start + at })
    await waitUntil(() => expect(rendered?.modal.use(history)?.entries.peek().length).toBe(99))
    rendered?.dispose()
    api?.dispose()
    await show({ status: () => 'pending', script: empty, id: 'kept' })
    await waitUntil(() => expect(rendered?.modal.use(history)?.entries.peek().length).toBe(99))
    expect(rendered?.modal.use(history)?.entries.peek()[0]).toMatchObject({ hash: '0x104', status: 'pending' })
    expect(rendered?.modal.use(history)?.entries.peek()[0]?.transfers[0]?.amount).toBe(2n * 10n ** 18n + 1n)
  })

  it('is tracked with its nonce, also after a page load', async () => {
    const nonces: (bigint | undefined)[] = []
    const status = ({ nonce }: Submission): TransactionStatus => {
      nonces.push(nonce)
      return nonces.length > 1 && nonce === 2n ** 63n ? 'replaced' : 'pending'
    }
    await show({ status, script: empty, id: 'nonce' })
    emit({ nonce: 2n ** 63n })
    await waitUntil(() => expect(nonces.length).toBe(1))
    rendered?.dispose()
    api?.dispose()
    await show({ status, script: empty, id: 'nonce' })
    await waitForText(/Sent−2 COINTo .*Replaced/)
    expect(nonces).toEqual([2n ** 63n, 2n ** 63n])
  })

  it('is tracked with its `trace`, also after a page load', async () => {
    const traces: (string | undefined)[] = []
    const status = ({ trace }: Submission): TransactionStatus => {
      traces.push(trace)
      return 'pending'
    }
    await show({ status, script: empty, id: 'trace' })
    emit({ trace: 'until 7' })
    await waitUntil(() => expect(traces.length).toBe(1))
    rendered?.dispose()
    api?.dispose()
    await show({ status, script: empty, id: 'trace' })
    await waitUntil(() => expect(traces).toEqual(['until 7', 'until 7']))
  })

  it('does not overwrite a transaction that another tab just stored', async () => {
    await show({ status: () => 'pending', script: empty, id: 'tabs' })
    emit({ hash: '0xmine' })
    const key = await waitUntil(
      () => Object.keys(localStorage).find((name) => name.endsWith('sent')) ?? expect.fail('nothing is stored'),
    )
    const stored = (): { readonly data: readonly SentTransaction[] } => JSON.parse(localStorage.getItem(key) ?? '')
    const mine = stored().data
    const theirs = mine.map((one) => ({ ...one, hash: '0xtheirs' }))
    localStorage.setItem(key, JSON.stringify({ ...stored(), data: [...theirs, ...mine] })) // this tab has not received the storage event yet
    emit({ hash: '0xlatest' })
    await waitUntil(() => expect(stored().data.map((one) => one.hash)).toEqual(['0xlatest', '0xtheirs', '0xmine']))
  })

  it('is stored with a nonce that becomes known later; a nonce of a transaction that is not stored is ignored', async () => {
    const nonces: (bigint | undefined)[] = []
    const status = ({ nonce }: Submission): TransactionStatus => {
      nonces.push(nonce)
      return nonce === 7n ? 'replaced' : 'pending'
    }
    await show({ status, script: empty, id: 'later' })
    emit()
    await waitUntil(() => expect(nonces).toEqual([undefined]))
    rendered?.modal.use(emitter)?.seen({ ...sent(), nonce: 7n })
    rendered?.modal.use(emitter)?.seen({ ...sent({ hash: '0xgone' }), nonce: 8n })
    await waitUntil(() => expect(JSON.stringify(localStorage)).toContain('nonce'))
    expect(JSON.stringify(localStorage)).not.toContain('0xgone')
    rendered?.dispose()
    api?.dispose()
    await show({ status, script: empty, id: 'later' })
    await waitForText(/Sent−2 COINTo .*Replaced/)
  })

  it('that was sped up has the hash of the included transaction, and is listed once', async () => {
    await show({ status: () => 'pending', script: empty, id: 'sped-up' })
    emit({ hash: '0xslow' })
    rendered?.modal.use(emitter)?.seen({ ...sent({ hash: '0xslow' }), replacementHash: '0xfast' })
    const entries = () => rendered?.modal.use(history)?.entries.peek()
    await waitUntil(() => expect(entries()).toMatchObject([{ hash: '0xfast', status: 'pending' }]))
    rendered?.dispose()
    api?.dispose()
    await show({ status: () => 'confirmed', script: empty, id: 'sped-up' })
    await waitUntil(() => expect(entries()).toMatchObject([{ hash: '0xfast', status: 'confirmed' }]))
  })

  it('J1: is restored only from a valid list, without its invalid entries', async () => {
    const { hash: _, amount, ...good } = sent()
    for (const data of [
      {},
      'x',
      [7, { ...good, amount: '1e9' }, { ...good, token: {} }, { ...good, amount: String(amount) }],
    ]) {
      localStorage.setItem('wallet-modal/j1/@wallet-modal/history/sent', JSON.stringify({ v: 1, data }))
      await show({ script: empty, id: 'j1' })
      await waitForText(Array.isArray(data) ? /Sent, result unknown/ : /No transactions yet/)
      expect(rendered?.modal.use(history)?.entries.peek().length).toBe(Array.isArray(data) ? 1 : 0)
      rendered?.dispose()
      api?.dispose()
    }
  })

  it.each([
    ['failed', /Sent−2 COINTo .*Failed/],
    ['partlyFailed', /Sent−2 COINTo .*Partly failed/],
    ['replaced', /Sent−2 COINTo .*Replaced/],
  ] as const)('is listed with the status %s', async (status, words) => {
    await show({ status: () => status, script: empty })
    emit()
    await waitForText(words)
  })

  it('is shown as failed when the chain reports the failure, not when only the service does', async () => {
    let status: TransactionStatus = 'pending'
    const data = [record('sent', { type: 'send', direction: 'out', status: 'failed' })]
    await show({ status: () => status, script: { [path]: { data, next: null } } })
    const settledEvents: string[] = []
    rendered?.modal.on(transactionSettled, (one) => void settledEvents.push(one.status))
    emit()
    await waitForText(/PendingSent−2 COINTo .*Pending/)
    await rendered?.modal.use(history)?.refresh()
    expect(visibleText()).toMatch(/PendingSent−2 COINTo .*Pending/)
    expect(visibleText()).not.toMatch(/Failed/)
    expect(settledEvents).toEqual([])
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 })
    try {
      status = 'failed'
      await vi.waitFor(() => expect(settledEvents).toEqual(['failed']), 9000)
      await vi.waitFor(() => expect(visibleText()).toMatch(/Sent.*Failed/))
      expect(visibleText().match(/Failed/g)?.length).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('of another account or network is not listed', async () => {
    await show({ script: empty })
    emit({ address: 'fake-2', hash: '0xother' })
    emit({ caipNetworkId: 'eip155:2', hash: '0xelse' })
    await waitForText(/No transactions yet/)
    rendered?.modal.connections.adapter('eip155').switchAccount('fake-2')
    await waitUntil(() => expect(rendered?.modal.use(history)?.entries.peek()[0]?.hash).toBe('0xother'))
  })

  it('is listed even if past activity of the network is not available', async () => {
    await show({ script: { 'blockchain:/v1/supported-chains': { http: [] } } })
    emit()
    await waitForText(/PendingSent−2 COINTo .*cannot be shown here. This list shows only what you sent from this site/)
  })
})
