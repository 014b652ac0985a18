import type { Network } from '@wallet-modal/kernel'
import { amountWithSymbol } from '@wallet-modal/kernel/assets'
import { invalidArgument } from '@wallet-modal/kernel/transactions'
import type { SolanaNode } from '../node.js'
import { SYSTEM_PROGRAM } from '../programs.js'
import { notEnough } from '../transactions/errors.js'
import { transferCoins } from '../transactions/instructions.js'
import { checkRemainder, emptyAccountRent, type Plan, type TransferParties } from './plan.js'

/**
 * Throws if `remainder`, the balance after the fee but before the transfer, is more than 0 and less than the minimum. The network rejects such a
 * transaction, even if the transfer would empty the account.
 */
function checkPayer(remainder: bigint, minimum: bigint, network: Network): void {
  if (remainder > 0n && remainder < minimum)
    throw invalidArgument(
      `The network fee alone would leave ${amountWithSymbol(remainder, network.nativeCurrency)}, less than the network's minimum of ${amountWithSymbol(minimum, network.nativeCurrency)} (rent). Nothing can be sent until the account has more.`,
    )
}

export async function planCoins(node: SolanaNode, { from, to, network }: TransferParties): Promise<Plan> {
  const [[sender, receiver], minimumRent] = await Promise.all([node.accounts([from, to]), emptyAccountRent(node)])
  if (sender && (sender.owner !== SYSTEM_PROGRAM || sender.data.length > 0))
    throw invalidArgument(`${from} belongs to a program and cannot sign transfers. Send with that program.`)
  const lamports = sender?.lamports ?? 0n
  const receiverMinimum = receiver && receiver.data.length > 0 ? await node.rent(receiver.data.length) : minimumRent
  return {
    isCoin: true,
    lamports,
    available: lamports,
    rent: 0n,
    extras: [],
    instructions: (amount) => [transferCoins({ from, to, lamports: amount })],
    check(amount, fee) {
      if (amount + fee > lamports) throw notEnough(amount + fee, lamports, network)
      checkPayer(lamports - fee, minimumRent, network)
      checkRemainder(from === to ? lamports - fee : lamports - fee - amount, minimumRent, network)
      const receiverBalance = (receiver?.lamports ?? 0n) + amount
      if (from !== to && receiverBalance < receiverMinimum)
        throw invalidArgument(
          `The receiver's account is new and has to hold at least ${amountWithSymbol(receiverMinimum, network.nativeCurrency)}. Send that much or more.`,
        )
    },
  }
}
