import type { BitcoinCoin, BitcoinCoins, BitcoinNode, BitcoinOutput } from '@wallet-modal/bip122/contract'
import { type Context, isWalletModalError, type ServiceApi, type StandardSchema } from '@wallet-modal/kernel'
import { broadcast } from './broadcast.js'
import {
  balance,
  coins,
  type EsploraTransaction,
  estimates,
  height,
  spending,
  transaction,
  transactions,
} from './replies.js'
import { serialized } from './serialized.js'

/** Confirmations that a coinbase output needs before it can be spent. */
const MATURITY = 100
/** Maximum number of listed UTXOs. The UTXOs with the largest values are listed. */
const MAX_COINS = 400
/**
 * Minimum relay fee in satoshis per 1,000 virtual bytes: the default of Bitcoin Core before version 29.1. A node with a full mempool may require
 * more, which Esplora does not report.
 */
const MIN_RATE = 1000n
/** Cache time of the block height and of the fee estimates: a view requests them several times. */
const FRESH_MS = 5000

interface Reader {
  read<T>(path: string, schema: StandardSchema<T>, staleMs?: number): Promise<T>
  /** Resolves with `undefined` for HTTP 404. */
  find<T>(path: string, schema: StandardSchema<T>): Promise<T | undefined>
}

function createReader(service: ServiceApi, signal: AbortSignal): Reader {
  const read: Reader['read'] = (path, schema, staleMs = 0) =>
    service.get(path, { schema, staleMs, signal, isAnonymous: true })
  return {
    read,
    find: (path, schema) =>
      read(path, schema).catch((error: unknown) => {
        if (isWalletModalError(error) && error.status === 404) return undefined
        throw error
      }),
  }
}

/**
 * Reads the confirmed UTXOs of an address, except immature coinbase outputs. `unlistedAmount`: total value in satoshis of all UTXOs beyond
 * {@link MAX_COINS}.
 */
async function findCoins({ read }: Reader, address: string): Promise<BitcoinCoins> {
  const [unspent, tip] = await Promise.all([
    read(`/address/${address}/utxo`, coins),
    read('/blocks/tip/height', height, FRESH_MS),
  ])
  const sorted = unspent.toSorted((one, other) => Number(other.value - one.value))
  const isMature = async ({ txid, height: blockHeight }: BitcoinCoin): Promise<boolean> =>
    tip - blockHeight + 1 >= MATURITY || (await read(`/tx/${txid}`, transaction)).inputs !== undefined
  const matureCoins = await Promise.all(
    sorted.slice(0, MAX_COINS).map(async (coin) => ((await isMature(coin)) ? [coin] : [])),
  )
  const unlistedAmount = sorted.slice(MAX_COINS).reduce((sum, { value }) => sum + value, 0n)
  return { coins: matureCoins.flat(), unlistedAmount }
}

/** See `BitcoinNode.output`. */
async function findOutput(
  { read, find }: Reader,
  { txid, index }: Pick<BitcoinCoin, 'txid' | 'index'>,
  mempool: boolean,
): Promise<BitcoinOutput | undefined> {
  const found: EsploraTransaction | undefined = await find(`/tx/${txid}`, transaction)
  const output = found?.outputs[index]
  if (!found || !output || (found.height === undefined && !mempool)) return undefined
  const [{ isSpent, isInBlock }, tip] = await Promise.all([
    read(`/tx/${txid}/outspend/${index}`, spending),
    read('/blocks/tip/height', height, FRESH_MS),
  ])
  if (isSpent && (mempool || isInBlock)) return undefined
  return {
    confirmations: found.height === undefined ? 0 : Math.max(1, tip - found.height + 1),
    isCoinbase: found.inputs === undefined,
    value: output.amount,
  }
}

/** Bitcoin network, accessed through an Esplora API (github.com/Blockstream/esplora, API.md). */
export function createEsploraNode(ctx: Context, serviceName: string, signal: AbortSignal): BitcoinNode {
  const service = ctx.api.service(serviceName)
  const reader = createReader(service, signal)
  const { read, find } = reader
  return {
    balance: (address) => read(`/address/${address}`, balance),
    coins: (address) => findCoins(reader, address),
    output: (coin, mempool) => findOutput(reader, coin, mempool),
    estimate: async (blocks) => (await read('/fee-estimates', estimates, FRESH_MS)).get(blocks),
    minFeeRate: async () => MIN_RATE,
    transaction: (txid) => read(`/tx/${txid}`, serialized),
    async isInMempool(txid) {
      const reply = await find(`/tx/${txid}`, transaction)
      return reply !== undefined && reply.height === undefined
    },
    height: () => read('/blocks/tip/height', height),
    blockHas: async (block, txid) => (await find(`/tx/${txid}`, transaction))?.height === block,
    async history(address, cursor) {
      const path = cursor === undefined ? `/address/${address}/txs` : `/address/${address}/txs/chain/${cursor}`
      const page = await read(path, transactions)
      const lastConfirmed = page.findLast((one) => one.height !== undefined)
      return { transactions: page, ...(lastConfirmed && { next: lastConfirmed.hash }) }
    },
    send: (transaction) => broadcast(service, transaction),
  }
}
