import { describe, expect, it } from 'vitest'
import { accountUrl, transactionUrl } from './explorer.js'
import type { Network } from './network.js'

const network = (explorerUrl: string | undefined, namespace = 'eip155'): Network => ({
  ...{ caipNetworkId: `${namespace}:1`, namespace, reference: '1', name: 'One', rpcUrls: [] },
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  ...(explorerUrl !== undefined && { explorerUrl }),
})

describe('explorer URLs', () => {
  it.each([
    ['https://explorer.test/', 'eip155', 'https://explorer.test/tx/0x1'],
    ['https://explorer.test/testnet', 'bip122', 'https://explorer.test/testnet/tx/0x1'],
    ['https://explorer.test/?cluster=devnet', 'solana', 'https://explorer.test/tx/0x1?cluster=devnet'],
    ['https://explorer.test', 'polkadot', 'https://explorer.test/extrinsic/0x1'],
    ['http://explorer.test', 'eip155', undefined],
    ['javascript:alert(1)', 'eip155', undefined],
    [undefined, 'eip155', undefined],
  ])('with the explorer %s of %s, the transaction URL is %s', (explorerUrl, namespace, url) => {
    expect(transactionUrl(network(explorerUrl, namespace), '0x1')).toBe(url)
  })

  it('transactionUrl is undefined without a hash, and escapes the hash', () => {
    expect(transactionUrl(network('https://explorer.test'), undefined)).toBeUndefined()
    expect(transactionUrl(network('https://explorer.test'), '../?x#y')).toBe('https://explorer.test/tx/..%2F%3Fx%23y')
    expect(accountUrl(network('https://explorer.test', 'polkadot'), '5a')).toBe('https://explorer.test/account/5a')
  })
})
