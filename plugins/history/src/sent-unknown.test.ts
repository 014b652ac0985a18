// @vitest-environment happy-dom
import { waitUntil } from '@wallet-modal/kernel/testing'
import { describe, expect, it } from 'vitest'
import {
  api,
  emit,
  emitter,
  path,
  reads,
  record,
  rendered,
  resetEachTest,
  said,
  sent,
  show,
} from './history.test.fixtures.js'
import { history } from './index.js'

resetEachTest()

describe('what was sent from here', () => {
  const empty = { [path]: { data: [], next: null } }

  it('whose answer got lost is unknown, until the visitor dismisses it', async () => {
    await show({ script: empty })
    const { hash: _, ...lost } = sent()
    rendered?.modal.use(emitter)?.sent(lost)
    await reads(/PendingSent, result unknownTo/)
    rendered?.click(/result unknown/)
    await reads(/did not report a result.*−2\.000000000000000001 COIN.*receiver-1/)
    rendered?.click('Remove from this list')
    await reads(/No transactions yet/)
  })

  it('whose answer got lost is known once the history lists it', async () => {
    let data: readonly object[] = []
    await show({ script: { [path]: () => ({ data, next: null }) } })
    const { hash: _, ...lost } = sent({ sentAt: Date.parse('2026-11-03T09:59:00Z') })
    rendered?.modal.use(emitter)?.sent(lost)
    await reads(/result unknown/)
    const listed = record('x', { type: 'send', direction: 'out', amount: '2.000000000000000001' })
    Object.assign(Reflect.get(listed, 'metadata'), { sentFrom: 'fake-1', sentTo: 'receiver-1' })
    data = [listed]
    await rendered?.modal.use(history)?.refresh()
    await reads(/November 2026SentTo/)
    expect(rendered?.text()).not.toContain('result unknown')
  })

  describe('B3: whose answer got lost is not taken for an equal payment', () => {
    const sentAt = Date.parse('2026-11-03T09:59:45Z')
    const { hash: _, ...lost } = sent({ sentAt })
    const listedAs = (id: string, at = '2026-11-03T09:59:12Z', status = 'confirmed'): object => {
      const one = record(id, { type: 'send', direction: 'out', amount: '2.000000000000000001', at, status })
      Object.assign(Reflect.get(one, 'metadata'), { sentFrom: 'fake-1', sentTo: 'receiver-1' })
      return one
    }
    const unknown = (): number | undefined =>
      rendered?.modal
        .use(history)
        ?.entries.peek()
        .filter(({ status }) => status === 'unknown').length
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
    const lose = async (one = lost): Promise<void> => {
      const before = unknown() ?? 0
      rendered?.modal.use(emitter)?.sent(one)
      await waitUntil(() => expect(unknown()).toBe(before + 1))
    }
    const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30))

    it('that was listed before', async () => {
      await open('before', [listedAs('first')])
      await lose()
      await rest()
      expect(unknown()).toBe(1)
      await reopen('before')
      await list(listedAs('first'))
      expect(unknown()).toBe(1)
      await list(listedAs('second', '2026-11-03T10:00:10Z'), listedAs('first'))
      expect(unknown()).toBe(0)
    })

    it('that was sent from here and is listed later', async () => {
      await open('later')
      emit({ hash: '0xFIRST', sentAt: sentAt - 45_000 })
      await lose()
      await list(listedAs('first'))
      expect(unknown()).toBe(1)
      await reopen('later')
      await list(listedAs('first'))
      expect(unknown()).toBe(1)
    })

    it('that was listed before another account was in use', async () => {
      await open('accounts')
      emit({ hash: '0xfirst', sentAt: sentAt - 45_000 })
      await waitUntil(() => expect(rendered?.modal.use(history)?.entries.peek().length).toBe(1))
      await list(listedAs('first'))
      rendered?.modal.connections.adapter('eip155').switchAccount('fake-2')
      await rest()
      rendered?.modal.use(emitter)?.sent(lost)
      rendered?.modal.connections.adapter('eip155').switchAccount('fake-1')
      await rest()
      await list(listedAs('first'))
      expect(unknown()).toBe(1)
    })

    it('whose answer got lost as well: one listed payment is one of both', async () => {
      await open('both')
      await lose()
      await lose({ ...lost, sentAt: sentAt + 5000 })
      await list(listedAs('first', '2026-11-03T10:00:10Z', 'pending'))
      expect(unknown()).toBe(1)
      await list(listedAs('first', '2026-11-03T10:00:10Z'))
      expect(unknown()).toBe(1)
      await list(listedAs('first', '2026-11-03T10:00:10Z'))
      expect(unknown()).toBe(1)
    })
  })

  it('stays in sight in its details once it is listed under an id of the service', async () => {
    let data: readonly object[] = []
    await show({ status: () => 'pending', script: { [path]: () => ({ data, next: null }) } })
    emit({ hash: '0xSENT' })
    await reads(/SentTo .*Pending/)
    rendered?.click(/Sent/)
    await reads(/Sent ?Pending/)
    data = [record('sent', { type: 'send', direction: 'out' })]
    await rendered?.modal.use(history)?.refresh()
    await reads(/Sent ?Confirmed/)
    expect(said()).not.toMatch(/not found/)
  })
})
