import type { Context, FeeSpeed, LimitRequest, SendLimit } from '@wallet-modal/kernel'
import { parseEvmAddress } from '../address.js'
import { createNode, type EvmNode } from '../node.js'
import { estimateCosts, readCoins, readTokenBalance } from '../transactions/costs.js'
import type { WalletAccess } from '../transactions/wallet-access.js'
import { sendableContractOf } from './token.js'
import { type Transfer, toCoinCall, toTokenCall } from './transfer.js'

/**
 * Maximum amount that can be sent, in base units, and its fee, in wei. Throws transport errors, and `NOT_SENT` if the transfer would revert or its
 * fee is implausibly high.
 */
export async function limitOf(
  node: EvmNode,
  { from, receiver, contract, ...feeOptions }: Transfer & { readonly speed: FeeSpeed; readonly isBatch: boolean },
): Promise<SendLimit> {
  const balance = contract === undefined ? await readCoins(node, from) : await readTokenBalance(node, from, contract)
  if (balance === 0n) return { max: 0n, fee: 0n, extras: [] }
  const call = contract === undefined ? toCoinCall(receiver, 'max') : toTokenCall(contract, receiver, balance)
  const { call: priced, fee, coins } = await estimateCosts(node, { from, call, ...feeOptions })
  const max = contract === undefined ? priced.value : fee > coins && !feeOptions.isBatch ? 0n : balance
  return { max: max > 0n ? max : 0n, fee, extras: [] }
}

/** See `SendHandler.limit`. */
export async function findLimit(
  { ctx, wallets }: { readonly ctx: Context; readonly wallets: WalletAccess },
  draft: LimitRequest,
  signal: AbortSignal,
): Promise<SendLimit> {
  const { connection, network, speed = 'standard' } = draft
  const contract = sendableContractOf(draft)
  const from = parseEvmAddress(connection.account.address)
  const receiver = draft.receiver === undefined ? from : parseEvmAddress(draft.receiver)
  const isBatch =
    !connection.account.isDelegated && (await wallets.supportsBatch(connection, network.reference)) === true
  return limitOf(createNode(ctx, network.caipNetworkId, signal), { from, receiver, contract, speed, isBatch })
}
