import type { PreparedTransaction, SendDraft } from '@wallet-modal/kernel'
import { invalidArgument, prepareTransfer } from '@wallet-modal/kernel/transactions'
import type { BitcoinCall } from '../contract.js'
import { inspectReceiver } from './receiver.js'

/** See `SendHandler.prepare`. */
export async function prepareSend(draft: SendDraft, signal: AbortSignal): Promise<PreparedTransaction> {
  const { network, receiver, amount } = draft
  const { address, issues } = inspectReceiver(receiver, draft)
  const refused = issues.find(({ severity }) => severity === 'refuse')
  if (refused || address !== receiver) {
    const reason = refused?.text?.replace(/\.$/, '') ?? 'it is not an address of this network'
    throw invalidArgument(`${receiver} cannot be paid on ${network.name}: ${reason}.`)
  }
  return prepareTransfer<BitcoinCall>(draft, [{ address: receiver, amount }], signal)
}
