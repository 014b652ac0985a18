import type { Account, Network } from '@wallet-modal/kernel'
import { toCoinType } from 'viem/ens'

/** SLIP-44 coin type of Ethereum. */
export const ETHEREUM = 60n
/** Chain ids from this number on have no coin type (ENSIP-11). */
const EVM_BIT = 0x80000000

/**
 * Coin types whose primary name is used (ENSIP-19), in order of preference. The network's own coin type comes first. For an EOA, Ethereum's follows:
 * an EOA, even with a delegation (EIP-7702), has the same owner on all EVM networks.
 */
export function coinTypesOf(
  { reference }: Pick<Network, 'reference'>,
  { type, isDelegated }: Pick<Account, 'type' | 'isDelegated'>,
): readonly bigint[] {
  const chainId = Number(reference)
  const own = chainId < EVM_BIT ? [toCoinType(chainId)] : []
  const isEoa = type === 'eoa' || isDelegated
  return isEoa && chainId !== 1 ? [...own, ETHEREUM] : own
}
