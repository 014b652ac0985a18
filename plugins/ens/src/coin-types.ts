import type { Account, Network } from '@wallet-modal/kernel'
import { toCoinType } from 'viem/ens'

/** SLIP-44 coin type of Ethereum. */
export const ETHEREUM = 60n
/** Chain ids from this number on have no coin type (ENSIP-11). */
const EVM_BIT = 0x80000000

/**
 * Coin types whose primary name is used (ENSIP-19), in order of preference: the network's own coin type, and for an EOA also Ethereum's, because an
 * EOA has the same owner on all EVM networks, even if it has delegated to smart account code (EIP-7702).
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
