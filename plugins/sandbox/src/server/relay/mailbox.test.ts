import { afterEach, describe, expect, test, vi } from 'vitest'
import { createMailbox, type Delivery } from './mailbox.js'
import { topic } from './relay.test.fixtures.js'

describe('the mailbox', () => {
  afterEach(() => void vi.useRealTimers())

  test('deletes a message exactly at the end of its time to live', () => {
    vi.useFakeTimers({ now: 0 })
    const mailbox = createMailbox(() => null)
    mailbox.publish('a', { topic: topic('1'), message: 'm', ttl: 10, tag: 1 })
    vi.setSystemTime(9_999)
    expect(mailbox.unacknowledged('b', [topic('1')])).toHaveLength(1)
    vi.setSystemTime(10_000)
    expect(mailbox.unacknowledged('b', [topic('1')])).toEqual([])
    mailbox.sweep()
    expect(mailbox.size).toBe(0)
  })

  test('delivers a message once to each subscriber except the sender, and lists the message until the client acknowledges it', () => {
    const delivered: (readonly [string, Delivery])[] = []
    const mailbox = createMailbox((...one) => delivered.push(one))
    const envelope = { topic: topic('1'), message: 'm', ttl: 10, tag: 1 }
    for (const client of ['a', 'b', 'c']) mailbox.subscribe(client, topic('1'))
    mailbox.publish('a', envelope)
    mailbox.publish('a', envelope)
    expect(delivered.map(([client]) => client)).toEqual(['b', 'c'])
    delivered[0]?.[1].acknowledge()
    expect(['a', 'b', 'c'].map((client) => mailbox.unacknowledged(client, [topic('1'), topic('1')]).length)).toEqual([
      0, 0, 1,
    ])
  })
})
