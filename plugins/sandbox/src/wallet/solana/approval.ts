import type { Network } from '@wallet-modal/kernel'
import { bytesToHex } from 'viem'
import type { ApprovalRequest } from '../../contract.js'
import type { WalletContext } from '../family.js'
import { resolveAccounts } from './lookup.js'
import type { Transaction } from './message.js'
import { describeInstruction } from './steps.js'

/** Description of a transaction for the approval sheet: fee payer, each instruction, and the bytes to sign. */
export async function describeTransaction(
  ctx: WalletContext,
  { message, messageBytes }: Transaction,
  { caipNetworkId, nativeCurrency }: Network,
): Promise<Pick<ApprovalRequest, 'facts' | 'steps' | 'payload'>> {
  const accounts = await resolveAccounts(ctx, message, caipNetworkId)
  const addressAt = (index: number): string => accounts[index] ?? '—'
  return {
    facts: [{ label: 'feePayer', value: addressAt(0), format: 'address' }],
    steps: message.instructions.map(({ programIndex, accountIndexes, data }) =>
      describeInstruction(
        { program: addressAt(programIndex), accounts: accountIndexes.map(addressAt), data },
        nativeCurrency.symbol,
      ),
    ),
    payload: bytesToHex(messageBytes),
  }
}
