import { associatedLength, type Mint } from '../../assets/token-layout.js'
import type { ChainAccount, SolanaNode } from '../../node.js'

interface NewAccount {
  readonly program: string
  readonly mint: Mint
  /** Account at the address of the new token account, `undefined` if there is none. Its lamports reduce the deposit. */
  readonly existing: ChainAccount | undefined
}

/** Lamports that the payer deposits to create an associated token account. */
export async function openingRent(node: SolanaNode, { program, mint, existing }: NewAccount): Promise<bigint> {
  const rent = await node.rent(associatedLength(program, mint))
  const lamports = existing?.lamports ?? 0n
  return rent > lamports ? rent - lamports : 0n
}
