import type { Network, PaymentNote, TransactionExtra } from '@wallet-modal/kernel'
import { amountWithSymbol } from '@wallet-modal/kernel/assets'
import { invalidArgument } from '@wallet-modal/kernel/transactions'
import type { SolanaInstruction } from '../contract.js'
import type { SolanaNode } from '../node.js'

/** Plan of a transfer, without the amount. */
export interface Plan {
  readonly isCoin: boolean
  /** Sender's balance in lamports. */
  readonly lamports: bigint
  /** Sender's balance of the asset, in base units. */
  readonly available: bigint
  /** Rent for the receiver's new token account, in lamports; 0 if it exists. */
  readonly rent: bigint
  readonly extras: readonly TransactionExtra[]
  instructions(amount: bigint): readonly SolanaInstruction[]
  /** Throws if the account cannot pay this amount and fee, or the network would reject a resulting balance. */
  check(amount: bigint, fee: bigint): void
}

export interface TransferParties {
  readonly from: string
  readonly to: string
  readonly network: Network
  readonly note?: PaymentNote | undefined
}

/** Rent-exempt minimum of an account without data. A balance of 0 is also allowed. */
export const emptyAccountRent = (node: SolanaNode): Promise<bigint> => node.rent(0)

/** Throws if the transfer would leave the sender a balance of more than 0 and less than the minimum. */
export function checkRemainder(remainder: bigint, minimum: bigint, network: Network): void {
  if (remainder > 0n && remainder < minimum)
    throw invalidArgument(
      `This transfer would leave ${amountWithSymbol(remainder, network.nativeCurrency)}, less than the network's minimum of ${amountWithSymbol(minimum, network.nativeCurrency)} (rent). Send less, or everything.`,
    )
}
