import * as v from 'valibot'
import { formatUnits } from 'viem'
import type { OwnedAccount } from '../chain/chain-accounts.js'
import type { SolanaChain } from '../solana-chain.js'
import { isTokenProgram, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../tokens/token-addresses.js'
import { readMint, readTokenAccount } from '../tokens/token-layout.js'
import { invalidParams } from './fault.js'

/** Token amount in the format of Solana's RPC (`uiTokenAmount`). */
export function uiAmount(amount: bigint, decimals: number): object {
  const uiAmountString = formatUnits(amount, decimals)
  return { amount: String(amount), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}

/** `jsonParsed` form of an account of a token program; `undefined` for other programs. */
export function parseTokenData(chain: SolanaChain, program: string, data: Uint8Array): object | undefined {
  if (!isTokenProgram(program)) return undefined
  const parsed = parseMint(data) ?? parseAccount(chain, data)
  return parsed && { program: program === TOKEN_PROGRAM ? 'spl-token' : 'spl-token-2022', parsed, space: data.length }
}

function parseMint(data: Uint8Array): object | undefined {
  const mint = readMint(data)
  if (!mint) return undefined
  const { authority: mintAuthority, decimals, supply } = mint
  return {
    type: 'mint',
    info: { decimals, freezeAuthority: null, isInitialized: true, mintAuthority, supply: String(supply) },
  }
}

function parseAccount(chain: SolanaChain, data: Uint8Array): object | undefined {
  const account = readTokenAccount(data)
  const decimals = account && decimalsOf(chain, account.mint)
  if (!account || decimals === undefined) return undefined
  const { mint, owner, amount, state, delegate, isNative } = account
  const delegation = delegate && { delegate: delegate.address, delegatedAmount: uiAmount(delegate.amount, decimals) }
  return {
    type: 'account',
    info: { mint, owner, state, isNative, tokenAmount: uiAmount(amount, decimals), ...delegation },
  }
}

const decimalsOf = (chain: SolanaChain, mint: string): number | undefined => readMint(dataOf(chain, mint))?.decimals

const filterSchema = v.union([v.object({ mint: v.string() }), v.object({ programId: v.string() })])

/** Token accounts of `owner`. `filter`: a mint or a token program, as in `getTokenAccountsByOwner`. Throws `RpcFault` if the filter is invalid. */
export function tokenAccountsOf(
  chain: SolanaChain,
  owner: string,
  filter: unknown,
): readonly (OwnedAccount & { readonly program: string })[] {
  const parsed = v.safeParse(filterSchema, filter)
  if (!parsed.success) throw invalidParams('the second parameter must contain mint or programId')
  const tokenFilter = parsed.output
  if ('mint' in tokenFilter && decimalsOf(chain, tokenFilter.mint) === undefined)
    throw invalidParams('could not find mint')
  if ('programId' in tokenFilter && !isTokenProgram(tokenFilter.programId))
    throw invalidParams('unrecognized Token program id')
  const programs = 'programId' in tokenFilter ? [tokenFilter.programId] : [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]
  return programs.flatMap((program) =>
    chain.programAccounts(program).flatMap((account) => {
      const tokenAccount = readTokenAccount(account.data)
      if (tokenAccount?.owner !== owner || ('mint' in tokenFilter && tokenAccount.mint !== tokenFilter.mint)) return []
      return [{ ...account, program }]
    }),
  )
}

/** Balance of a token account. Throws `RpcFault` if the address is not a token account. */
export function tokenAmountOf(chain: SolanaChain, address: string): object {
  const account = readTokenAccount(dataOf(chain, address))
  const decimals = account && decimalsOf(chain, account.mint)
  if (!account || decimals === undefined) throw invalidParams('could not find account, or it is not a Token account')
  return uiAmount(account.amount, decimals)
}

/** Supply of a mint. Throws `RpcFault` if the address is not a mint. */
export function tokenSupplyOf(chain: SolanaChain, address: string): object {
  const mint = readMint(dataOf(chain, address))
  if (!mint) throw invalidParams('not a Token mint')
  return uiAmount(mint.supply, mint.decimals)
}

const dataOf = (chain: SolanaChain, address: string): Uint8Array => new Uint8Array(chain.account(address)?.data ?? [])
