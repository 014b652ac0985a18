import type { Network } from '@wallet-modal/kernel'

const ETHEREUM = 60
const EVM_BIT = 0x80000000

/**
 * SLIP-44 coin type of an EVM network (ENSIP-11): 60 for Ethereum, `0x80000000 | chainId` elsewhere. `undefined` for other networks and for chain ids
 * that are too large.
 */
export function coinTypeOf({ namespace, reference }: Network): number | undefined {
  const chainId = Number(reference)
  if (namespace !== 'eip155' || !Number.isInteger(chainId) || chainId < 1 || chainId >= EVM_BIT) return undefined
  return chainId === 1 ? ETHEREUM : EVM_BIT + chainId
}
