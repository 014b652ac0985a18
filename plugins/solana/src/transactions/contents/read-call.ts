import type { SolanaInstruction } from '../../contract.js'
import { type ChainState, tokenAccountOf } from '../chain-state.js'
import { type CoinTransfer, readCoinTransfer, readMemo } from '../instructions.js'
import { associatedAccount } from '../sdk.js'
import {
  readTokenAccountCreation,
  readTokenApproval,
  readTokenTransfer,
  type TokenAccountCreation,
  type TokenApproval,
  type TokenTransferCall,
} from '../token-instructions.js'

type WithMint<T> = T & { readonly mint: string }

/** Decoded instruction. */
export type Call = { readonly instruction: SolanaInstruction } & (
  | { readonly type: 'coins'; readonly transfer: CoinTransfer }
  | { readonly type: 'tokens'; readonly transfer: WithMint<TokenTransferCall> }
  | { readonly type: 'approval'; readonly approval: WithMint<TokenApproval> }
  | { readonly type: 'creation'; readonly creation: TokenAccountCreation }
  | { readonly type: 'memo'; readonly memo: string }
  | { readonly type: 'undecoded' }
)

interface OwnTokens {
  readonly program: string
  readonly from: string
  readonly mint?: string
  readonly owner: string
}

/**
 * Adds the mint to a call on a token account of the payer. If the instruction contains no mint, uses the mint that the node reports, but only for an
 * associated token account, whose address proves the mint. `undefined` without a proven mint, and for token accounts of other owners.
 */
async function withMint<T extends OwnTokens>(
  call: T,
  payer: string,
  { accounts }: ChainState,
): Promise<WithMint<T> | undefined> {
  const { program, from, owner } = call
  const source = tokenAccountOf(accounts.get(from))
  if (owner !== payer || (source && source.owner !== payer)) return undefined
  if (call.mint !== undefined) return { ...call, mint: call.mint }
  const isProven = source && from === (await associatedAccount(payer, source.mint, program))
  return isProven ? { ...call, mint: source.mint } : undefined
}

const isAssociated = async ({ owner, mint, program, account }: TokenAccountCreation): Promise<boolean> =>
  account === (await associatedAccount(owner, mint, program))

/** Decodes an instruction. Instructions of unknown programs, or on behalf of another account than the payer, remain `undecoded`. */
export async function readCall(instruction: SolanaInstruction, payer: string, state: ChainState): Promise<Call> {
  const coins = readCoinTransfer(instruction)
  if (coins?.from === payer) return { type: 'coins', instruction, transfer: coins }
  const tokenTransfer = readTokenTransfer(instruction)
  const transfer = tokenTransfer && (await withMint(tokenTransfer, payer, state))
  if (transfer) return { type: 'tokens', instruction, transfer }
  const tokenApproval = readTokenApproval(instruction)
  const approval = tokenApproval && (await withMint(tokenApproval, payer, state))
  if (approval) return { type: 'approval', instruction, approval }
  const creation = readTokenAccountCreation(instruction)
  if (creation?.payer === payer && (await isAssociated(creation))) return { type: 'creation', instruction, creation }
  const memo = readMemo(instruction)
  if (memo !== undefined) return { type: 'memo', instruction, memo }
  return { type: 'undecoded', instruction }
}
