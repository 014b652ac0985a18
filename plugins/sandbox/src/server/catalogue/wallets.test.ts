import { expect, test } from 'vitest'
import { wallets } from './wallets.js'

const urls = (wallet: (typeof wallets)[number]) =>
  [wallet.homepage, wallet.webapp_link, wallet.app_store, wallet.play_store, wallet.chrome_store].filter(
    (link) => link !== undefined,
  )

test('there are more than two pages of wallets, in order', () => {
  expect(wallets.length).toBeGreaterThan(80)
  expect(wallets.map(({ order }) => order)).toEqual(wallets.map((_, index) => index + 1))
})

test.each(['id', 'name', 'rdns', 'chrome_store', 'app_store'] as const)(
  'no two wallets share a value of %s',
  (field) => {
    const values = wallets.flatMap((wallet) => wallet[field] ?? [])
    expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([])
  },
)

test.each(wallets.map((wallet) => [wallet.id, wallet] as const))('%s has well-formed facts', (id, wallet) => {
  expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  expect(wallet.color).toMatch(/^#[0-9a-f]{6}$/)
  for (const url of urls(wallet)) expect(new URL(url).protocol).toBe('https:')
  for (const chain of wallet.chains ?? []) expect(chain).toMatch(/^(eip155|solana|bip122|polkadot):[a-zA-Z0-9]{1,32}$/)
  expect(wallet.chains?.length).toBeGreaterThan(0)
  expect(new Set(wallet.chains).size).toBe(wallet.chains?.length)
  expect(wallet.rdns ?? 'io.example').toMatch(/^[a-z0-9]+(\.[a-zA-Z0-9-]+)+$/)
  for (const link of [wallet.mobile_link, wallet.desktop_link]) expect(link ?? 'x://').toMatch(/^[a-z0-9-]+:\/\/\S*$/)
  expect(wallet.chrome_store ?? 'a'.repeat(32)).toMatch(/[a-p]{32}$/)
})

test('the catalogue certifies nobody, because the sandbox cannot', () => {
  expect(wallets.filter(({ badge_type }) => badge_type !== 'none')).toEqual([])
})
