import type { BitcoinCoin, BitcoinInputOutput, BitcoinTransaction } from '@wallet-modal/bip122/contract'
import { readWith } from '@wallet-modal/kernel'
import { type Fields, fieldsOf } from '@wallet-modal/kernel/assets'

export const expectList = (value: unknown, field: string): readonly Fields[] => {
  if (Array.isArray(value)) return value.map(fieldsOf)
  throw new Error(`${field} is not a list`)
}
export const countOf = (value: unknown, field: string): number => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new Error(`${field} is not a count`)
}
export const hashOf = (value: unknown): string => {
  if (typeof value === 'string' && /^[\da-f]{64}$/.test(value)) return value
  throw new Error('"txid" is not a hash')
}

/** 21 million bitcoins. */
const MAX_SATOSHIS = 2_100_000_000_000_000n

/** Parses an amount in satoshis. Throws if it is invalid or more than 21 million bitcoins. */
export function satoshisOf(value: unknown, field: string): bigint {
  const amount = BigInt(countOf(value, field))
  if (amount <= MAX_SATOSHIS) return amount
  throw new Error(`${field} is more than 21 million bitcoins`)
}

export const height = readWith((reply): number => countOf(reply, 'the height'))

/** Parses the reply of `/address/:address`: the confirmed balance in satoshis. */
export const balance = readWith((reply): bigint => {
  const { funded_txo_sum: funded, spent_txo_sum: spent } = fieldsOf(fieldsOf(reply).chain_stats)
  const amount = BigInt(countOf(funded, '"funded_txo_sum"')) - BigInt(countOf(spent, '"spent_txo_sum"'))
  if (amount < 0n || amount > MAX_SATOSHIS) throw new Error('the balance is not an amount')
  return amount
})

/** Parses the reply of `/address/:address/utxo`: the confirmed unspent outputs. Esplora omits outputs that a mempool transaction spends. */
export const coins = readWith((reply): readonly BitcoinCoin[] =>
  expectList(reply, 'the list of coins').flatMap(({ txid, vout, value, status }) => {
    const { confirmed, block_height } = fieldsOf(status)
    if (confirmed !== true) return []
    return {
      ...{ txid: hashOf(txid), index: countOf(vout, '"vout"'), value: satoshisOf(value, '"value"') },
      height: countOf(block_height, '"block_height"'),
    }
  }),
)

/** Fee rates by confirmation target (in blocks), converted from satoshis per virtual byte to satoshis per 1,000 virtual bytes. */
export const estimates = readWith((reply): ReadonlyMap<number, bigint> => {
  const rates = Object.entries(fieldsOf(reply)).map(([blocks, rate]): readonly [number, bigint] => {
    if (typeof rate !== 'number' || !Number.isFinite(rate) || rate < 0 || rate > 1e9)
      throw new Error(`the rate for ${blocks} blocks is not a fee rate`)
    return [Number(blocks), BigInt(Math.ceil(rate * 1000))]
  })
  return new Map(rates)
})

export interface EsploraTransaction extends BitcoinTransaction {
  /** Block height; absent in the mempool. */
  readonly height?: number
}

const toInputOutput = ({ scriptpubkey_address: address, value }: Fields): BitcoinInputOutput => ({
  address: typeof address === 'string' ? address : undefined,
  amount: satoshisOf(value, '"value"'),
})

function toTransaction({ txid, vin, vout, status }: Fields): EsploraTransaction {
  const { confirmed, block_height, block_time } = fieldsOf(status)
  const inputs = expectList(vin, '"vin"')
  const isCoinbase = inputs.some((input) => input.is_coinbase === true)
  return {
    hash: hashOf(txid),
    inputs: isCoinbase ? undefined : inputs.map(({ prevout }) => toInputOutput(fieldsOf(prevout))),
    outputs: expectList(vout, '"vout"').map(toInputOutput),
    ...(confirmed === true && {
      height: countOf(block_height, '"block_height"'),
      at: countOf(block_time, '"block_time"') * 1000,
    }),
  }
}

/** Parses the reply of `/tx/:txid`. */
export const transaction = readWith((reply): EsploraTransaction => toTransaction(fieldsOf(reply)))
/** Parses a page of an address's transactions. */
export const transactions = readWith((reply): readonly EsploraTransaction[] =>
  expectList(reply, 'the list of transactions').map(toTransaction),
)

/** Parses the reply of `/tx/:txid/outspend/:index`: whether a transaction spends the output, and whether that transaction is in a block. */
export const spending = readWith((reply): { readonly isSpent: boolean; readonly isInBlock: boolean } => {
  const { spent, status } = fieldsOf(reply)
  if (typeof spent !== 'boolean') throw new Error('"spent" is neither true nor false')
  return { isSpent: spent, isInBlock: fieldsOf(status).confirmed === true }
})
