// @vitest-environment happy-dom
import { waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chain, coin, createBalancesStage, entry } from './balances.test.fixtures.js'
import { MAX_TOKENS } from './stored-holdings.js'

const stage = createBalancesStage()
const { start, now, refresh } = stage

describe('over page loads', () => {
  const again = async (): Promise<void> => {
    stage.modal.dispose()
    await start()
  }
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

  it('what was read is there at once, marked until it is confirmed', async () => {
    await start()
    await refresh()
    vi.setSystemTime(Date.now() + 45_000)
    let release = (): void => {}
    stage.answer = () => new Promise((resolve) => (release = () => resolve({ balances: [coin] })))
    await again()
    const reading = refresh()
    await waitUntil(() =>
      expect(now()).toMatchObject({
        status: 'stale',
        totalUsd: 301_250n * 10n ** 16n,
        tokens: [{}, { amount: 12_500_000n }],
      }),
    )
    await waitUntil(() => expect(stage.asked.length).toBe(2))
    release()
    await reading
    expect(now()).toMatchObject({ status: 'ready', tokens: [{ amount: 15n * 10n ** 17n }] })
  })

  it('what was kept is told before anybody is asked, and nothing of another account', async () => {
    await start()
    await refresh()
    await again()
    const asked = stage.asked.length
    await stage.output().recall?.()
    expect(now()).toMatchObject({ totalUsd: 301_250n * 10n ** 16n, tokens: [{}, { amount: 12_500_000n }] })
    stage.fake.wallet.changeAccounts(['fake-2', 'fake-1'])
    await waitUntil(() => expect(now()).toEqual({ status: 'none', tokens: [] }))
    stage.fake.wallet.changeAccounts(['fake-1', 'fake-2'])
    await waitUntil(() => expect(now().tokens.length).toBe(2))
    expect(stage.asked.length).toBe(asked)
    await refresh()
    stage.fake.wallet.changeAccounts(['fake-2', 'fake-1'])
    await waitUntil(() => expect(stage.asked.length).toBeGreaterThan(asked))
  })

  it('a coin that was kept under another id is the coin all the same', async () => {
    await start()
    await refresh()
    const { assetId = '' } = now().tokens[0] ?? {}
    stage.modal.dispose()
    for (const [key, text] of Object.entries(localStorage))
      localStorage.setItem(key, String(text).replaceAll(assetId, `${chain}/slip44:1`))
    expect(JSON.stringify(localStorage)).toContain('slip44:1')
    await start()
    await stage.output().recall?.()
    expect(now().tokens[0]?.assetId).toBe(assetId)
  })

  it('an account that is disconnected before anybody looked leaves nothing', async () => {
    await start()
    await refresh()
    stage.modal.dispose()
    await start()
    expect(JSON.stringify(localStorage)).toContain('USDC')
    await stage.modal.connections.disconnect()
    expect(JSON.stringify(localStorage)).not.toContain('USDC')
  })

  it('figures of the service are not given up for less when it is away', async () => {
    await start()
    await refresh()
    vi.setSystemTime(Date.now() + 45_000)
    stage.supported = new Response('', { status: 404 })
    await again()
    await refresh()
    expect(now()).toMatchObject({ status: 'stale', tokens: [{}, { symbol: 'USDC' }] })
  })

  it('little is kept, and what is cut is asked for again', async () => {
    stage.answer = () => ({
      balances: [
        coin,
        ...Array.from({ length: 500 }, (_, at) =>
          entry({ name: `T${at}`, address: `${chain}:fake-${at}`, iconUrl: `data:image/png,${'x'.repeat(5000)}` }),
        ),
      ],
    })
    await start()
    await refresh()
    expect(now().tokens.length).toBe(501)
    expect(JSON.stringify(localStorage).length).toBeLessThan(60_000)
    await again()
    void refresh()
    await waitUntil(() => expect(now()).toMatchObject({ status: 'stale' }))
    expect(now().tokens.length).toBe(MAX_TOKENS)
    await waitUntil(() => expect(now().tokens.length).toBe(501))
  })

  it('a browser with anything else in it is one with nothing in it', async () => {
    await start()
    await refresh()
    const key = Object.keys(localStorage).find((one) => one.endsWith('/holdings')) ?? expect.fail('nothing kept')
    const kept = localStorage.getItem(key) ?? ''
    for (const text of [
      '',
      '{',
      '{"v":1,"data":7}',
      '{"v":1,"data":[{"key":"eip155:1:fake-1","readAt":0,"tokens":[{}]}]}',
      kept.replace('"12500000"', '"-1"'),
      kept.replace('"decimals":6', '"decimals":60'),
    ]) {
      stage.modal.dispose()
      localStorage.setItem(key, text)
      await start()
      const before = stage.asked.length
      await refresh()
      expect([now().status, stage.asked.length - before]).toEqual(['ready', 1])
    }
  })

  it('another tab that forgets has this one forget', async () => {
    await start()
    await refresh()
    const key = Object.keys(localStorage).find((one) => one.endsWith('/holdings')) ?? expect.fail('nothing kept')
    localStorage.removeItem(key)
    dispatchEvent(new StorageEvent('storage', { key }))
    expect(now()).toEqual({ status: 'none', tokens: [] })
    await refresh()
    expect([now().status, stage.asked.length]).toEqual(['ready', 2])
  })

  it('forget() and disconnecting leave nothing', async () => {
    await start()
    await refresh()
    const held = (): readonly string[] =>
      Object.entries(localStorage)
        .filter(([, text]) => String(text).includes('fake-usdc'))
        .map(([key]) => key)
    expect(held().length).toBe(1)
    await stage.modal.disconnect()
    expect([held(), now().status]).toEqual([[], 'none'])
    await stage.modal.connections.connect(stage.fake.wallet.connector)
    await waitUntil(() => expect(held().length).toBe(1))
    await stage.modal.forget()
    expect([held(), now()]).toEqual([[], { status: 'none', tokens: [] }])
  })
})
