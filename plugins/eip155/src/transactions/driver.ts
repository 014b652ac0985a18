import {
  type BuiltTransaction,
  type Context,
  type SentTransaction,
  type TracedStatus,
  type TransactionDriver,
  type TransactionRequest,
  type Transactions,
  transactionSeen,
  WalletModalError,
} from '@wallet-modal/kernel'
import { createTransactions, feeSpeeds, invalidArgument } from '@wallet-modal/kernel/transactions'
import { parseEvmAddress } from '../address.js'
import type { EvmCall } from '../contract.js'
import { createNode } from '../node.js'
import { createBatchStatus } from './batch-status.js'
import { parseCall, type UnpricedCall } from './call.js'
import { type ChainPosition, readPosition } from './find-unreported-transaction.js'
import { readNftApprovals } from './nft-approvals.js'
import { followStatus, type KnownTransactions } from './replacement.js'
import type { RequestContent } from './request.js'
import { checkWallet } from './send-transaction.js'
import { type Simulation, simulate } from './simulate.js'
import type { Nonces } from './status.js'
import type { WalletAccess } from './wallet-access.js'
import { buildBatch, buildTransaction, type Draft } from './wallet-request.js'

/**
 * Adds `received` to ERC-20 transfers whose receiver does not get the sent amount, for example because of a transfer fee. `received` is the simulated
 * amount, or `unknown` if the simulation returned none.
 */
function withReceived(contents: RequestContent['contents'], { received }: Simulation): RequestContent['contents'] {
  return contents.map((one, at) => {
    if (one.type !== 'transfer' || !one.assetId.includes('/erc20:') || one.to === one.from) return one
    const receivedAmount = received[at]
    return receivedAmount === one.amount ? one : { ...one, received: receivedAmount ?? 'unknown' }
  })
}

/**
 * Status of a transaction. When a node first reports the nonce of a transaction that the site sent, emits `transactionSeen`. After a page load, the
 * stored nonce is needed to recognize a replacement.
 */
async function readSentStatus(
  ctx: Context,
  sent: SentTransaction,
  known: KnownTransactions,
  signal: AbortSignal,
): Promise<TracedStatus> {
  const progress = await followStatus(sent, createNode(ctx, sent.caipNetworkId, signal), known)
  const { hash } = sent
  const nonce = hash === undefined ? undefined : known.nonces.get(hash)
  if (sent.isSentBySite && sent.nonce === undefined && hash !== undefined && nonce !== undefined && !signal.aborted)
    ctx.emit(transactionSeen, { ...sent, hash, nonce })
  return progress
}

/** Throws `INVALID_ARGUMENT` if the calls cannot be sent in one transaction. `isBatch`: the wallet supports `wallet_sendCalls`. */
function checkBatch(calls: readonly UnpricedCall[], isBatch: boolean): void {
  if (!isBatch)
    throw invalidArgument('This wallet cannot send several calls in one transaction. Send a transaction for each call.')
  if (calls.some(({ value }) => value === 'max')) throw invalidArgument('Only a single call can have the value "max".')
}

/** Transactions of EVM chains: `eth_sendTransaction` with one call, or an EIP-5792 batch if the wallet supports atomic batches. */
export function createEvmTransactions(ctx: Context, wallets: WalletAccess): Transactions<EvmCall> {
  const nonces: Nonces = new Map()
  const known: KnownTransactions = { nonces, contents: new Map(), displaced: new Set() }

  const build = async (
    { connection, network, calls: requestedCalls, speed = 'standard', isEstimate = false }: TransactionRequest<EvmCall>,
    signal: AbortSignal,
  ): Promise<BuiltTransaction> => {
    const requestWallet = wallets.of(connection.provider)
    if (!requestWallet) throw new WalletModalError('NOT_CONNECTED', 'The wallet is no longer connected.')
    const calls = requestedCalls.map(parseCall)
    const [first, ...others] = calls
    const from = parseEvmAddress(connection.account.address)
    const { caipNetworkId, reference } = network
    const isDelegated = connection.account.isDelegated === true
    const node = createNode(ctx, caipNetworkId, signal)
    const draft: Draft = { node, from, reference, requestWallet, paysBatchFee: isDelegated }
    // an account with a delegation (EIP-7702) sends a single call like an EOA, with `eth_sendTransaction`
    const isPlain = others.length === 0 && isDelegated
    const isBatch = !isPlain && (await wallets.supportsBatch(connection, reference)) === true
    if (!first) throw invalidArgument('A transaction must have at least one call.')
    if (others.length > 0) checkBatch(calls, isBatch)
    const {
      content,
      toText,
      send,
      calls: priced,
    } = isBatch
      ? await buildBatch(draft, calls, speed)
      : await buildTransaction(draft, first, { speed, isEstimate, nonces })
    const [simulation, contents] = await Promise.all([
      simulate(draft.node, from, priced),
      readNftApprovals(draft.node, content.contents),
    ])
    const longLivedNode = createNode(ctx, caipNetworkId) // not aborted when the review is closed: the result of a sent transaction must be known
    let position: ChainPosition | undefined
    return {
      ...content,
      contents: withReceived(contents, simulation),
      balanceChanges: simulation.balanceChanges,
      extras: [],
      currentPayload: toText,
      async checkWallet() {
        position = await readPosition(longLivedNode, from)
        const [active] = connection.adapter.connections.peek()
        await checkWallet(requestWallet, { from, caipNetworkId, firstAccount: active?.accounts[0]?.address })
      },
      send: async () => send(longLivedNode, position ?? (await readPosition(longLivedNode, from))),
    }
  }
  const driver: TransactionDriver<EvmCall> = {
    namespace: 'eip155',
    speeds: feeSpeeds,
    build,
    status: (sent, signal) => readSentStatus(ctx, sent, known, signal),
    statusByTrace: createBatchStatus(ctx, wallets, nonces),
    supportsBatch: (connection, { reference }) => wallets.supportsBatch(connection, reference),
  }
  return createTransactions(ctx, driver)
}
