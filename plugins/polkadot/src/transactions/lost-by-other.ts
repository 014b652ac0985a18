import type { ApiPromise } from '@polkadot/api'
import type { TransactionExtra, TransferAction } from '@wallet-modal/kernel'
import { depositOf, fundsOf } from './funds.js'

/** Coins that are lost with an account for which a proxy call acts, because its transfers leave less than the existential deposit. */
async function lostBy(api: ApiPromise, account: string, transfers: readonly TransferAction[]): Promise<bigint> {
  const { free, isRemovable } = await fundsOf(api, account)
  const spent = transfers.reduce(
    (sum, { amount, from, to }) => (from === account && to !== from ? sum + amount : sum),
    0n,
  )
  const rest = free - spent
  return isRemovable && spent > 0n && rest > 0n && rest < depositOf(api) ? rest : 0n
}

/** `lostByOther`: coins lost with the accounts for which proxy calls act. `accounts`: those that the calls may reap. */
export async function lostByOthers(
  api: ApiPromise,
  accounts: readonly string[],
  transfers: readonly TransferAction[],
): Promise<readonly TransactionExtra[]> {
  const losses = await Promise.all(accounts.map((one) => lostBy(api, one, transfers)))
  const amount = losses.reduce((sum, one) => sum + one, 0n)
  return amount > 0n ? [{ code: 'lostByOther', amount }] : []
}
