import type { AssetAmount } from '@wallet-modal/kernel'
import type { ChainAccount } from '../../node.js'
import { isTokenProgram, SYSTEM_PROGRAM } from '../../programs.js'
import type { AssetIds } from '../asset-ids.js'
import { type ChainState, tokenAccountOf } from '../chain-state.js'

type Accounts = ChainState['accounts']

/** Above this value, JSON numbers are rounded and a difference of lamports is not exact. */
const MAX_EXACT = BigInt(Number.MAX_SAFE_INTEGER)

/** Addresses to read after the simulation: the payer, token accounts, and accounts that can become token accounts. */
export const watchedAddresses = ({ accounts }: ChainState, payer: string): readonly string[] =>
  [...accounts].flatMap(([address, account]) => {
    const isWatched = address === payer || !account || account.owner === SYSTEM_PROGRAM || isTokenProgram(account.owner)
    return isWatched ? address : []
  })

function tokenSums(accounts: Iterable<ChainAccount | undefined>, holder: string): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const account of accounts) {
    const tokenAccount = tokenAccountOf(account)
    if (tokenAccount?.owner === holder)
      sums.set(tokenAccount.mint, (sums.get(tokenAccount.mint) ?? 0n) + tokenAccount.amount)
  }
  return sums
}

interface SimulationResult {
  readonly payer: string
  readonly before: Accounts
  /** States of `addresses`, in order; `undefined` if the node does not return them. */
  readonly after: readonly (ChainAccount | undefined)[] | undefined
  readonly addresses: readonly string[]
  /** Network fee, which the simulation deducts from the payer's lamports. */
  readonly fee: bigint
  readonly assetIds: AssetIds
}

/** Balance changes of the payer in a simulation (after minus before), without the network fee. */
export function toBalanceChanges(simulated: SimulationResult): readonly AssetAmount[] | 'unavailable' {
  const { payer, before, after, addresses, fee, assetIds } = simulated
  if (after?.length !== addresses.length) return 'unavailable'
  const lamportsBefore = before.get(payer)?.lamports ?? 0n
  const lamportsAfter = after[addresses.indexOf(payer)]?.lamports ?? 0n
  if (lamportsBefore >= MAX_EXACT || lamportsAfter >= MAX_EXACT) return 'unavailable'
  const tokensBefore = tokenSums(
    addresses.map((address) => before.get(address)),
    payer,
  )
  const tokensAfter = tokenSums(after, payer)
  const mints = [...new Set([...tokensBefore.keys(), ...tokensAfter.keys()])]
  return [
    { assetId: assetIds.coin, amount: lamportsAfter - lamportsBefore + fee },
    ...mints.map((mint) => ({
      assetId: assetIds.ofMint(mint),
      amount: (tokensAfter.get(mint) ?? 0n) - (tokensBefore.get(mint) ?? 0n),
    })),
  ].filter(({ amount }) => amount !== 0n)
}
