import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { find } from './find.js'
import { readFacts, readWallets, reviewedAt } from './list.js'
import { totals } from './list-parts.js'
import { caipMarks } from './marks/caip.js'
import { groups } from './marks/groups.js'
import { markOf, markUrl } from './marks/mark-of.js'

const wallets = await readFacts()
const familiesOf = (chains: readonly string[]): readonly string[] => [
  ...new Set(chains.map((chain) => chain.split(':')[0] ?? '')),
]
const isIn = (family: string) => wallets.filter(({ chains }) => familiesOf(chains).includes(family))
const appScheme = /^[a-z][a-z0-9+.-]*:\/\//
const isHttps = (text: string): boolean =>
  URL.canParse(text) && new URL(text).protocol === 'https:' && !new URL(text).username && !/\s/.test(text)
const duplicates = (texts: readonly string[]) => texts.filter((text, at) => texts.indexOf(text) !== at)

describe('the list of wallets', () => {
  it('has at least 120 wallets, 10 of each chain family, and a review date', () => {
    expect(wallets.length).toBeGreaterThanOrEqual(120)
    for (const family of ['eip155', 'solana', 'polkadot', 'bip122'])
      expect(isIn(family).length, family).toBeGreaterThanOrEqual(10)
    expect(new Date(reviewedAt).toISOString().slice(0, 10)).toBe(reviewedAt)
  })

  it('has unique ids, names and rdns values', () => {
    expect(duplicates(wallets.map(({ id }) => id))).toEqual([])
    expect(duplicates(wallets.map(({ name }) => name.toLowerCase()))).toEqual([])
    expect(duplicates(wallets.flatMap(({ rdns }) => rdns?.toLowerCase() ?? []))).toEqual([])
  })

  it.each(wallets.map((wallet) => [wallet.id, wallet] as const))('%s has well-formed facts', (id, wallet) => {
    const { name, homepage, chains, mobile, desktop, webapp, browse, ios, android, chrome, rdns, color } = wallet
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(name).toBe(name.trim().replace(/\p{C}/gu, ''))
    expect(isHttps(homepage), homepage).toBe(true)
    expect(chains.length).toBeGreaterThan(0)
    for (const chain of chains) expect(chain).toMatch(/^(eip155(:\d+)?|(solana|polkadot|bip122):[-\w]{1,32})$/)
    for (const link of [mobile, desktop, webapp])
      if (link) expect(isHttps(link) || (appScheme.test(link) && !/^http:/.test(link)), link).toBe(true)
    if (browse) {
      expect(isHttps(browse), browse).toBe(true)
      expect(browse).toMatch(/\{(url|urlTwice|page)\}/)
      expect(new URL(browse).host).not.toMatch(/[{%]/)
    }
    if (rdns) expect(rdns).toMatch(/^[\w-]+(\.[\w-]+)+$/)
    if (ios) expect(ios).toMatch(/^\d{9,10}$/)
    if (android) expect(android).toMatch(/^[A-Za-z]\w*(\.\w+)+$/)
    if (chrome) expect(chrome).toMatch(/^[a-p]{32}$/)
    if (color) expect(color).toMatch(/^#[0-9a-f]{6}$/)
  })

  it('has store links only to the hosts of the stores', async () => {
    const hosts = {
      app_store: 'apps.apple.com',
      play_store: 'play.google.com',
      chrome_store: 'chromewebstore.google.com',
    }
    for (const { record } of await readWallets())
      for (const [field, host] of Object.entries(hosts)) {
        const link: unknown = Reflect.get(record, field)
        if (typeof link === 'string') expect(new URL(link).host).toBe(host)
      }
  })

  it('has totals that match the wallets of each combination of chain families', () => {
    const counted: Record<string, number> = {}
    for (const { chains } of wallets) {
      const key = familiesOf(chains).toSorted().join(' ')
      counted[key] = (counted[key] ?? 0) + 1
    }
    expect(totals).toEqual(counted)
  })
})

describe('wallet marks (logos)', () => {
  const ids = groups.flatMap(([ids]) => ids.split(' '))

  it('have unique ids of listed wallets and cover at least 30 of the first 40', () => {
    expect(duplicates(ids)).toEqual([])
    expect(ids.filter((id) => !wallets.some((wallet) => wallet.id === id))).toEqual([])
    const first = wallets.slice(0, 40).filter(({ id }) => ids.includes(id))
    expect(first.length).toBeGreaterThanOrEqual(30)
  })

  it.each(ids)('%s is a small SVG without scripts and external resources', async (id) => {
    const svg = (await markOf(id)) ?? ''
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(svg).toMatch(/viewBox="/)
    expect(svg.length).toBeLessThanOrEqual(6000)
    expect(svg).not.toMatch(/<(script|foreignObject|image|use|a|style|animate|set)\b|\son\w+=|href|url\((?!#)|<!|<\?/i)
    expect(await markUrl(id)).toMatch(/^data:image\/svg\+xml,/)
  })

  it('are undefined for other ids', async () => {
    expect(await markOf('nobody')).toBeUndefined()
    expect(await markUrl('constructor')).toBeUndefined()
  })
})

describe('find, the search of the Connect view', () => {
  const ethereum = ['eip155:1']

  it('returns pages in the order of the list, without duplicates', async () => {
    const found = []
    for (let page = 1; page < 10; page++) found.push(...(await find({ page, entries: 40, chains: ethereum })).data)
    expect(found.map(({ id }) => id)).toEqual(
      wallets.filter(({ chains }) => chains.includes('eip155') || chains.includes('eip155:1')).map(({ id }) => id),
    )
  })

  it('returns an upper estimate of the count until all pages are loaded', async () => {
    const { count } = await find({ page: 1, entries: 4, chains: ethereum })
    expect(count).toBe(isIn('eip155').length)
    const last = await find({ page: 9, entries: 40, chains: ethereum })
    expect(last).toEqual({ data: [], count: expect.any(Number) })
    expect(last.count).toBeLessThanOrEqual(count)
  })

  it('filters by a part of the name, by included ids and by excluded ids', async () => {
    const search = await find({ page: 1, entries: 100, chains: [], search: 'METAM' })
    expect(search).toMatchObject({ data: [{ id: 'metamask' }], count: 1 })
    const include = await find({ page: 1, entries: 2, chains: [], include: ['abstract-wallet', 'phantom'] })
    expect(include.data.map(({ id }) => id)).toEqual(['phantom', 'abstract-wallet'])
    const without = await find({ page: 1, entries: 2, chains: [], exclude: ['metamask'] })
    expect(without.data.map(({ id }) => id)).not.toContain('metamask')
  })

  it('includes wallets whose user can add the network', async () => {
    const { data } = await find({ page: 1, entries: 4, chains: ['eip155:31337'] })
    expect(data[0]).toMatchObject({ id: 'metamask', chains: expect.arrayContaining(['eip155:31337', 'eip155:1']) })
    expect(data.map(({ id }) => id)).not.toContain('phantom')
  })

  it('returns only wallets of the requested chain family', async () => {
    const { data } = await find({ page: 1, entries: 4, chains: ['polkadot:91b171bb158e2d3848fa23a9f1c25182'] })
    expect(data).toHaveLength(4)
    for (const { chains } of data) expect(chains.join()).toContain('polkadot:')
  })
})

describe('marks of networks and tokens', () => {
  const ids = Object.keys(caipMarks)

  it('include native coins and the stablecoins of large networks', () => {
    const usdc = ['eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48']
    const usdcOnBase = 'eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
    const usdt = 'eip155:42161/erc20:0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'
    expect(ids).toEqual(expect.arrayContaining(['eip155:10/slip44:60', ...usdc, usdcOnBase, usdt]))
    expect(new Set([usdc[0], usdcOnBase].map((id) => caipMarks[id ?? ''])).size).toBe(1)
  })

  it('have checksummed addresses in their ids', () => {
    for (const id of ids) {
      const [, contract] = /\/erc20:(.+)$/.exec(id) ?? []
      if (contract) expect(contract).toBe(getAddress(contract))
    }
  })

  it('are SVGs without scripts, images and links', () => {
    for (const [id, url] of Object.entries(caipMarks)) {
      const svg = decodeURIComponent(url.replace('data:image/svg+xml,', ''))
      expect(svg.startsWith('<svg '), id).toBe(true)
      expect(svg, id).not.toMatch(/<script|<image|href=|\son\w+=/i)
    }
  })
})
