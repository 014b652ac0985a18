import type { Network, PaymentNote, TransactionExtra } from '@wallet-modal/kernel'
import type { SolanaInstruction } from '../contract.js'
import type { SolanaNode } from '../transactions/node.js'
import { inCoins, invalid } from '../transactions/sentences.js'

/** Plan of a transfer, without the amount. */
export interface Plan {
  readonly isCoin: boolean
  /** Sender's balance in lamports. */
  readonly lamports: bigint
  /** Sender's token balance in base units. */
  readonly available: bigint
  /** Rent for the receiver's new token account, in lamports; 0 if it exists. */
  readonly rent: bigint
  readonly extras: readonly TransactionExtra[]
  instructions(amount: bigint): readonly SolanaInstruction[]
  /** Throws if the network would reject the account's remaining balance after this amount and fee. */
  check(amount: bigint, fee: bigint): void
}

export interface Ends {
  readonly from: string
  readonly to: string
  readonly network: Network
  readonly note?: PaymentNote | undefined
}

/** Rent-exempt minimum of an account without data. A balance of 0 is also allowed. */
export const emptyRent = (node: SolanaNode): Promise<bigint> => node.rent(0)

export function checkRemainder(remainder: bigint, minimum: bigint, network: Network): void {
  if (remainder > 0n && remainder < minimum)
    throw invalid(
      `This would leave ${inCoins(remainder, network)}. The network asks for ${inCoins(minimum, network)} on an account that is kept: send less, or everything.`,
    )
}
