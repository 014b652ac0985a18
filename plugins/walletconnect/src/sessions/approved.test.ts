import { describe, expect, test } from 'vitest'
import { ownRules } from '../namespaces/families.js'
import { readApproved } from './approved.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

describe('readApproved', () => {
  test('returns the same result for a namespace with two chains and for a namespace per chain (CAIP-25)', () => {
    const whole = {
      eip155: { accounts: [`eip155:1:${address}`, `eip155:10:${address}`], methods: ['personal_sign'] },
    }
    const split = {
      'eip155:1': { accounts: [`eip155:1:${address}`], methods: ['personal_sign'] },
      'eip155:10': { accounts: [`eip155:10:${address}`], methods: ['personal_sign'] },
    }
    for (const namespaces of [whole, split]) {
      const { accounts, chains, methods } = readApproved(namespaces, ownRules.eip155)
      expect(accounts.map((account) => account.caipNetworkId)).toEqual(['eip155:1', 'eip155:10'])
      expect([chains, methods]).toEqual([['eip155:1', 'eip155:10'], ['personal_sign']])
    }
  })

  test('D15: omits accounts that are no CAIP-10 id or of another namespace', () => {
    const accounts = ['eip155:1', `eip155:1:${address}:x`, `solana:1:${address}`, '', `eip155:1:${address}`]
    const { accounts: read } = readApproved({ eip155: { accounts, methods: [] } }, ownRules.eip155)
    expect(read.map((account) => account.address)).toEqual([address])
  })

  test('a wallet that lists 100 000 networks does not block the page: its session is read in less than 10 s', () => {
    const accounts = Array.from({ length: 100_000 }, (_, index) => `eip155:${index + 1}:${address}`)
    const { chains } = readApproved({ eip155: { accounts, methods: [] } }, ownRules.eip155)
    expect(chains).toHaveLength(100_000)
  }, 10_000)

  test('D15: does not read the namespace eip1559 as eip155', () => {
    const namespaces = { eip1559: { accounts: [`eip1559:1:${address}`], methods: [] } }
    expect(readApproved(namespaces, ownRules.eip155)).toEqual({
      accounts: [],
      chains: [],
      walletChains: [],
      methods: [],
    })
  })
})

test('D15: an account with an invalid address for its family is omitted, with its network', () => {
  const written = {
    eip155: [`eip155:1:${address}`, `eip155:10:${address.slice(0, -1)}`],
    solana: ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:0000000000000000000000000000000O'],
    bip122: ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328:bcrt1QW508D6'],
    polkadot: ['polkadot:91b171bb158e2d3848fa23a9f1c25182:15oF4'],
  }
  const namespaces = Object.fromEntries(
    Object.entries(written).map(([name, accounts]) => [name, { accounts, methods: [], chains: ['eip155:10'] }]),
  )
  expect(Object.values(ownRules).map((rules) => readApproved(namespaces, rules).chains)).toEqual([
    ['eip155:1'],
    [],
    [],
    [],
  ])
})

test.each([null, 5, 'eip155:1', {}, [{}, null, 5]])(
  'A4: invalid chains %j, which the client accepts, are ignored',
  (chains) => {
    const namespaces = { eip155: { accounts: [`eip155:1:${address}`], methods: [], chains } }
    expect(readApproved(namespaces, ownRules.eip155)).toMatchObject({
      chains: ['eip155:1'],
      walletChains: ['eip155:1'],
    })
  },
)

test('D15: an EIP-155 chain whose reference is not a canonical integer is omitted', () => {
  const references = ['abc', '0x1', '01', '1e3', '-1', '99999999999999999', '1']
  const accounts = references.map((reference) => `eip155:${reference}:${address}`)
  expect(readApproved({ eip155: { accounts, methods: [] } }, ownRules.eip155).chains).toEqual(['eip155:1'])
})

test('A4: approved methods that the site did not request are omitted', () => {
  const accounts = [`eip155:1:${address}`]
  const methods = ['eth_call', 'personal_sign', 'eth_sign', 'solana_signMessage', 'wallet_getCallsStatus']
  expect(readApproved({ eip155: { accounts, methods } }, ownRules.eip155).methods).toEqual([
    'personal_sign',
    'wallet_getCallsStatus',
  ])
})
