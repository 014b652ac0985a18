import { describe, expect, it } from 'vitest'
import { foreignNetwork } from './foreign-address.js'

const addresses = [
  ['eip155', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'Ethereum'],
  ['eip155', '70997970c51812dc3a010c7d01b50e0d17dc79c8', 'Ethereum'],
  ['bip122', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'Bitcoin'],
  ['bip122', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'Bitcoin'],
  ['bip122', 'bc1pfeessrawgf', 'Bitcoin'],
  ['bip122', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 'Bitcoin'],
  ['bip122', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'Bitcoin'],
  ['bip122', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'Bitcoin Testnet'],
  ['bip122', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'Bitcoin Testnet'],
  ['bip122', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'Bitcoin Testnet'],
  ['bip122', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'Bitcoin Regtest'],
  ['litecoin', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'Litecoin'],
  ['litecoin', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1', 'Litecoin'],
  ['tron', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'Tron'],
  ['polkadot', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 'Polkadot'],
  ['polkadot', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', 'Polkadot'],
  ['solana', '5koCFomFmWcNhybDquJKmiU8suXh9kjAsnU1gYufXHoM', 'Solana'],
  ['solana', 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96', 'Solana'],
] as const
const families = ['eip155', 'bip122', 'polkadot', 'solana']

describe('D14: foreignNetwork', () => {
  it.each(addresses)('%s: %s is an address on %s for other chain families only', (own, text, name) => {
    for (const family of families) expect(foreignNetwork(text, family)).toBe(family === own ? undefined : name)
  })

  it('returns undefined for a bech32 address of the own family that has only base58 characters', () => {
    const text = `bc1q${'w'.repeat(38)}`
    expect(foreignNetwork(text, 'bip122')).toBeUndefined()
    expect(foreignNetwork(text, 'solana')).toBe('Bitcoin')
  })

  it.each([
    ['of Dogecoin, whose format several networks have', 'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD'],
    ['that is a private key (WIF)', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
    ['that is a name', 'vitalik.eth'],
    ['without characters', ''],
  ])('returns undefined for a text %s', (_, text) => {
    for (const family of families) expect(foreignNetwork(text, family)).toBeUndefined()
  })
})
