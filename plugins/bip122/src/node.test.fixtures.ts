import type { Network, SendDraft } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { createFakeConnection } from '@wallet-modal/kernel/testing'
import networks from '../networks.json' with { type: 'json' }
import type { BitcoinNode } from './contract.js'

export const [network] = networks as readonly Network[] as readonly [Network]

export const coin = {
  ...{ assetId: coinAssetId(network), caipNetworkId: network.caipNetworkId },
  ...{ name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
}

const noReply = (): Promise<never> => Promise.reject(new Error('This test defines no such reply of the node.'))

/** Node with these methods. All other methods reject. */
export const nodeOf = (methods: Partial<BitcoinNode>): BitcoinNode => ({
  ...{ balance: noReply, coins: noReply, output: noReply, estimate: noReply, minFeeRate: noReply },
  ...{ transaction: noReply, isInMempool: noReply, height: noReply, blockHas: noReply, history: noReply },
  send: noReply,
  ...methods,
})

/** Payment of 1,000 satoshis from a payment account. `changes` replaces fields. */
export const draftOf = (address: string, changes: Partial<SendDraft> = {}): SendDraft => ({
  ...{ network, token: coin, receiver: address, amount: 1_000n },
  connection: createFakeConnection({ network, account: { address, type: 'payment' } }),
  ...changes,
})
