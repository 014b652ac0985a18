import type { Connector } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connectorChoices, groupByWallet } from './connector-choices.js'

const connector = (id: string, namespace: string, more: Partial<Connector> = {}): Connector => ({
  id,
  name: id,
  type: 'ANNOUNCED',
  isInstalled: true,
  namespaces: [namespace],
  provider: async () => null,
  ...more,
})
const groups = (connectors: readonly Connector[]): readonly string[] =>
  groupByWallet(connectors).map((group) => group.map(({ id }) => id).join('+'))

describe('groupByWallet', () => {
  it('groups connectors with the same rdns, catalogue id or identity', () => {
    const identity = {}
    expect(
      groups([
        connector('a', 'eip155', { rdns: 'app.one' }),
        connector('b', 'eip155'),
        connector('c', 'solana', { rdns: 'APP.one', identity }),
        connector('d', 'bip122', { identity, walletId: 'w' }),
        connector('e', 'polkadot', { walletId: 'w' }),
      ]),
    ).toEqual(['a+c+d+e', 'b'])
  })

  it('G3: does not group connectors by their display name', () => {
    const name = 'MetaMask'
    expect(groups([connector('a', 'eip155', { name }), connector('b', 'solana', { name })])).toEqual(['a', 'b'])
  })

  it('does not group connectors that are marked as suspicious', () => {
    const rdns = 'app.one'
    expect(
      groups([
        connector('a', 'eip155', { rdns, suspicious: true }),
        connector('b', 'eip155', { rdns, suspicious: true }),
        connector('c', 'solana', { rdns }),
      ]),
    ).toEqual(['a', 'b', 'c'])
  })

  it('keeps two connectors of one namespace apart', () => {
    const rdns = 'app.one'
    expect(groups([connector('a', 'eip155', { rdns }), connector('b', 'eip155', { rdns })])).toEqual(['a', 'b'])
  })

  it('groups only wallets installed in this browser, not WalletConnect or external connectors', () => {
    const walletId = 'w'
    expect(
      groups([
        connector('a', 'eip155', { walletId }),
        connector('b', 'solana', { walletId, type: 'WALLET_CONNECT', isInstalled: false, pairsByLink: true }),
        connector('c', 'bip122', { walletId, type: 'EXTERNAL', isInstalled: false }),
      ]),
    ).toEqual(['a', 'b', 'c'])
  })

  it('property: returns each connector once, and each namespace at most once per group', () => {
    const identities = [{}, {}]
    const claim = fc.record(
      {
        rdns: fc.constantFrom('a', 'A', 'b'),
        walletId: fc.constantFrom('1', '2'),
        identity: fc.constantFrom(...identities),
        suspicious: fc.boolean(),
        type: fc.constantFrom('ANNOUNCED', 'INJECTED', 'MULTI_CHAIN', 'EXTERNAL', 'WALLET_CONNECT'),
      },
      { requiredKeys: ['type'] },
    )
    const some = fc.array(fc.tuple(fc.constantFrom('eip155', 'solana', 'bip122'), claim), { maxLength: 12 })
    fc.assert(
      fc.property(some, (given) => {
        const connectors = given.map(([namespace, more], at) => connector(String(at), namespace, more))
        const grouped = groupByWallet(connectors)
        expect(grouped.flat().toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual(connectors)
        for (const group of grouped) {
          const groupNamespaces = group.flatMap(({ namespaces }) => namespaces)
          expect(new Set(groupNamespaces).size).toBe(groupNamespaces.length)
        }
      }),
    )
  })
})

describe('connectorChoices', () => {
  const both = connector('a', 'eip155', { namespaces: ['eip155', 'solana', 'tron'], type: 'MULTI_CHAIN' })

  it('returns a choice for each namespace that both the wallet and the site support', () => {
    expect(connectorChoices([both], ['solana', 'eip155']).map(({ namespace }) => namespace)).toEqual([
      'eip155',
      'solana',
    ])
    expect(connectorChoices([both], ['solana'])).toEqual([{ connector: both, namespace: 'solana' }])
    expect(connectorChoices([both], [])).toEqual([])
  })

  it('returns a choice for each namespace also for one external connector of several namespaces', () => {
    expect(connectorChoices([{ ...both, type: 'EXTERNAL' }], ['eip155', 'solana']).length).toBe(2)
  })

  it('returns one choice for WalletConnect, whose session covers all namespaces', () => {
    expect(
      connectorChoices([{ ...both, type: 'WALLET_CONNECT', pairsByLink: true }], ['eip155', 'solana']).length,
    ).toBe(1)
  })
})
