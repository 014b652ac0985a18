// @vitest-environment happy-dom
import {
  createWalletModal,
  definePlugin,
  type Holdings,
  transactionSettled,
  type WalletModal,
} from '@wallet-modal/kernel'
import { tokenSources } from '@wallet-modal/kernel/assets'
import {
  createFakeApi,
  createFakeNamespace,
  type FakeRequest,
  type RenderedModal,
  renderModal,
  waitUntil,
} from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Tokens } from './contract.js'
import { balances } from './index.js'
import { MAX_TOKENS } from './kept.js'

const chain = 'eip155:1'
const entry = (more: object = {}) => ({
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: chain,
  address: `${chain}:fake-usdc`,
  price: 1,
  quantity: { decimals: '6', numeric: '12.5' },
  iconUrl: 'https://icons.test/usdc.png',
  ...more,
})
const coin = { name: 'x', symbol: 'y', chainId: chain, price: 2000, quantity: { decimals: '18', numeric: '1.5' } }

let fake: ReturnType<typeof createFakeNamespace>
let modal: WalletModal
let answer: (request: FakeRequest) => unknown
let supported: unknown
let asked: URL[] = []
let api: ReturnType<typeof createFakeApi>
const path = (account: string) => `blockchain:/v1/account/${account}/balance`

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
  asked = []
  answer = () => ({ balances: [coin, entry()] })
  supported = { http: [chain], ws: [] }
  fake = createFakeNamespace('eip155')
  const reply = (request: FakeRequest) => {
    asked.push(request.url)
    return answer(request)
  }
  api = createFakeApi({
    'blockchain:/v1/supported-chains': () => supported,
    ...Object.fromEntries(['fake-1', 'fake-2', 'fake-3'].map((one) => [path(one), reply])),
  })
})
afterEach(() => {
  modal?.dispose()
  api.dispose()
  vi.useRealTimers()
})

