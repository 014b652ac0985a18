import { expect, test } from 'vitest'
import { wallets } from './wallets.js'

test('the catalogue has more than 80 wallets, numbered in order', () => {
  expect(wallets.length).toBeGreaterThan(80)
  expect(wallets.map(({ order }) => order)).toEqual(wallets.map((_, index) => index + 1))
})

test('no wallet of the catalogue is certified', () => {
  expect(wallets.filter(({ badge_type }) => badge_type !== 'none')).toEqual([])
})

test('the first 12 wallets have logos, and every wallet has a colour for its initials', () => {
  expect(wallets.slice(0, 12).filter(({ mark }) => !mark?.startsWith('<svg'))).toEqual([])
  expect(wallets.filter(({ color }) => !/^#[0-9a-f]{6}$/.test(color))).toEqual([])
})
