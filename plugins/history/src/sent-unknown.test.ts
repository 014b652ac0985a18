// @vitest-environment happy-dom
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

  it('without a hash is listed with an unknown result until the visitor removes it', async () => {
    await show({ script: empty })
    const { hash: _, ...withoutHash } = sent()
    rendered?.modal.use(emitter)?.sent(withoutHash)
    await waitForText(/PendingSent, result unknown−2 COINTo/)
    rendered?.click(/result unknown/)
    await waitForText(/did not report a result.*−2\.000000000000000001 COIN.*receiver-1/)
    rendered?.click('Remove from this list')
    await waitForText(/No transactions yet/)
  })

  it('without a reply when its page was closed is listed with an unknown result when the list is displayed', async () => {
    const { hash: _, amount, ...stored } = sent()
    const submissions = JSON.stringify({ v: 1, data: [{ ...stored, amount: String(amount) }] })
    localStorage.setItem('wallet-modal/lost/fake-eip155/submissions', submissions)
    await show({ script: empty, id: 'lost' })
    await waitForText(/Sent, result unknown−2 COINTo/)
  })

  it('that no node knows is not shown as pending, and the visitor can remove it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 })
    try {
      await show({ status: () => 'unknown', script: empty })
      emit({ sentAt: Date.now() - 600_000 })
      await waitForText(/PendingSent−2 COINTo/)
      await vi.advanceTimersByTimeAsync(60_000)
      await waitForText(/Sent, result unknown/)
    } finally {
      vi.useRealTimers()
    }
    rendered?.click(/result unknown/)
    await waitForText(/No node has reported a result of this transaction/)
    rendered?.click('Remove from this list')
    await waitForText(/No transactions yet/)
  })

  it('that is older than a day, and that the history does not list, is not shown as pending', async () => {
    await show({ status: () => 'pending', script: empty })
    emit({ sentAt: Date.now() - 2 * 86_400_000 })
    await waitForText(/Sent, result unknown/)
  })

  it('that a smart account sends as a batch is pending without a hash, and listed once after its hash is known', async () => {
    let data: readonly object[] = []
    await show({ script: { [path]: () => ({ data, next: null }) } })
    const { hash: _, ...withoutHash } = sent()
    const batch = { ...withoutHash, trace: 'batch 1' }
    rendered?.modal.use(emitter)?.sent(batch)
    await waitForText(/PendingSent−2 COINTo/)
    expect(visibleText()).not.toContain('result unknown')
    rendered?.modal.use(emitter)?.seen({ ...batch, hash: '0xbatch' })
    await waitUntil(() => expect(rendered?.modal.use(history)?.entries.peek()).toMatchObject([{ hash: '0xbatch' }]))
    data = [record('batch', { type: 'send', direction: 'out' })]
    await rendered?.modal.use(history)?.refresh()
    await waitUntil(() => expect(rendered?.modal.use(history)?.entries.peek()).toMatchObject([{ status: 'confirmed' }]))
    expect(rendered?.modal.use(history)?.entries.peek().length).toBe(1)
  })

  it('that a smart account sends as a batch stays open in its details when its hash is known, also once it is listed', async () => {
    let data: readonly object[] = []
    await show({ script: { [path]: () => ({ data, next: null }) } })
    const { hash: _, ...withoutHash } = sent()
    const batch = { ...withoutHash, trace: 'batch 1' }
    rendered?.modal.use(emitter)?.sent(batch)
    await waitForText(/PendingSent−2 COINTo/)
    rendered?.click(/Sent/)
    await waitForText(/To.*receiver-1/)
    rendered?.modal.use(emitter)?.seen({ ...batch, hash: '0xbatch' })
    await waitUntil(() => expect(rendered?.modal.use(history)?.entries.peek()).toMatchObject([{ hash: '0xbatch' }]))
    await waitForText(/Transaction hash|0xbatch/)
    data = [record('batch', { type: 'send', direction: 'out' })]
    await rendered?.modal.use(history)?.refresh()
    await waitForText(/Confirmed/)
  })

  it('without a hash has a result once the history lists it', async () => {
    let data: readonly object[] = []
    await show({ script: { [path]: () => ({ data, next: null }) } })
    const { hash: _, ...withoutHash } = sent({ sentAt: Date.parse('2026-11-03T09:59:00Z') })
    rendered?.modal.use(emitter)?.sent(withoutHash)
    await waitForText(/result unknown/)
    const listed = record('x', { type: 'send', direction: 'out', amount: '2.000000000000000001' })
    Object.assign(Reflect.get(listed, 'metadata'), { sentFrom: 'fake-1', sentTo: 'receiver-1' })
    data = [listed]
    await rendered?.modal.use(history)?.refresh()
    await waitForText(/November 2026Sent−2 COINTo/)
    expect(rendered?.text()).not.toContain('result unknown')
  })

  describe('B3: without a hash, is not matched to an equal transfer', () => {
    const sentAt = Date.parse('2026-11-03T09:59:45Z')
    const { hash: _, ...withoutHash } = sent({ sentAt })
    const listedAs = (id: string, at = '2026-11-03T09:59:12Z', status = 'confirmed'): object => {
      const one = record(id, { type: 'send', direction: 'out', amount: '2.000000000000000001', at, status })
      Object.assign(Reflect.get(one, 'metadata'), { sentFrom: 'fake-1', sentTo: 'receiver-1' })
      return one
    }
    const unknown = (): number | undefined =>
      rendered?.modal
        .use(history)
        ?.entries.peek()
        .filter(({ status, hash }) => status === 'unknown' && hash === undefined).length
    let data: readonly object[] = []
    const list = async (...next: readonly object[]): Promise<void> => {
      data = next
      await rendered?.modal.use(history)?.refresh()
    }
    const open = async (id: string, first: readonly object[] = []) => {
      data = first
      await show({ status: () => 'pending', script: { [path]: () => ({ data, next: null }) }, id })
      await waitUntil(() => expect(rendered?.modal.use(history)?.status.peek()).toBe('ready'))
    }
    const close = (): void => {
      rendered?.dispose()
      api?.dispose()
    }
    const reopen = (id: string): Promise<void> => {
      close()
      return open(id, data)
    }
    const sendWithoutHash = async (one = withoutHash): Promise<void> => {
      const before = unknown() ?? 0
      rendered?.modal.use(emitter)?.sent(one)
      await waitUntil(() => expect(unknown()).toBe(before + 1))
    }
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30))

    it('that was listed before the transaction was sent', async () => {
      await open('before', [listedAs('first')])
      await sendWithoutHash()
      await pause()
      expect(unknown()).toBe(1)
      await reopen('before')
      await list(listedAs('first'))
      expect(unknown()).toBe(1)
      await list(listedAs('second', '2026-11-03T10:00:10Z'), listedAs('first'))
      expect(unknown()).toBe(0)
    })

    it('that was sent from this page with a hash and is listed later', async () => {
      await open('later')
      emit({ hash: '0xFIRST', sentAt: sentAt - 45_000 })
      await sendWithoutHash()
      await list(listedAs('first'))
      expect(unknown()).toBe(1)
      await reopen('later')
      await list(listedAs('first'))
      expect(unknown()).toBe(1)
    })

    it('that was listed before the visitor switched to another account and back', async () => {
      await open('accounts')
      emit({ hash: '0xfirst', sentAt: sentAt - 45_000 })
      await waitUntil(() => expect(rendered?.modal.use(history)?.entries.peek().length).toBe(1))
      await list(listedAs('first'))
      rendered?.modal.connections.adapter('eip155').switchAccount('fake-2')
      await pause()
      rendered?.modal.use(emitter)?.sent(withoutHash)
      rendered?.modal.connections.adapter('eip155').switchAccount('fake-1')
      await pause()
      await list(listedAs('first'))
      expect(unknown()).toBe(1)
    })

    it('that was matched to another transaction without a hash', async () => {
      await open('both')
      await sendWithoutHash()
      await sendWithoutHash({ ...withoutHash, sentAt: sentAt + 5000 })
      await list(listedAs('first', '2026-11-03T10:00:10Z', 'pending'))
      expect(unknown()).toBe(1)
      await list(listedAs('first', '2026-11-03T10:00:10Z'))
      expect(unknown()).toBe(1)
      await list(listedAs('first', '2026-11-03T10:00:10Z'))
      expect(unknown()).toBe(1)
    })
  })

  it('stays open in its detail view when the service lists it under another id', async () => {
    let data: readonly object[] = []
    await show({ status: () => 'pending', script: { [path]: () => ({ data, next: null }) } })
    emit({ hash: '0xSENT' })
    await waitForText(/Sent−2 COINTo .*Pending/)
    rendered?.click(/Sent/)
    await waitForText(/Sent ?Pending/)
    data = [record('sent', { type: 'send', direction: 'out' })]
    await rendered?.modal.use(history)?.refresh()
    await waitForText(/Sent ?Confirmed/)
    expect(visibleText()).not.toMatch(/not found/)
  })
})
