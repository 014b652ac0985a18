import * as v from 'valibot'
import { type EvmAddress, isEvmAddress } from './evm-address.js'

const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]+$/i),
  v.transform((text) => BigInt(text)),
)
const count = v.pipe(
  quantity,
  v.transform((value) => Number(value)),
)
const address = v.pipe(
  v.string(),
  v.transform((text) => text.toLowerCase()),
  v.custom<EvmAddress>((text) => typeof text === 'string' && isEvmAddress(text)),
)

/** Transaction in a block or in the mempool, as the node returns it. */
export const transactionSchema = v.object({
  hash: v.string(),
  from: address,
  to: v.nullish(address, null),
  value: quantity,
  nonce: count,
  input: v.pipe(v.string(), v.toLowerCase()),
})
export type NodeTransaction = v.InferOutput<typeof transactionSchema>

export const blockSchema = v.object({
  number: count,
  hash: v.string(),
  parentHash: v.string(),
  timestamp: count,
  transactions: v.array(transactionSchema),
})

/** The part of a block that identifies it. */
export const headerSchema = v.object({ hash: v.string() })

export const logSchema = v.object({ address, topics: v.array(v.string()), data: v.string() })
export type NodeLog = v.InferOutput<typeof logSchema>

/** Result of `eth_getBlockReceipts`. */
export const receiptsSchema = v.array(
  v.object({
    transactionHash: v.string(),
    status: quantity,
    gasUsed: quantity,
    contractAddress: v.nullish(address, null),
    logs: v.array(logSchema),
  }),
)
export type NodeReceipt = v.InferOutput<typeof receiptsSchema>[number]

/** Call traces of the transactions in a block, as `trace_block` returns them. */
export const tracesSchema = v.array(
  v.object({
    transactionHash: v.nullish(v.string(), ''),
    traceAddress: v.array(v.number()),
    error: v.nullish(v.string()),
    type: v.string(),
    action: v.object({
      from: v.optional(address),
      to: v.optional(address),
      value: v.optional(quantity),
      callType: v.optional(v.string()),
    }),
  }),
)
export type NodeTraces = v.InferOutput<typeof tracesSchema>

/** Result of `eth_blockNumber`. */
export const headSchema = count
const senderSchema = v.record(v.string(), transactionSchema)
/** Result of `txpool_content`: transactions by sender and nonce. */
export const mempoolSchema = v.object({
  pending: v.record(v.string(), senderSchema),
  queued: v.record(v.string(), senderSchema),
})
