// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWalletModal } from '../modal/modal.js'
import { definePlugin } from '../plugins/plugin.js'
import { createPendingSubmissions, SUBMISSIONS, UNCLAIMABLE_MS, UNCLAIMED_MS } from './pending-submissions.js'
import type { SentTransaction } from './sent-transaction.js'

/** Fake of `navigator.locks`: while a lock is held, further requests for the same name get `null`. */
function fakeLocks() {
  const taken = new Set<string>()
  return {
    async request(name: string, ...rest: readonly unknown[]): Promise<unknown> {
      const run = rest.at(-1) as (lock: object | null) => unknown
      if (taken.has(name)) return run(null)
      taken.add(name)
      try {
        return await run({ name })
      } finally {
        taken.delete(name)
      }
    },
  }
}

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: fakeLocks() } }))
})
afterEach(() => vi.unstubAllGlobals())

const host = definePlugin({
  name: 'host',
  kernel: '^0.1',
  permissions: { storage: [SUBMISSIONS] },
  setup: (ctx) => ({ ctx, submissions: createPendingSubmissions(ctx, 'fake') }),
})

function open() {
  const modal = createWalletModal({ plugins: [host()], prefetch: 'never', logLevel: 'silent' })
  const output = modal.use(host)
  if (!output) throw new Error('There is no plugin.')
  return { ...output, [Symbol.dispose]: () => modal.dispose() }
}

const token = {
  ...{ assetId: 'fake:1/t:6', caipNetworkId: 'fake:1', address: '6', name: 'Six', symbol: 'SIX', decimals: 6 },
  ...{ amount: 5n, priceUsd: 7n },
}
const sent: SentTransaction = {
  ...{ type: 'transfer', token, amount: 10n ** 30n, receiver: 'fake-9', caipNetworkId: 'fake:1', address: 'fake-1' },
  sentAt: 1,
}

describe('B3: wallet requests without a reply', () => {
  it('are returned to the next page, once, without balance and price, and stay stored until they are claimed', async () => {
    {
      using gone = open()
      gone.submissions.add(sent)
    }
    await Promise.resolve()
    using page = open()
    const { amount: _, priceUsd: __, ...named } = token
    expect(await page.submissions.recover()).toEqual([{ ...sent, token: named }])
    expect(await page.submissions.recover()).toEqual([])
    expect(await page.submissions.claim(['swap'], 1)).toEqual([])
    expect(await page.submissions.claim(['transfer'], 0)).toEqual([])
    expect(await page.submissions.claim(['transfer'], 1)).toEqual([{ ...sent, token: named }])
    expect(await page.submissions.claim(['transfer'], 1)).toEqual([])
    expect(JSON.stringify({ ...localStorage })).not.toContain('fake-9')
  })

  it('are deleted a week after their report if nobody claims them', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    {
      using gone = open()
      gone.submissions.add(sent)
    }
    await Promise.resolve()
    using page = open()
    await page.submissions.recover()
    vi.setSystemTime(Date.now() + UNCLAIMED_MS)
    expect(await page.submissions.recover()).toEqual([])
    expect(await page.submissions.claim(['transfer'], 1)).toEqual([])
    vi.useRealTimers()
  })

  it('are deleted a day after their report if their type is one that no plugin claims', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    {
      using gone = open()
      const { caipNetworkId, address, sentAt } = sent
      gone.submissions.add({ type: 'custom', kind: 'host#vote', title: 'Vote', caipNetworkId, address, sentAt })
    }
    await Promise.resolve()
    using page = open()
    expect(await page.submissions.recover()).toHaveLength(1)
    vi.setSystemTime(Date.now() + UNCLAIMABLE_MS)
    expect(await page.submissions.claim(['custom'], 1)).toEqual([])
    vi.useRealTimers()
  })

  it('are removed once the wallet replied', async () => {
    using page = open()
    page.submissions.add(sent)()
    expect(await page.submissions.recover()).toEqual([])
    expect(JSON.stringify({ ...localStorage })).not.toContain('fake-9')
  })

  it('C6: are not returned to another tab while this tab waits for the wallet', async () => {
    using page = open()
    const answered = page.submissions.add(sent)
    expect(await createPendingSubmissions(page.ctx, 'fake').recover()).toEqual([])
    answered()
  })

  it('are not returned while this page waits for the wallet in a browser without the Web Locks API', async () => {
    vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: undefined } }))
    {
      using page = open()
      page.submissions.add({ ...sent, sentAt: 2 })()
      page.submissions.add(sent)
      expect(await page.submissions.recover()).toEqual([])
    }
    using next = open()
    expect(await next.submissions.recover()).toHaveLength(1)
  })

  it('J1: are returned although another stored request is invalid', async () => {
    {
      using gone = open()
      gone.submissions.add(sent)
    }
    await Promise.resolve()
    const key = Object.keys(localStorage).find((one) => one.endsWith(`/${SUBMISSIONS}`)) ?? ''
    const stored = JSON.parse(localStorage.getItem(key) ?? '')
    localStorage.setItem(key, JSON.stringify({ ...stored, data: [7, ...stored.data] }))
    using page = open()
    expect(await page.submissions.recover()).toMatchObject([{ receiver: 'fake-9' }])
  })

  it.each([
    [{}],
    ['x'],
    [[7]],
    [[{ type: 'transfer', caipNetworkId: 'fake:1', address: 'a', receiver: 'b', sentAt: 1, amount: '1e9' }]],
  ])('J1: are ignored if the storage contains %o', async (data) => {
    using page = open()
    page.ctx.storage.set(SUBMISSIONS, data)
    expect(await page.submissions.recover()).toEqual([])
  })
})
