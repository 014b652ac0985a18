import { getAddress } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import { expect, it } from 'vitest'
import { bitcoinDevelopmentAccounts } from '../../server/bitcoin/development-accounts.js'
import { accounts } from './accounts.js'
import { keyOf, regtest } from './keys.js'

const [payment, ordinals] = accounts
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

it('the accounts have the addresses of their keys and are funded on the local chain', () => {
  const keys = accounts.map((account) => keyOf(account).privateKey)
  const [first = new Uint8Array(), second = new Uint8Array()] = keys
  expect(getAddress('wpkh', first, regtest)).toBe(payment.address)
  expect(toHex(pubECDSA(first))).toBe(payment.publicKey)
  expect(getAddress('tr', second, regtest)).toBe(ordinals.address)
  expect(toHex(pubSchnorr(second))).toBe(ordinals.publicKey)
  for (const { address } of accounts) expect(bitcoinDevelopmentAccounts).toContain(address)
})
