import type { ApiPromise } from '@polkadot/api'
import type { LimitRequest, SendLimit } from '@wallet-modal/kernel'
import type { ChainContext } from '../chain-context.js'
import type { PalletCall } from '../contract.js'
import { readAccountState, withMargin } from '../transactions/account-state.js'
import { encodeCalls } from '../transactions/calls.js'
import { fundsOf, transferable } from '../transactions/funds.js'
import { estimateFee } from '../transactions/payload.js'
import { findAssetLimit } from './asset.js'
import { assetOf } from './draft.js'

/** Transfer of native coins. `transfer_keep_alive` fails if it would remove the sender's account. */
export const toCoinCall = (to: string, amount: bigint): PalletCall => ({
  pallet: 'Balances',
  method: 'transfer_keep_alive',
  args: [to, amount],
})

export interface CoinLimit {
  /** Maximum amount that can be sent, in plancks. */
  readonly maxAmount: bigint
  readonly fee: bigint
  readonly deposit: bigint
}

export async function findCoinLimit(api: ApiPromise, { connection }: LimitRequest, to: string): Promise<CoinLimit> {
  const { funds, deposit, signing } = await readAccountState(api, connection)
  // the fee depends on the length of the call, and the maximum amount has the longest encoding
  const fee = withMargin(await estimateFee(api, encodeCalls(api, [toCoinCall(to, funds.free)]), signing))
  const maxAmount = transferable(funds, deposit) - fee
  return { maxAmount: maxAmount > 0n ? maxAmount : 0n, fee, deposit }
}

/** See `SendHandler.limit`. */
export async function findLimit({ apis }: Pick<ChainContext, 'apis'>, draft: LimitRequest): Promise<SendLimit> {
  const to = draft.receiver ?? draft.connection.account.address
  const api = await (await apis()).withCurrentRuntime(draft.network)
  const assetNumber = assetOf(draft)
  if (assetNumber !== undefined) return findAssetLimit({ api, draft, number: assetNumber, to })
  const { maxAmount, fee, deposit } = await findCoinLimit(api, draft, to)
  const { free } = await fundsOf(api, to)
  return { max: free + maxAmount >= deposit ? maxAmount : 0n, fee, extras: [{ code: 'reserve', amount: deposit }] }
}
