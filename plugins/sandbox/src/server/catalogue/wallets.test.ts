import { expect, test } from 'vitest'
import { wallets } from './wallets.js'

test('there are more than two pages of wallets, in order', () => {
  expect(wallets.length).toBeGreaterThan(80)
  expect(wallets.map(({ order }) => order)).toEqual(wallets.map((_, index) => index + 1))
})

test('no wallet of the catalogue is certified', () => {
  expect(wallets.filter(({ badge_type }) => badge_type !== 'none')).toEqual([])
})

test('the first wallets have logos, all others a colour for their initials', () => {
  expect(wallets.slice(0, 12).filter(({ mark }) => !mark?.startsWith('<svg'))).toEqual([])
  expect(wallets.filter(({ color }) => !/^#[0-9a-f]{6}$/.test(color))).toEqual([])
})
