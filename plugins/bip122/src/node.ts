import { type Context, isWalletModalError, readWith, type StandardSchema } from '@wallet-modal/kernel'
import { fieldsOf } from '@wallet-modal/kernel/assets'
import { type BitcoinCoin, type BitcoinNode, type BitcoinOutput, bitcoinSources } from './contract.js'
import { readHistory } from './history/blocks.js'
import { scannedBalance, toSatoshis } from './satoshis.js'
import { scanFor } from './scan.js'
import { findCoins } from './transactions/coins.js'

const expectText = (value: unknown, field: string): string => {
  if (typeof value === 'string') return value
  throw new Error(`${field} is not a text`)
}
const countOf = (value: unknown, field: string): number => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new Error(`${field} is not a count`)
}
const hashOf = (value: unknown, field: string): string => {
  const text = expectText(value, field)
  if (/^[\da-f]{64}$/.test(text)) return text
  throw new Error(`${field} is not a hash`)
}

/** Unspent outputs in the chain, without the mempool. */
const scan = readWith((answer): readonly BitcoinCoin[] => {
  const { success, unspents } = fieldsOf(answer)
  if (success !== true || !Array.isArray(unspents)) throw new Error('did not finish')
  return unspents.map((one: unknown) => {
    const { txid, vout, amount, height } = fieldsOf(one)
    return {
      txid: hashOf(txid, '"txid"'),
      index: countOf(vout, '"vout"'),
      value: toSatoshis(amount),
      height: countOf(height, '"height"'),
    }
  })
})

const output = readWith((answer): BitcoinOutput | undefined => {
  if (answer === null) return undefined
  const { confirmations, coinbase, value } = fieldsOf(answer)
  return {
    confirmations: countOf(confirmations, '"confirmations"'),
    isCoinbase: coinbase === true,
    value: toSatoshis(value),
  }
})

/** Satoshis per 1,000 virtual bytes; `undefined` if the node has too little data. */
const estimate = readWith((answer): bigint | undefined => {
  const { feerate } = fieldsOf(answer)
  return feerate === undefined ? undefined : toSatoshis(feerate)
})
const minFeeRate = readWith((answer): bigint => {
  const { mempoolminfee, minrelaytxfee } = fieldsOf(answer)
  const [mempoolMinimum, relayMinimum] = [toSatoshis(mempoolminfee), toSatoshis(minrelaytxfee)]
  if (mempoolMinimum > relayMinimum) return mempoolMinimum
  return relayMinimum
})
const text = readWith((answer): string => expectText(answer, 'the answer'))
const hash = readWith((answer): string => hashOf(answer, 'the answer'))
const count = readWith((answer): number => countOf(answer, 'the answer'))
const anything = readWith((answer): unknown => answer)
const block = readWith((answer): readonly unknown[] => {
  const { tx } = fieldsOf(answer)
  if (Array.isArray(tx)) return tx
  throw new Error('is not a block')
})

/** Error code of Bitcoin Core for a transaction that is not in the mempool. */
const NOT_FOUND = -5

/** The first source that supports the network, else the Bitcoin Core node at the network's RPC URL. */
export async function createNode(ctx: Context, caipNetworkId: string, signal: AbortSignal): Promise<BitcoinNode> {
  const source = ctx
    .all(bitcoinSources)
    .peek()
    .find((one) => one.supports(caipNetworkId))
  return source?.node(caipNetworkId, signal) ?? createCoreNode(ctx, caipNetworkId, signal)
}

/** Client of a Bitcoin Core node. */
function createCoreNode(ctx: Context, caipNetworkId: string, signal: AbortSignal): BitcoinNode {
  const rpc = ctx.api.rpc(caipNetworkId)
  const read = <T>(method: string, params: readonly unknown[], schema: StandardSchema<T>): Promise<T> =>
    rpc.read(method, params, { schema, signal })
  const blockAt = (height: number): Promise<string> => read('getblockhash', [height], hash)
  const scanOutputs = <T>(address: string, schema: StandardSchema<T>): Promise<T> =>
    scanFor(ctx, caipNetworkId, { method: 'scantxoutset', address, schema, signal })
  const readOutput: BitcoinNode['output'] = ({ txid, index }, mempool) =>
    read('gettxout', [txid, index, mempool], output)
  return {
    balance: (address) => scanOutputs(address, scannedBalance),
    coins: async (address) => findCoins(await scanOutputs(address, scan), { output: readOutput }),
    output: readOutput,
    history: (address, cursor) => readHistory(ctx, { caipNetworkId, address, cursor, signal }),
    estimate: (blocks) => read('estimatesmartfee', [blocks], estimate),
    minFeeRate: () => read('getmempoolinfo', [], minFeeRate),
    transaction: async (txid, height) => read('getrawtransaction', [txid, false, await blockAt(height)], text),
    async isInMempool(txid) {
      try {
        await read('getmempoolentry', [txid], anything)
        return true
      } catch (error) {
        if (isWalletModalError(error) && error.status === NOT_FOUND) return false
        throw error
      }
    },
    height: () => read('getblockcount', [], count),
    blockHas: async (height, txid) => (await read('getblock', [await blockAt(height), 1], block)).includes(txid),
    // without the abort signal: closing the view must not cancel the broadcast of a signed transaction
    send: (transaction) => rpc.write('sendrawtransaction', [transaction], { schema: hash }),
  }
}
