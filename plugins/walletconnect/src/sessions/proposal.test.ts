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

test('toProposal lists the site’s networks in their order, without unknown namespaces', () => {
  const proposal = toProposal(['eip155:10', 'unknown:1', 'eip155:1'].map(network), families)
  expect(Object.keys(proposal)).toEqual(['eip155'])
  expect(proposal.eip155).toMatchObject({
    chains: ['eip155:10', 'eip155:1'],
    events: ['accountsChanged', 'chainChanged'],
  })
})

test('toProposal never includes eth_sign, which signs unreadable hashes', () => {
  expect(toProposal([network('eip155:1')], families).eip155?.methods).not.toContain('eth_sign')
})

test('toProposal is empty if the site has no networks', () => expect(toProposal([], families)).toEqual({}))
