import type { Context, PreparedTransaction, SendDraft } from '@wallet-modal/kernel'
import { prepareTransfer } from '@wallet-modal/kernel/transactions'
import { parseEvmAddress } from '../address.js'
import { createNode } from '../node.js'
import { sendableContractOf } from './token.js'
import { toTransferCall } from './transfer.js'

/** See `SendHandler.prepare`. */
export async function prepareSend(ctx: Context, draft: SendDraft, signal: AbortSignal): Promise<PreparedTransaction> {
  const { connection, network, token, amount } = draft
  const contract = sendableContractOf(draft)
  const from = parseEvmAddress(connection.account.address)
  const receiver = parseEvmAddress(draft.receiver)
  const node = createNode(ctx, network.caipNetworkId, signal)
  const call = await toTransferCall(node, { from, receiver, contract, amount, decimals: token.decimals })
  return prepareTransfer(draft, [call], signal)
}
