import type { TokenBalance } from '@wallet-modal/kernel'

/** A token as it was read, before anybody has asked whether it is what it says. */
export interface Held extends Omit<TokenBalance, 'valueUsd' | 'doubts'> {
  readonly isReported?: boolean
}
