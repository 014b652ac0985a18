import type { Connector, ConnectorType } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import type { CatalogueWallet } from './contract.js'
import { arrangeRows, rowName } from './rows.js'

const connector = (id: string, type: ConnectorType, more: Partial<Connector> = {}): Connector => ({
  id,
  name: id,
  type,
  isInstalled: ['ANNOUNCED', 'INJECTED', 'MULTI_CHAIN'].includes(type),
  pairsByLink: type === 'WALLET_CONNECT',
  hasOwnBlock: type === 'AUTH',
  namespaces: ['eip155'],
  provider: async () => null,
  ...more,
})
const wallet = (id: string, more: Partial<CatalogueWallet> = {}): CatalogueWallet => ({ id, name: id, ...more })

const sources = {
  connectors: [
    connector('external', 'EXTERNAL'),
    connector('window', 'INJECTED'),
    connector('announced', 'ANNOUNCED', { rdns: 'com.announced' }),
    connector('used', 'ANNOUNCED'),
    connector('mobile', 'WALLET_CONNECT'),
    connector('mail', 'AUTH'),
  ],
  recent: ['used', 'gone'],
  featured: [wallet('featured')],
  custom: [wallet('custom')],
  recommended: [wallet('recommended')],
}
const names = (given: Parameters<typeof arrangeRows>[0]): readonly string[] => arrangeRows(given).map(rowName)
/** Names of the rows of `sources` before the recommended wallets. */
const notRecommended = ['mobile', 'used', 'announced', 'window', 'featured', 'custom', 'external']

describe('arrangeRows', () => {
  it('lists walletConnect, recent, injected, featured, custom, external, recommended', () => {
    expect(names(sources)).toEqual([...notRecommended, 'recommended'])
  })

  it('puts the sections of the option `order` first, then the others in the default order', () => {
    expect(names({ ...sources, order: ['recommended', 'injected'] })).toEqual([
      'recommended',
      'announced',
      'window',
      'mobile',
      'used',
      'featured',
      'custom',
      'external',
    ])
  })

  it('shows a wallet once, by rdns and by catalogue id', () => {
    const recommended = [wallet('a', { rdns: 'com.announced' }), wallet('featured'), wallet('b')]
    expect(names({ ...sources, recommended })).toEqual([...notRecommended, 'b'])
  })

  it('shows two wallets with the same name separately', () => {
    const recommended = [wallet('x', { name: 'announced' })]
    expect(names({ ...sources, recommended })).toEqual([...notRecommended, 'announced'])
  })

  it('leaves out connectors whose catalogue id is excluded', () => {
    const connectors = [connector('a', 'ANNOUNCED', { walletId: 'w1' }), connector('b', 'ANNOUNCED')]
    expect(names({ ...sources, connectors, recent: [], excludeWalletIds: ['w1'] })).not.toContain('a')
  })

  it('leaves out an installed wallet with the rdns of an excluded catalogue wallet', () => {
    const connectors = [connector('a', 'ANNOUNCED', { rdns: 'com.One' }), connector('b', 'ANNOUNCED')]
    const excluded = [wallet('w1', { rdns: 'com.one' })]
    const rows = names({ ...sources, connectors, recent: ['a'], excludeWalletIds: ['w1'], excluded })
    expect(rows).toContain('b')
    expect(rows).not.toContain('a')
  })

  it('shows a wallet with connectors of several namespaces once, as recent if any of them was used', () => {
    const connectors = [
      connector('first', 'ANNOUNCED', { rdns: 'app.both' }),
      connector('window', 'INJECTED'),
      connector('second', 'ANNOUNCED', { rdns: 'app.both', namespaces: ['solana'] }),
    ]
    const rows = arrangeRows({ ...sources, connectors, recent: ['second'], featured: [], custom: [], recommended: [] })
    expect(rows.map((row) => [row.section, rowName(row)])).toEqual([
      ['recent', 'first'],
      ['injected', 'window'],
    ])
    expect(rows[0]).toMatchObject({ connectors: [{ id: 'first' }, { id: 'second' }] })
  })

  it('leaves out excluded wallets even if the catalogue returns them', () => {
    expect(names({ ...sources, excludeWalletIds: ['recommended', 'custom'] })).not.toContain('recommended')
  })

  it('compares rdns values case-insensitively', () => {
    const connectors = [connector('a', 'ANNOUNCED', { rdns: 'com.One' })]
    const recommended = [wallet('one', { rdns: 'COM.one' })]
    expect(names({ ...sources, connectors, recent: [], featured: [], custom: [], recommended })).toEqual(['a'])
  })
})
