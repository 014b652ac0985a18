import { expect, test } from 'vitest'
import { wallets } from './wallets.js'

test('there are more than two pages of wallets, in order', () => {
  expect(wallets.length).toBeGreaterThan(80)
  expect(wallets.map(({ order }) => order)).toEqual(wallets.map((_, index) => index + 1))
})

test('the catalogue certifies nobody, because the sandbox cannot', () => {
  expect(wallets.filter(({ badge_type }) => badge_type !== 'none')).toEqual([])
})

test('the leading wallets have marks, and every other a colour for its initials', () => {
  expect(wallets.slice(0, 12).filter(({ mark }) => !mark?.startsWith('<svg'))).toEqual([])
  expect(wallets.filter(({ color }) => !/^#[0-9a-f]{6}$/.test(color))).toEqual([])
})
