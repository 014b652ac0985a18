import type { Network } from '@wallet-modal/kernel'
import { expect, test } from 'vitest'
import { ownRules } from '../namespaces/families.js'
import { toProposal } from './proposal.js'

const families = Object.values(ownRules)

const network = (caipNetworkId: string): Network => {
  const [namespace = '', reference = ''] = caipNetworkId.split(':')
  const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 18 }
  return { caipNetworkId, namespace, reference, name: caipNetworkId, nativeCurrency, rpcUrls: [] }
}

test('asks for every network of the site in the order of the site, and for nothing it cannot use', () => {
  const proposal = toProposal(['eip155:10', 'unknown:1', 'eip155:1'].map(network), families)
  expect(Object.keys(proposal)).toEqual(['eip155'])
  expect(proposal.eip155).toMatchObject({
    chains: ['eip155:10', 'eip155:1'],
    events: ['accountsChanged', 'chainChanged'],
  })
})

test('never asks for eth_sign, by which a wallet signs what nobody can read', () => {
  expect(toProposal([network('eip155:1')], families).eip155?.methods).not.toContain('eth_sign')
})

test('asks for nothing where the site has no network', () => expect(toProposal([], families)).toEqual({}))
