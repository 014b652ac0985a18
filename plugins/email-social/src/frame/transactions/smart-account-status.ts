import * as v from 'valibot'
import { concat, hexToBigInt, numberToHex, size, slice } from 'viem'
import type { LoginWithKey } from '../account/account.js'
import { FrameError, gateway } from '../gateway.js'
import { type BatchOwner, deleteBatch, findBatch, type StoredBatch, storeBatch } from './batch-ids.js'

type Hex = `0x${string}`

const hex = v.pipe(v.string(), v.regex(/^0x[\da-fA-F]*$/))
const receipt = v.object({
  from: hex,
  to: v.nullish(hex),
  status: hex,
  transactionHash: hex,
  blockHash: hex,
  blockNumber: hex,
  gasUsed: hex,
  logs: v.array(v.object({ address: hex, data: hex, topics: v.array(hex) })),
})
const transaction = v.object({ from: hex, input: hex })

/** Batch id for a site that has chosen none: chain id (32 bytes), then transaction hash. Needs no stored data, so it is known in every browser. */
const walletBatchId = (chainId: number, hash: Hex): Hex => concat([numberToHex(chainId, { size: 32 }), hash])

/** Time for which a sent batch counts as pending if the node does not know it yet. */
const PROPAGATION_MS = 120_000

/** Batch to send. `id`: chosen by the site, if it has chosen one. */
interface NewBatch {
  readonly id: string | undefined
  readonly chainId: number
}

/**
 * Sends a batch. `send` calls `onSigned` with the transaction's hash before the broadcast: the batch is stored at that time, because the page may be
 * closed during the broadcast. Resolves with the site's id, or with the wallet's id if the site chose none.
 */
export async function sendRegistered(
  owner: BatchOwner,
  { id, chainId }: NewBatch,
  send: (onSigned: (hash: Hex) => Promise<void>) => Promise<string>,
): Promise<string> {
  let signed: StoredBatch | undefined
  const onSigned = async (hash: Hex): Promise<void> => {
    signed = { id: id ?? walletBatchId(chainId, hash), chainId, hash, sentAt: Date.now() }
    await storeBatch(owner, signed).catch(() => undefined) // without the stored record, a reload loses the id
  }
  try {
    const hash = await send(onSigned)
    return id ?? walletBatchId(chainId, `0x${hash.slice(2)}`)
  } catch (error) {
    if (signed) await deleteBatch(owner, signed.hash).catch(() => undefined) // if storage is denied, the batch was not stored
    throw error
  }
}

const unknownId = (): FrameError => new FrameError(5730, 'This wallet does not know a batch with this id.')

function readWalletId(id: string): Pick<StoredBatch, 'chainId' | 'hash'> {
  if (!/^0x[\da-f]{128}$/i.test(id)) throw unknownId()
  const bytes: Hex = `0x${id.slice(2).toLowerCase()}`
  return { chainId: Number(hexToBigInt(slice(bytes, 0, 32))), hash: slice(bytes, 32, size(bytes)) }
}

/**
 * Handles `wallet_getCallsStatus` (EIP-5792) from chain data: 100 pending, 200 confirmed, 500 completely reverted. Rejects with 5730 for unknown ids.
 */
export async function callsStatus(owner: BatchOwner, params: unknown): Promise<unknown> {
  const { login } = owner
  const parsed = v.safeParse(v.strictTuple([v.string()]), params)
  if (!parsed.success) throw new FrameError(-32_602, 'The parameter is not a batch id.')
  const [id] = parsed.output
  const stored = await findBatch(owner, id)
  const { chainId, hash } = stored ?? readWalletId(id)
  if (!login.account.chains.some((chain) => chain.chainId === chainId)) throw unknownId()
  const read = (method: string): Promise<unknown> => gateway.rpc(login.session, chainId, method, [hash])
  const isAccount = (from: string): boolean => from.toLowerCase() === login.address.toLowerCase()
  const answer = { version: '2.0.0', id, chainId: numberToHex(chainId), atomic: true }
  const mined = await read('eth_getTransactionReceipt')
  if (mined === null || mined === undefined) {
    const sent = v.safeParse(transaction, await read('eth_getTransactionByHash'))
    const isRecent = stored !== undefined && Date.now() - stored.sentAt < PROPAGATION_MS
    if (!isRecent && !(sent.success && isAccount(sent.output.from))) throw unknownId()
    return { ...answer, status: 100 }
  }
  const { from, to, ...receiptFields } = v.parse(receipt, mined)
  if (!isAccount(from)) throw unknownId()
  const isBatch = to && isAccount(to) && v.parse(transaction, await read('eth_getTransactionByHash')).input !== '0x'
  // a batch to an account without the delegation executes no call, but its transaction succeeds
  const hasRun = !isBatch || (await hadCode({ login, chainId, account: from, block: receiptFields.blockNumber }))
  const isDone = BigInt(receiptFields.status) === 1n && hasRun
  return { ...answer, status: isDone ? 200 : 500, receipts: [receiptFields] }
}

interface PastAccount {
  readonly login: LoginWithKey
  readonly chainId: number
  readonly account: string
  readonly block: string
}

/**
 * Whether an account had a delegation in a block. If the node cannot read the state of that block, reads the latest state: a delegation there means
 * true. Otherwise rejects with the node's error, because the delegation may have been removed after the block.
 */
async function hadCode({ login, chainId, account, block }: PastAccount): Promise<boolean> {
  const hasCode = async (at: string): Promise<boolean> =>
    (await gateway.rpc(login.session, chainId, 'eth_getCode', [account, at])) !== '0x'
  try {
    return await hasCode(block)
  } catch (error) {
    if (await hasCode('latest')) return true
    throw error
  }
}
