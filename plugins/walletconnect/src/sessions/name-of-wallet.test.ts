import { expect, test } from 'vitest'
import { nameOfWallet } from './name-of-wallet.js'

test.each([
  [{ metadata: { name: 'Zephyr' } }, 'Zephyr'],
  [{ metadata: { name: ' \u202e ' } }, 'The wallet'],
  [{ metadata: { name: { toString: 1 } } }, 'The wallet'],
  [{ metadata: null }, 'The wallet'],
  [{}, 'The wallet'],
])('G3: the metadata %j gives the displayable name %s', (peer, name) => {
  expect(nameOfWallet({ peer })).toBe(name)
})