const start = async (options: Parameters<typeof balances>[0] = {}, isServed = true): Promise<void> => {
  modal = createWalletModal({
    id: 'test',
    plugins: [fake.plugin(), ...(isServed ? [api.plugin] : []), balances(options)],
    networks: fake.networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
  await modal.connections.connect(fake.wallet.connector)
}
const output = () => modal.use(balances) ?? expect.fail('not running')
const now = (): Holdings => output().holdings.peek()
const refresh = (force = false): Promise<void> => output().refresh({ force })

describe('through the service', () => {
  it('tells coin and tokens with their worth, under CAIP-19 ids', async () => {
    await start()
    expect(now()).toEqual({ status: 'none', tokens: [] })
    expect(api.requests).toEqual([])
    const reading = refresh()
    await waitUntil(() => expect(now().status).toBe('loading'))
    await reading
    expect(now()).toMatchObject({
      status: 'ready',
      totalUsd: 301_250n * 10n ** 16n,
      tokens: [
        { assetId: 'eip155:1/slip44:60', name: 'Coin', symbol: 'COIN', amount: 15n * 10n ** 17n },
        { assetId: 'eip155:1/erc20:fake-usdc', address: 'fake-usdc', amount: 12_500_000n, priceUsd: 10n ** 18n },
      ],
    })
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({ currency: 'usd', chainId: chain })
    expect(asked[0]?.searchParams.has('forceUpdate')).toBe(false)
  })

  it('A4: D9: entries that are of another chain, no address, twice or nonsense cost nobody else', async () => {
    const nonsense = [
      null,
      7,
      'x',
      [],
      {},
      entry({ quantity: null }),
      entry({ quantity: { decimals: '99', numeric: '1' } }),
    ]
    const bad = [
      ...nonsense,
      entry({ chainId: 'eip155:2', address: 'eip155:2:fake-a' }),
      entry({ address: 'eip155:2:fake-b' }),
      entry({ address: 'fake-c' }),
      entry({ address: `${chain}:<script>` }),
      entry({ address: `${chain}:0xnoaddress` }),
      entry({ address: 7 }),
      entry({ quantity: { decimals: '6', numeric: '-1' } }),
      entry({ quantity: { decimals: '6', numeric: '0.1234567' } }),
      entry({ quantity: { decimals: '6', numeric: 'NaN' } }),
      entry({ address: `${chain}:fake-zero`, quantity: { decimals: '6', numeric: '0' } }),
    ]
    answer = () => ({ balances: [...bad, coin, entry(), entry({ quantity: { decimals: '6', numeric: '9' } })] })
    await start()
    await refresh()
    expect(now().tokens.map(({ assetId, amount }) => [assetId, amount])).toEqual([
      ['eip155:1/slip44:60', 15n * 10n ** 17n],
      ['eip155:1/erc20:fake-usdc', 12_500_000n],
    ])
  })

  it('a coin that it leaves out is asked of the chain, and its price is unknown', async () => {
    answer = () => ({ balances: [entry()] })
    await start()
    await refresh()
    expect(now().tokens[0]).toEqual({
      assetId: 'eip155:1/slip44:60',
      caipNetworkId: chain,
      name: 'Coin',
      symbol: 'COIN',
      decimals: 18,
      amount: 10n ** 18n,
    })
    expect(now().totalUsd).toBeUndefined()
  })

  it('a token that was reported, or comes without a price, shows none', async () => {
    answer = () => ({
      balances: [
        coin,
        entry({ name: 'Gift', symbol: 'GIFT', address: `${chain}:fake-a`, flags: { is_spam: true } }),
        ...[-1, null, 'much', { x: 1 }].map((price, at) =>
          entry({ name: `T${at}`, symbol: `T${at}`, address: `${chain}:fake-t${at}`, price }),
        ),
      ],
    })
    await start()
    await refresh()
    expect(now().tokens.map(({ name, priceUsd, doubts }) => [name, priceUsd !== undefined, doubts])).toEqual([
      ['Coin', true, undefined],
      ['T0', false, undefined],
      ['T1', false, undefined],
      ['T2', false, undefined],
      ['T3', false, undefined],
      ['Gift', false, ['reported']],
    ])
  })
})

describe('through the chain itself', () => {
  const usdc = `${chain}/erc20:fake-usdc`
  const source = definePlugin({
    name: 'source',
    kernel: '^0.1',
    setup: (ctx) => {
      ctx.add(tokenSources, {
        namespace: 'eip155',
        assetNamespace: 'erc20',
        tokens: async ({ known }) => {
          wanted.push(known)
          const held = {
            assetId: usdc,
            caipNetworkId: chain,
            address: 'fake-usdc',
            name: 'USD Coin',
            symbol: 'USDC',
            decimals: 6,
            amount: 7n,
          }
          return [
            held,
            { ...held, assetId: 'eip155:2/erc20:fake-usdc' },
            { ...held, amount: -1n },
            { ...held, decimals: 1e9 },
            held,
          ]
        },
      })
    },
  })
  let wanted: (readonly string[])[] = []
  const beside = async (isServed: boolean): Promise<void> => {
    wanted = []
    modal = createWalletModal({
      plugins: [
        fake.plugin(),
        ...(isServed ? [api.plugin] : []),
        source(),
        balances({ tokens: [usdc, 'eip155:5/erc20:fake-x'] }),
      ],
      networks: fake.networks,
      prefetch: 'never',
      logLevel: 'silent',
    })
    await modal.connections.connect(fake.wallet.connector)
    await refresh()
  }
  it.each([
    ['the site has no service', false, { http: [chain] }],
    ['the service does not know the network', true, { http: ['eip155:5'] }],
    ['the service answers nonsense', true, { http: 7 }],
    ['the service is broken', true, new Response('', { status: 404 })],
  ])('where %s', async (_, isServed, reply) => {
    supported = reply
    await beside(isServed)
    expect(now()).toMatchObject({
      status: 'ready',
      tokens: [
        { symbol: 'COIN', amount: 10n ** 18n },
        { assetId: usdc, amount: 7n },
      ],
    })
    expect([now().tokens.length, now().totalUsd, asked, wanted]).toEqual([2, undefined, [], [[usdc]]])
  })
})

describe('when it asks', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  const later = (ms: number): void => void vi.setSystemTime(Date.now() + ms)

  it('spec §9: what is younger than 30 s is not asked again, what is older is', async () => {
    await start()
    await refresh()
    later(29_999)
    await refresh()
    expect(asked.length).toBe(1)
    later(1)
    await refresh()
    expect(asked.length).toBe(2)
  })

  it('a visitor who insists gets new figures, from the service too', async () => {
    await start()
    await refresh()
    answer = () => ({ balances: [{ ...coin, quantity: { decimals: '18', numeric: '3' } }] })
    await refresh(true)
    expect(now().tokens.map(({ amount }) => amount)).toEqual([3n * 10n ** 18n])
    expect(asked[1]?.searchParams.get('forceUpdate')).toBe(`${chain}:0x${'e'.repeat(40)},${chain}:fake-usdc`)
  })

  it('spec §9: after a failure nothing is asked for 30 s, and old figures say that they are old', async () => {
    await start()
    await refresh()
    answer = () => new Response('', { status: 404 })
    later(30_000)
    await refresh()
    expect(now()).toMatchObject({ status: 'stale', tokens: [{}, {}] })
    later(29_999)
    await refresh()
    expect(asked.length).toBe(2)
    answer = () => ({ balances: [coin] })
    later(1)
    await refresh()
    expect(now()).toMatchObject({ status: 'ready', tokens: [{}] })
  })

  it('a failure with nothing to show says so, and is over with the next success', async () => {
    answer = () => ({ balances: 'none' })
    await start()
    await refresh()
    expect(now()).toEqual({ status: 'failed', tokens: [] })
    answer = () => ({ balances: [coin] })
    const seen: string[] = []
    const stop = output().holdings.subscribe(({ status }) => seen.push(status))
    await refresh(true)
    stop()
    expect(seen).toEqual(['failed', 'loading', 'ready'])
  })

  it('two who ask at once ask once', async () => {
    await start()
    await Promise.all([refresh(), refresh(), refresh()])
    expect(asked.length).toBe(1)
  })

  it('what a transaction changed is read anew', async () => {
    await start()
    await refresh()
    const told = definePlugin({ name: 'told', kernel: '^0.1', setup: (ctx) => ctx })
    modal.dispose()
    modal = createWalletModal({
      plugins: [fake.plugin(), api.plugin, balances(), told()],
      networks: fake.networks,
      prefetch: 'never',
      logLevel: 'silent',
    })
    await modal.connections.connect(fake.wallet.connector)
    await refresh()
    const count = asked.length
    modal.use(told)?.emit(transactionSettled, {
      caipNetworkId: chain,
      address: 'fake-1',
      token: { assetId: 'x', caipNetworkId: chain, name: '', symbol: '', decimals: 0 },
      amount: 1n,
      receiver: 'fake-2',
      sentAt: 0,
      status: 'confirmed',
    })
    await waitUntil(() => expect(asked.length).toBe(count + 1))
  })
})

describe('whose figures they are', () => {
  it('C4: an answer for an account that is no longer in use is dropped', async () => {
    const late: (() => void)[] = []
    answer = ({ url }) =>
      new Promise((resolve) =>
        late.push(() =>
          resolve({
            balances: [{ ...coin, quantity: { decimals: '18', numeric: url.pathname.includes('fake-1') ? '1' : '2' } }],
          }),
        ),
      )
    await start()
    const first = refresh()
    await waitUntil(() => expect(late.length).toBe(1))
    fake.wallet.changeAccounts(['fake-2', 'fake-1'])
    await waitUntil(() => expect(late.length).toBe(2))
    late[1]?.()
    await waitUntil(() => expect(now().tokens[0]?.amount).toBe(2n * 10n ** 18n))
    late[0]?.()
    await first
    expect(now()).toMatchObject({ status: 'ready', tokens: [{ amount: 2n * 10n ** 18n }] })
  })

  it('C4: also where a source takes no notice of being told to stop', async () => {
    const late: (() => void)[] = []
    const stubborn = definePlugin({
      name: 'stubborn',
      kernel: '^0.1',
      setup: (ctx) => {
        ctx.add(tokenSources, {
          namespace: 'eip155',
          assetNamespace: 'erc20',
          tokens: ({ account: { address } }) =>
            new Promise((resolve) =>
              late.push(() =>
                resolve([
                  {
                    assetId: `${chain}/erc20:${address}`,
                    caipNetworkId: chain,
                    address,
                    name: address,
                    symbol: 'X',
                    decimals: 0,
                    amount: 1n,
                  },
                ]),
              ),
            ),
        })
      },
    })
    modal = createWalletModal({
      plugins: [fake.plugin(), stubborn(), balances()],
      networks: fake.networks,
      prefetch: 'never',
      logLevel: 'silent',
    })
    await modal.connections.connect(fake.wallet.connector)
    const first = refresh()
    await waitUntil(() => expect(late.length).toBe(1))
    fake.wallet.changeAccounts(['fake-2', 'fake-1'])
    await waitUntil(() => expect(late.length).toBe(2))
    late[1]?.()
    await waitUntil(() => expect(now().tokens[1]?.name).toBe('fake-2'))
    late[0]?.()
    await first
    expect(now().tokens[1]?.name).toBe('fake-2')
  })

  it('D9: a family whose tokens are not written as accounts says how they are written', async () => {
    const numbered = definePlugin({
      name: 'numbered',
      kernel: '^0.1',
      setup: (ctx) => {
        ctx.add(tokenSources, {
          ...{ namespace: 'eip155', assetNamespace: 'asset', tokens: async () => [] },
          parseTokenAddress: (text) => (/^\d+$/.test(text) ? text : undefined),
        })
      },
    })
    answer = () => ({ balances: [entry({ address: `${chain}:1984` }), entry({ address: `${chain}:fake-usdc` })] })
    const page = await renderModal([fake.plugin(), api.plugin, numbered(), balances()], {
      ...{ networks: fake.networks, view: Tokens },
    })
    modal = page.modal
    await modal.connections.connect(fake.wallet.connector)
    await refresh()
    expect(
      now()
        .tokens.slice(1)
        .map(({ assetId, address }) => [assetId, address]),
    ).toEqual([[`${chain}/asset:1984`, '1984']])
    await waitUntil(() => expect(page.text()).toMatch(/USD Coin12\.5 USDC · 1984/))
  })

  it('C5: another network shows nothing of the one before', async () => {
    await start()
    await refresh()
    fake.wallet.changeNetwork('eip155:2')
    await waitUntil(() => expect(now()).toMatchObject({ status: 'ready', tokens: [{ caipNetworkId: 'eip155:2' }] }))
    fake.wallet.changeNetwork('eip155:77')
    await waitUntil(() => expect(now()).toEqual({ status: 'none', tokens: [] }))
  })
})

describe('over page loads', () => {
  const again = async (): Promise<void> => {
    modal.dispose()
    await start()
  }
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

  it('what was read is there at once, marked until it is confirmed', async () => {
    await start()
    await refresh()
    vi.setSystemTime(Date.now() + 45_000)
    let release = (): void => {}
    answer = () => new Promise((resolve) => (release = () => resolve({ balances: [coin] })))
    await again()
    const reading = refresh()
    await waitUntil(() =>
      expect(now()).toMatchObject({
        status: 'stale',
        totalUsd: 301_250n * 10n ** 16n,
        tokens: [{}, { amount: 12_500_000n }],
      }),
    )
    await waitUntil(() => expect(asked.length).toBe(2))
    release()
    await reading
    expect(now()).toMatchObject({ status: 'ready', tokens: [{ amount: 15n * 10n ** 17n }] })
  })

  it('figures of the service are not given up for less when it is away', async () => {
    await start()
    await refresh()
    vi.setSystemTime(Date.now() + 45_000)
    supported = new Response('', { status: 404 })
    await again()
    await refresh()
    expect(now()).toMatchObject({ status: 'stale', tokens: [{}, { symbol: 'USDC' }] })
  })

  it('little is kept, and what is cut is asked for again', async () => {
    answer = () => ({
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
      modal.dispose()
      localStorage.setItem(key, text)
      await start()
      const before = asked.length
      await refresh()
      expect([now().status, asked.length - before]).toEqual(['ready', 1])
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
    expect([now().status, asked.length]).toEqual(['ready', 2])
  })

  it('forget() and disconnecting leave nothing', async () => {
    await start()
    await refresh()
    const held = (): readonly string[] =>
      Object.entries(localStorage)
        .filter(([, text]) => String(text).includes('fake-usdc'))
        .map(([key]) => key)
    expect(held().length).toBe(1)
    await modal.disconnect()
    expect([held(), now().status]).toEqual([[], 'none'])
    await modal.connections.connect(fake.wallet.connector)
    await waitUntil(() => expect(held().length).toBe(1))
    await modal.forget()
    expect([held(), now()]).toEqual([[], { status: 'none', tokens: [] }])
  })
})

describe('in the modal', () => {
  let page: RenderedModal
  const show = async (view = Tokens): Promise<void> => {
    page = await renderModal([fake.plugin(), api.plugin, balances()], { networks: fake.networks, view })
    modal = page.modal
    await modal.connections.connect(fake.wallet.connector)
  }
  const reads = (text: string | RegExp): Promise<void> => waitUntil(() => expect(page.text()).toMatch(text))

  it('lists what the account holds, and its worth', async () => {
    await show()
    await reads(/Total\$3,012\.50.*Coin1\.5 COIN.*\$3,000\.00.*USD Coin12\.5 USDC.*\$12\.50/)
    expect(page.text()).not.toMatch(/Search|hidden|Last known/)
  })

  it('D9: a look-alike is folded away, without a value', async () => {
    answer = () => ({ balances: [coin, entry(), entry({ symbol: '𝐔𝐒𝐃𝐂', address: `${chain}:fake-f`, price: 1000 })] })
    await show()
    await reads(/Total\$3,012\.50.*Show hidden \(1\)/)
    expect(page.text()).not.toContain('Look-alike')
    page.click('Show hidden (1)')
    await reads(/Hidden tokens.*Look-alike/)
    expect(page.text()).not.toContain('$12,500')
  })

  it('searches by name, symbol and address once there are many', async () => {
    answer = () => ({
      balances: [
        coin,
        ...Array.from({ length: 40 }, (_, at) =>
          entry({ name: `Token ${at}`, symbol: `T${at}`, address: `${chain}:fake-x${at}` }),
        ),
      ],
    })
    await show()
    await reads(/Token 0/)
    const input = page.dialog().querySelector('input') ?? expect.fail('no field')
    const type = (text: string): void => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    for (const wanted of ['t33', 'token 33', 'FAKE-X33']) {
      type(wanted)
      await waitUntil(() => expect(page.dialog().querySelectorAll('.wm-item').length).toBe(1))
      await reads(/Token 33.*1 found|1 found.*Token 33/)
    }
    type('zzz')
    await reads('No token found')
  })

  it("says 'Token Balance Unavailable' once per failure, and reads again when asked", async () => {
    answer = () => new Response('', { status: 404 })
    await show()
    await reads(/Token Balance UnavailableCheck your connection/)
    const toasts = (): number => page.text().split('Token Balance Unavailable').length - 1
    answer = () => ({ balances: [coin] })
    page.click('Try again')
    await reads(/1\.5 COIN/)
    expect(toasts()).toBeLessThan(2)
  })

  it('polls while it is shown and the page is visible, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const soon = async (until: () => void): Promise<void> => {
      for (let at = 0; ; at++)
        try {
          return until()
        } catch (error) {
          if (at > 2000) throw error
          await vi.advanceTimersByTimeAsync(1)
        }
    }
    modal = createWalletModal({
      plugins: [fake.plugin(), api.plugin, balances()],
      networks: fake.networks,
      prefetch: 'never',
      logLevel: 'silent',
    })
    await modal.connections.connect(fake.wallet.connector)
    void modal.open({ view: Tokens })
    await soon(() => expect(asked.length).toBe(1))
    await vi.advanceTimersByTimeAsync(31_000)
    await soon(() => expect(asked.length).toBe(2))
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(300_000)
    expect(asked.length).toBe(2)
    visibility.mockRestore()
    document.dispatchEvent(new Event('visibilitychange'))
    await soon(() => expect(asked.length).toBe(3))
    modal.close()
    await vi.advanceTimersByTimeAsync(300_000)
    expect(asked.length).toBe(3)
  })
})

it('an option that is no CAIP-19 id is refused in a sentence', () => {
  const wrong = (): unknown => createWalletModal({ plugins: [balances({ tokens: ['0xabc'] })], networks: [] })
  expect(wrong).toThrow(/@wallet-modal\/balances.*"tokens.0" must be a CAIP-19 id such as/)
})
