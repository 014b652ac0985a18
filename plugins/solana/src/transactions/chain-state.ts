import {
  type Mint,
  readMint,
  readTokenAccount,
  TOKEN_ACCOUNT_LENGTH,
  type TokenAccount,
} from '../assets/token-layout.js'
import type { ChainAccount, SolanaNode } from '../node.js'
import { isTokenProgram, TOKEN_2022_PROGRAM } from '../programs.js'
import type { ParsedTransaction } from './sdk.js'
import { readTokenAccountCreation, readTokenTransfer } from './token-instructions.js'

/** Number of data bytes to read of each account: the fields of a token account and its account type byte, but not its extensions. */
const TOKEN_DATA_LENGTH = TOKEN_ACCOUNT_LENGTH + 1

/** State before the transaction: the accounts that it may change, and the mints that are needed to decode it. */
export interface ChainState {
  /** By address; `undefined` if there is no account. Data is truncated: see {@link tokenAccountOf}. */
  readonly accounts: ReadonlyMap<string, ChainAccount | undefined>
  /** By address: mints of Token-2022 transfers that do not contain the fee, and of created token accounts. */
  readonly mints: ReadonlyMap<string, Mint>
}

/** Decodes a token account, without its extensions; `undefined` for other accounts. */
export const tokenAccountOf = (account: ChainAccount | undefined): TokenAccount | undefined =>
  account && isTokenProgram(account.owner) ? readTokenAccount(account.owner, account.data) : undefined

function mintsOf({ instructions }: ParsedTransaction): readonly string[] {
  const mints = instructions.flatMap((one) => {
    const transfer = readTokenTransfer(one)
    const isFeeUnknown = transfer?.program === TOKEN_2022_PROGRAM && transfer.withheld === undefined
    return (isFeeUnknown ? transfer.mint : readTokenAccountCreation(one)?.mint) ?? []
  })
  return [...new Set(mints)]
}

export async function readChainState(node: SolanaNode, parsed: ParsedTransaction): Promise<ChainState> {
  const writable = parsed.instructions.flatMap((one) =>
    one.accounts.flatMap(({ address, isWritable }) => (isWritable ? address : [])),
  )
  const [addresses, mints] = [[...new Set([parsed.payer, ...writable])], mintsOf(parsed)]
  const [accounts, mintAccounts] = await Promise.all([
    node.accounts(addresses, TOKEN_DATA_LENGTH),
    mints.length > 0 ? node.accounts(mints) : [],
  ])
  return {
    accounts: new Map(addresses.map((address, at) => [address, accounts[at]])),
    mints: new Map(
      mints.flatMap((address, at) => {
        const account = mintAccounts[at]
        const mint = account && isTokenProgram(account.owner) ? readMint(account.owner, account.data) : undefined
        return mint ? [[address, mint] as const] : []
      }),
    ),
  }
}
