import {
  type Context,
  type LimitRequest,
  type PreparedTransaction,
  type ReceiverReport,
  type SendDraft,
  type SendLimit,
  WalletModalError,
} from '@wallet-modal/kernel'
import { prepareTransfer } from '@wallet-modal/kernel/transactions'
import type { Address } from 'viem'
import { parseEvmAddress } from '../address.js'
import { createChain } from '../chain.js'
import type { WalletAccess } from '../transactions/wallet-access.js'
import { limitOf, toTransferCall } from './limit.js'
import { inspectReceiver } from './receiver.js'
import { contractOf } from './token.js'

/** The token's contract; `undefined` for the native coin. Throws `INVALID_ARGUMENT` for other assets. */
function sendableContractOf({ token, network }: Pick<SendDraft, 'token' | 'network'>): Address | undefined {
  const sendable = contractOf(token)
  if (sendable && token.caipNetworkId === network.caipNetworkId) return sendable.contract
  throw new WalletModalError('INVALID_ARGUMENT', 'This token cannot be sent on this network.')
}

/** See {@link SendHandler.prepare}. */
export async function prepareSend(ctx: Context, draft: SendDraft, signal: AbortSignal): Promise<PreparedTransaction> {
  const { connection, network, token, amount } = draft
  const contract = sendableContractOf(draft)
  const from = parseEvmAddress(connection.account.address)
  const receiver = parseEvmAddress(draft.receiver)
  const chain = createChain(ctx, network.caipNetworkId, signal)
  const call = await toTransferCall(chain, { from, receiver, contract, amount, decimals: token.decimals })
  return prepareTransfer(draft, [call], signal)
}

/** See {@link SendHandler.limit}. */
export async function findLimit(
  { ctx, wallets }: { readonly ctx: Context; readonly wallets: WalletAccess },
  draft: LimitRequest,
  signal: AbortSignal,
): Promise<SendLimit> {
  const { connection, network, speed = 'standard' } = draft
  const contract = sendableContractOf(draft)
  const from = parseEvmAddress(connection.account.address)
  const receiver = draft.receiver === undefined ? from : parseEvmAddress(draft.receiver)
  const isSmart = !connection.account.isDelegated && (await wallets.supportsBatch(connection, network.reference))
  return limitOf(createChain(ctx, network.caipNetworkId, signal), { from, receiver, contract, speed, isSmart })
}

/** See {@link SendHandler.inspectReceiver}. */
export const inspect = (
  ctx: Context,
  text: string,
  draft: Pick<SendDraft, 'connection' | 'network' | 'token'>,
  signal: AbortSignal,
): Promise<ReceiverReport> => inspectReceiver(text, draft, createChain(ctx, draft.network.caipNetworkId, signal))
