import { associatedLength, type Mint } from '../token-layout.js'
import type { ChainAccount, SolanaNode } from './node.js'

interface NewAccount {
  readonly program: string
  readonly mint: Mint
  /** What is at its address already. */
  readonly existing: ChainAccount | undefined
}

/** Lamports that opening an associated token account takes from its payer. */
export async function openingRent(node: SolanaNode, { program, mint, existing }: NewAccount): Promise<bigint> {
  const rent = await node.rent(associatedLength(program, mint))
  const lamports = existing?.lamports ?? 0n
  return rent > lamports ? rent - lamports : 0n
}
