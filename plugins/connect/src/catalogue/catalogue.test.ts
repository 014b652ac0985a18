// @vitest-environment happy-dom
import { type Context, createWalletModal, definePlugin, type Network } from '@wallet-modal/kernel'
import { createFakeApi, type FakeRequest, waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { createCatalogue } from './catalogue.js'

const network = (reference: string): Network => ({
  caipNetworkId: `eip155:${reference}`,
  namespace: 'eip155',
  reference,
  name: reference,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
})
const ask = definePlugin({
  name: 'ask',
  kernel: '^0.1',
  permissions: { api: ['catalogue:/getWallets', 'catalogue:/getWalletImage/*'] },
  setup: (ctx) => ctx,
})

/** Runs `run` on a site whose catalogue service replies `answer()`. */
async function within(
  answer: (request: FakeRequest) => unknown,
  run: (ctx: Context, requests: readonly FakeRequest[]) => Promise<void>,
): Promise<void> {
  using api = createFakeApi({ 'catalogue:/getWallets': answer })
  using modal = createWalletModal({
    networks: [network('1'), network('10')],
    plugins: [api.plugin, ask()],
    prefetch: 'never',
    logLevel: 'silent',
  })
  const ctx = modal.use(ask)
  if (!ctx) throw new Error('not running')
  await run(ctx, api.requests)
}
const queryOf = (request: FakeRequest | undefined, name: string): string | null | undefined =>
  request?.url.searchParams.get(name)

afterEach(() => localStorage.clear())

describe('the catalogue', () => {
  it('G4: offers only wallets that the site includes or features, whatever the service sends', async () => {
    const data = ['mine', 'theirs', 'first'].map((id) => ({ id, name: id }))
    await within(
      () => ({ data, count: 3 }),
      async (ctx) => {
        const catalogue = createCatalogue(ctx, { includeWalletIds: ['mine'], featuredWalletIds: ['first'] })
        const { wallets } = await catalogue.page({ page: 1, entries: 40 })
        expect(wallets.map(({ id }) => id)).toEqual(['mine'])
        catalogue.load()
        await waitUntil(() => expect(catalogue.state.value).toBe('ready'))
        expect([catalogue.featured.value, catalogue.recommended.value].map((list) => list.map(({ id }) => id))).toEqual(
          [['first'], ['mine']],
        )
      },
    )
  })

  it('compares chain ids exactly: a wallet of eip155:137 does not match eip155:1', async () => {
    const data = [
      { id: 'polygon', name: 'Polygon only', chains: ['eip155:137', 'eip155:100'] },
      { id: 'main', name: 'Main', chains: ['eip155:1'] },
      { id: 'silent', name: 'Does not say' },
      { id: 'empty', name: 'Says nothing', chains: [] },
    ]
    await within(
      () => ({ data, count: 4 }),
      async (ctx, requests) => {
        const catalogue = createCatalogue(ctx, {})
        const { wallets, sent } = await catalogue.page({ page: 1, entries: 40 })
        expect([wallets.map(({ id }) => id), sent]).toEqual([['main', 'silent', 'empty'], 4])
        expect(queryOf(requests[0], 'chains')).toBe('eip155:1,eip155:10')
        catalogue.load()
        await waitUntil(() => expect(catalogue.recommended.value.map(({ id }) => id)).not.toContain('polygon'))
      },
    )
  })

  it('requests the excluded wallets, so that they are recognized by rdns if installed', async () => {
    await within(
      ({ url }) => {
        const isAsked = url.searchParams.get('include') === 'x'
        return { data: isAsked ? [{ id: 'x', name: 'X', rdns: 'com.x' }] : [], count: 1 }
      },
      async (ctx) => {
        const catalogue = createCatalogue(ctx, { excludeWalletIds: ['x'] })
        catalogue.load()
        await waitUntil(() => expect(catalogue.excluded.peek()).toMatchObject([{ id: 'x', rdns: 'com.x' }]))
        expect(catalogue.recommended.peek()).toEqual([])
      },
    )
  })

  it('requests the excluded wallets of all networks: they may support none of the site’s networks', async () => {
    const x = { id: 'x', name: 'X', rdns: 'com.x', chains: ['eip155:137'] }
    await within(
      (request) => ({ data: queryOf(request, 'chains') === null ? [x] : [], count: 1 }),
      async (ctx) => {
        const catalogue = createCatalogue(ctx, { excludeWalletIds: ['x'] })
        catalogue.load()
        await waitUntil(() => expect(catalogue.excluded.peek()).toMatchObject([{ id: 'x', rdns: 'com.x' }]))
      },
    )
  })

  it('offers other wallets even if the request for the excluded wallets fails', async () => {
    await within(
      ({ url }) => {
        if (url.searchParams.get('include') === 'x') return { error: 'too many' }
        return { data: [{ id: 'y', name: 'Y' }], count: 1 }
      },
      async (ctx) => {
        const catalogue = createCatalogue(ctx, { excludeWalletIds: ['x'] })
        catalogue.load()
        await waitUntil(() => expect(catalogue.recommended.peek()).toMatchObject([{ id: 'y' }]))
        expect(catalogue.state.peek()).toBe('ready')
      },
    )
  })

  it('requests pages without the featured and excluded wallets, and search results without the excluded wallets', async () => {
    await within(
      () => ({ data: [], count: 0 }),
      async (ctx, requests) => {
        const options = { featuredWalletIds: ['f'], excludeWalletIds: ['x'], includeWalletIds: ['a', 'b'] }
        const { page } = createCatalogue(ctx, options)
        await page({ page: 2, entries: 40 })
        await page({ page: 1, entries: 100, search: 'abc' })
        const queries = requests.map((one) =>
          ['page', 'entries', 'include', 'exclude', 'search'].map((name) => queryOf(one, name)),
        )
        expect(queries).toEqual([
          ['2', '40', 'a,b', 'x,f', null],
          ['1', '100', 'a,b', 'x', 'abc'],
        ])
      },
    )
  })

  it('adds featured wallets to the count, and has no count if the service sends none', async () => {
    const countOf = async (count: unknown): Promise<number | undefined> => {
      let found: number | undefined
      await within(
        ({ url }) =>
          url.searchParams.get('include') === 'f'
            ? { data: [{ id: 'f', name: 'F' }], count: 1 }
            : { data: [{ id: 'a', name: 'A' }], count },
        async (ctx) => {
          const catalogue = createCatalogue(ctx, { featuredWalletIds: ['f'] })
          catalogue.load()
          await waitUntil(() => expect(catalogue.state.value).toBe('ready'))
          found = catalogue.count.value
        },
      )
      return found
    }
    expect(await countOf(61)).toBe(62)
    expect(await countOf('many')).toBeUndefined()
  })

  it('is loading at first and off after a failure; load() requests once, and again after a failure', async () => {
    const answers = [new Response('', { status: 403 }), { data: [{ id: 'a', name: 'A' }] }, { data: [] }]
    await within(
      () => answers.shift(),
      async (ctx, requests) => {
        const catalogue = createCatalogue(ctx, {})
        expect(catalogue.state.value).toBe('loading')
        catalogue.load()
        catalogue.load()
        await waitUntil(() => expect(catalogue.state.value).toBe('off'))
        expect(requests).toHaveLength(1)
        catalogue.load()
        expect(catalogue.state.value).toBe('loading')
        await waitUntil(() => expect(catalogue.state.value).toBe('ready'))
        catalogue.load()
        expect(requests.map((request) => queryOf(request, 'badge_type'))).toEqual([null, null, 'certified'])
      },
    )
  })

  it('without featuredWalletIds, features up to four certified wallets and recommends others', async () => {
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id, at) => ({
      ...{ id, name: id, badge_type: at % 2 ? 'certified' : 'none' },
    }))
    const answer = (request: FakeRequest) => {
      const [badge, exclude] = [queryOf(request, 'badge_type'), queryOf(request, 'exclude')?.split(',') ?? []]
      const found = all.filter(({ id, badge_type }) => (!badge || badge === badge_type) && !exclude.includes(id))
      return { data: found.slice(0, Number(queryOf(request, 'entries'))), count: found.length }
    }
    const listed = async (ctx: Context, featuredWalletIds?: readonly string[]) => {
      const catalogue = createCatalogue(ctx, { featuredWalletIds })
      catalogue.load()
      await waitUntil(() => expect(catalogue.state.value).toBe('ready'))
      const { featured, recommended, count } = catalogue
      return [...[featured, recommended].map((list) => list.value.map(({ id }) => id).join('')), count.value]
    }
    await within(answer, async (ctx) => expect(await listed(ctx)).toEqual(['bdf', 'aceg', 7]))
    // no wallet is featured if the service ignores the filter
    const withoutFilter = () => ({ data: [{ id: 'a', name: 'A', badge_type: 'none' }], count: 1 })
    await within(withoutFilter, async (ctx) => expect(await listed(ctx)).toEqual(['', 'a', 1]))
    await within(answer, async (ctx, requests) => {
      await listed(ctx, ['b'])
      expect(requests.some((request) => queryOf(request, 'badge_type'))).toBe(false)
    })
  })

  it('is offered if there is a service', async () => {
    await within(
      () => ({ data: [] }),
      async (ctx) => expect(createCatalogue(ctx, {}).isOffered()).toBe(true),
    )
  })
})
