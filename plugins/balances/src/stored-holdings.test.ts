// @vitest-environment happy-dom
import { waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chain, coin, createBalancesStage, entry } from './balances.test.fixtures.js'
import { RESTORE_MS } from './known-balances.js'
import { MAX_TOKENS } from './stored-holdings.js'

const stage = createBalancesStage()
const { start, now, refresh } = stage

/** Accounts, with their networks, whose balances are stored. */
function storedAccounts(): readonly string[] {
  const key = Object.keys(localStorage).find((one) => one.endsWith('/holdings'))
  const stored: { readonly data: readonly { readonly key: string }[] } = JSON.parse(
    localStorage.getItem(key ?? '') ?? '{"data":[]}',
  )
  return stored.data.map((one) => one.key)
}

describe('balances stored across page loads', () => {
  const reload = async (): Promise<void> => {
    stage.modal.dispose()
    await start()
  }
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

  it('are shown at once as stale, until the service has replied', async () => {
    await start()
    await refresh()
    vi.setSystemTime(Date.now() + 45_000)
    let release = (): void => {}
    stage.answer = () => new Promise((resolve) => (release = () => resolve({ balances: [coin] })))
    await reload()
    const reading = refresh()
    await waitUntil(() =>
      expect(now()).toMatchObject({
        status: 'stale',
        totalUsd: 301_250n * 10n ** 16n,
        tokens: [{}, { amount: 12_500_000n }],
      }),
    )
    await waitUntil(() => expect(stage.balanceRequests.length).toBe(2))
    release()
    await reading
    expect(now()).toMatchObject({ status: 'ready', tokens: [{ amount: 15n * 10n ** 17n }] })
  })

  it('are restored by recall() without a request, and only for the active account', async () => {
    await start()
    await refresh()
    await reload()
    const requestCount = stage.balanceRequests.length
    await stage.output().recall?.()
    expect(now()).toMatchObject({ totalUsd: 301_250n * 10n ** 16n, tokens: [{}, { amount: 12_500_000n }] })
    stage.fake.wallet.changeAccounts(['fake-2', 'fake-1'])
    await waitUntil(() => expect(now()).toEqual({ status: 'none', tokens: [] }))
    stage.fake.wallet.changeAccounts(['fake-1', 'fake-2'])
    await waitUntil(() => expect(now().tokens.length).toBe(2))
    expect(stage.balanceRequests.length).toBe(requestCount)
    await refresh()
    stage.fake.wallet.changeAccounts(['fake-2', 'fake-1'])
    await waitUntil(() => expect(stage.balanceRequests.length).toBeGreaterThan(requestCount))
  })

  it('keep the native coin if it was stored under another asset id', async () => {
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

  it.each([
    ['"9"', 9n],
    ['"unknown"', 'unknown'],
  ])('keep a scaled amount: %s', async (stored, scaledAmount) => {
    await start()
    await refresh()
    stage.modal.dispose()
    for (const [key, text] of Object.entries(localStorage))
      localStorage.setItem(key, String(text).replace('"amount":"12500000"', `$&,"scaledAmount":${stored}`))
    await start()
    await stage.output().recall?.()
    expect(now().tokens[1]).toMatchObject({ amount: 12_500_000n, scaledAmount })
  })

  it('are deleted on disconnect even if they were not read since the page load', async () => {
    await start()
    await refresh()
    stage.modal.dispose()
    await start()
    expect(JSON.stringify(localStorage)).toContain('USDC')
    await stage.modal.connections.disconnect()
    expect(JSON.stringify(localStorage)).not.toContain('USDC')
  })

  it('are deleted after RESTORE_MS if the wallet cannot be restored, because the permission was revoked while the page was closed', async () => {
    await start()
    await refresh()
    stage.modal.dispose()
    stage.fake.wallet.isPermitted = false
    vi.useFakeTimers({ shouldAdvanceTime: true })
    stage.load()
    await stage.output().recall?.()
    await vi.advanceTimersByTimeAsync(RESTORE_MS - 1000)
    expect(storedAccounts()).toEqual(['eip155:1:fake-1'])
    await vi.advanceTimersByTimeAsync(2000)
    expect(storedAccounts()).toEqual([])
  })

  it('stay stored while the wallet is restored, even after its status has become "disconnected"', async () => {
    await start()
    await refresh()
    stage.modal.dispose()
    const { connector, provider } = stage.fake.wallet
    let finish = (): void => {}
    const slow = () => new Promise<typeof provider>((resolve) => (finish = () => resolve(provider)))
    vi.spyOn(connector, 'provider').mockImplementation(slow)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { connections } = stage.load()
    await waitUntil(() => expect(connections.status.peek()).toBe('reconnecting'))
    await vi.advanceTimersByTimeAsync(2000)
    expect(connections.status.peek()).toBe('disconnected')
    expect(storedAccounts()).toEqual(['eip155:1:fake-1'])
    finish()
    await waitUntil(() => expect(connections.status.peek()).toBe('connected'))
    await vi.advanceTimersByTimeAsync(RESTORE_MS)
    expect(storedAccounts()).toEqual(['eip155:1:fake-1'])
  })

  it('stay stored when another wallet cannot connect', async () => {
    await start()
    await refresh()
    stage.fake.other.behaviour = 'reject'
    expect(await stage.modal.connections.connect(stage.fake.other.connector)).toEqual({ status: 'rejected' })
    expect(storedAccounts()).toEqual(['eip155:1:fake-1'])
  })

  it('of other accounts are deleted after RESTORE_MS if none of their wallets is connected', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { wallet, other } = stage.fake
    await start()
    await refresh()
    await stage.modal.connections.connect(other.connector)
    await waitUntil(() => expect(storedAccounts()).toEqual(['eip155:1:fake-3', 'eip155:1:fake-1']))
    stage.modal.dispose()
    wallet.isPermitted = false
    const { connections } = stage.load()
    await waitUntil(() => expect(connections.active.peek()?.account.address).toBe('fake-3'))
    await stage.output().recall?.()
    expect(storedAccounts()).toEqual(['eip155:1:fake-3', 'eip155:1:fake-1'])
    await vi.advanceTimersByTimeAsync(RESTORE_MS)
    expect(storedAccounts()).toEqual(['eip155:1:fake-3'])
  })

  it('stay as stale while the service is down, although the chain alone lists fewer tokens', async () => {
    await start()
    await refresh()
    vi.setSystemTime(Date.now() + 45_000)
    stage.supported = new Response('', { status: 404 })
    await reload()
    await refresh()
    expect(now()).toMatchObject({ status: 'stale', tokens: [{}, { symbol: 'USDC' }] })
  })

  it('contain at most MAX_TOKENS tokens; the next refresh adds the others', async () => {
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
    await reload()
    void refresh()
    await waitUntil(() => expect(now()).toMatchObject({ status: 'stale' }))
    expect(now().tokens.length).toBe(MAX_TOKENS)
    await waitUntil(() => expect(now().tokens.length).toBe(501))
  })

  it('are ignored if the stored data is invalid', async () => {
    await start()
    await refresh()
    const key = Object.keys(localStorage).find((one) => one.endsWith('/holdings')) ?? expect.fail('nothing is stored')
    const stored = localStorage.getItem(key) ?? ''
    for (const text of [
      '',
      '{',
      '{"v":1,"data":7}',
      '{"v":1,"data":[{"key":"eip155:1:fake-1","readAt":0,"tokens":[{}]}]}',
      stored.replace('"12500000"', '"-1"'),
      stored.replace('"decimals":6', '"decimals":60'),
    ]) {
      stage.modal.dispose()
      localStorage.setItem(key, text)
      await start()
      const before = stage.balanceRequests.length
      await refresh()
      expect([now().status, stage.balanceRequests.length - before]).toEqual(['ready', 1])
    }
  })

  it('are cleared when another tab deletes them', async () => {
    await start()
    await refresh()
    const key = Object.keys(localStorage).find((one) => one.endsWith('/holdings')) ?? expect.fail('nothing is stored')
    localStorage.removeItem(key)
    dispatchEvent(new StorageEvent('storage', { key }))
    expect(now()).toEqual({ status: 'none', tokens: [] })
    await refresh()
    expect([now().status, stage.balanceRequests.length]).toEqual(['ready', 2])
  })

  it('are deleted by disconnect() and forget()', async () => {
    await start()
    await refresh()
    const storedKeys = (): readonly string[] =>
      Object.entries(localStorage)
        .filter(([, text]) => String(text).includes('fake-usdc'))
        .map(([key]) => key)
    expect(storedKeys().length).toBe(1)
    await stage.modal.disconnect()
    expect([storedKeys(), now().status]).toEqual([[], 'none'])
    await stage.modal.connections.connect(stage.fake.wallet.connector)
    await waitUntil(() => expect(storedKeys().length).toBe(1))
    await stage.modal.forget()
    expect([storedKeys(), now()]).toEqual([[], { status: 'none', tokens: [] }])
  })
})
