import type { ApiPromise } from '@polkadot/api'
import type { TransactionExtra, TransferAction } from '@wallet-modal/kernel'
import { depositOf, fundsOf } from './funds.js'

/**
 * Coins, in plancks, that are lost with the account of a proxy call, because a transfer leaves less than the existential deposit. Skips transfers of
 * more coins than the account has left, because these transfers fail on the chain. Ignores coins that the account receives.
 */
async function lostBy(api: ApiPromise, account: string, transfers: readonly TransferAction[]): Promise<bigint> {
  const { free, isRemovable } = await fundsOf(api, account)
  if (!isRemovable) return 0n
  let [rest, lost] = [free, 0n]
  for (const { amount, from, to } of transfers) {
    if (from !== account || to === from || amount === 0n || amount > rest) continue
    rest -= amount
    if (rest >= depositOf(api)) continue
    lost += rest
    rest = 0n
  }
  return lost
}

/** Sum of the coins that are lost with the accounts of proxy calls, as the extra `lostByOther`. `accounts`: accounts that the calls may reap. */
export async function lostByOthers(
  api: ApiPromise,
  accounts: readonly string[],
  transfers: readonly TransferAction[],
): Promise<readonly TransactionExtra[]> {
  const losses = await Promise.all(accounts.map((one) => lostBy(api, one, transfers)))
  const amount = losses.reduce((sum, one) => sum + one, 0n)
  return amount > 0n ? [{ code: 'lostByOther', amount }] : []
}
