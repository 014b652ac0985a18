import type { Network, PaymentLink } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { readBitcoinLink } from '../../plugins/bip122/src/send/link.js'
import { readEthereumLink } from '../../plugins/eip155/src/send/link.js'
import { families } from '../../plugins/receive/src/families.js'
import { readSolanaLink } from '../../plugins/solana/src/send/link.js'

const networkOf = (caipNetworkId: string): Network => {
  const [namespace = '', reference = ''] = caipNetworkId.split(':')
  const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 18 }
  return { caipNetworkId, namespace, reference, name: caipNetworkId, nativeCurrency, rpcUrls: [] }
}
const readers: Readonly<Record<string, (text: string, network: Network) => PaymentLink | undefined>> = {
  eip155: readEthereumLink,
  solana: readSolanaLink,
  bip122: readBitcoinLink,
}

const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const signet = 'bip122:00000008819873e925422c1ff0f99f7c'
const cases: readonly (readonly [string, string])[] = [
  ['eip155:1', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  ['eip155:31337', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'],
  [bitcoin, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  [signet, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
]

describe('Send reads the payment links of Receive', () => {
  it.each(cases)('on %s', (caipNetworkId, address) => {
    const network = networkOf(caipNetworkId)
    const uri = families.find((one) => one.namespace === network.namespace)?.toUri(address, caipNetworkId) ?? ''
    expect(uri).not.toBe('')
    expect(readers[network.namespace]?.(uri, network)).toEqual({ request: { caipNetworkId, receiver: address } })
  })

  it('each family with links in Receive has a parser in Send, which rejects links of other families', () => {
    const uris = cases.map(([id, address]) => {
      const { namespace } = networkOf(id)
      return [namespace, families.find((one) => one.namespace === namespace)?.toUri(address, id) ?? ''] as const
    })
    const writers = families.filter(({ toUri }) => toUri('x', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp') !== null)
    expect(Object.keys(readers).sort()).toEqual(writers.map(({ namespace }) => namespace).sort())
    for (const [namespace, read] of Object.entries(readers))
      for (const [of, uri] of uris)
        expect([uri, read(uri, networkOf('eip155:1')) !== undefined]).toEqual([uri, of === namespace])
  })
})
