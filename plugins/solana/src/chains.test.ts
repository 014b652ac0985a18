import type { Wallet } from '@wallet-standard/base'
import { describe, expect, expectTypeOf, it } from 'vitest'
import networks from '../networks.json' with { type: 'json' }
import { isAllowed, toCaipNetworkId, toWalletChain } from './chains.js'
import type { SolanaWallet } from './contract.js'

/** Genesis hash of each cluster, as its nodes return it from `getGenesisHash`. */
const genesis = {
  'solana:mainnet': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  'solana:devnet': 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  'solana:testnet': '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
}

describe('chains', () => {
  it('map to CAIP-2 ids with the first 32 characters of the genesis hash, and back', () => {
    for (const [chain, hash] of Object.entries(genesis)) {
      const caipNetworkId = `solana:${hash.slice(0, 32)}`
      expect(toCaipNetworkId(chain)).toBe(caipNetworkId)
      expect(toWalletChain(caipNetworkId)).toBe(chain)
      expect(networks.map((network) => network.caipNetworkId)).toContain(caipNetworkId)
    }
  })

  it('match exactly, by name or CAIP-2 id; any cluster that is not public is local', () => {
    expect(isAllowed(['solana:mainnet'], toCaipNetworkId('solana:mainnet'))).toBe(true)
    expect(isAllowed(['solana:mainnet'], toCaipNetworkId('solana:devnet'))).toBe(false)
    expect(isAllowed(['solana:mainnet'], 'solana:main')).toBe(false)
    expect(isAllowed([toCaipNetworkId('solana:devnet')], toCaipNetworkId('solana:devnet'))).toBe(true)
    expect(isAllowed(['solana:localnet'], 'solana:anything')).toBe(true)
    expect(isAllowed(['solana:localnet'], toCaipNetworkId('solana:mainnet'))).toBe(false)
  })
})

it('the type SolanaWallet extends Wallet of the Wallet Standard', () => {
  expectTypeOf<SolanaWallet>().toExtend<Wallet>()
})
