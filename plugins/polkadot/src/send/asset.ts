import type { ApiPromise } from '@polkadot/api'
import { type LimitRequest, type SendDraft, type SendLimit, WalletModalError } from '@wallet-modal/kernel'
import { amountWithSymbol } from '@wallet-modal/kernel/assets'
import { invalidArgument } from '@wallet-modal/kernel/transactions'
import { type Asset, type AssetHolding, readAssets } from '../assets/asset.js'
import type { PalletCall } from '../contract.js'
import { readAccountState, withMargin } from '../transactions/account-state.js'
import { encodeCalls } from '../transactions/calls.js'
import { transferable } from '../transactions/funds.js'
import { estimateFee } from '../transactions/payload.js'

interface AssetPlan<Draft> {
  readonly api: ApiPromise
  readonly draft: Draft
  /** Id of the asset in the pallet `Assets`: a number, in decimal. */
  readonly number: string
}

/** Balances of the sender and the receiver. */
interface AssetBalances {
  readonly asset: Asset
  readonly own: AssetHolding
  readonly other: AssetHolding
}

const insufficientFunds = (sentence: string): WalletModalError => new WalletModalError('INSUFFICIENT_FUNDS', sentence)

async function readBalances({ api, draft, number }: AssetPlan<LimitRequest>, to: string): Promise<AssetBalances> {
  const { token, connection, network } = draft
  const [reply] = await readAssets(api, [number], [connection.account.address, to])
  const [own, other] = reply?.holdings ?? []
  if (!reply?.asset || !own || !other) throw invalidArgument(`${network.name} has no asset with the number ${number}.`)
  const { asset } = reply
  // the entered amount was converted to base units with the displayed decimals
  if (asset.decimals !== token.decimals)
    throw invalidArgument(
      `Asset ${number} has ${asset.decimals} decimals, not the ${token.decimals} that are displayed. Refresh the balances.`,
    )
  return { asset, own, other }
}

function frozenReason({ asset, own }: AssetBalances): string | undefined {
  if (asset.isFrozen) return `The issuer of ${asset.symbol} has frozen it: nobody can send it now.`
  return own.isFrozen ? `The issuer of ${asset.symbol} has frozen the balance of this account.` : undefined
}

const toCall = (number: string, to: string, { amount, isAll }: { amount: bigint; isAll: boolean }): PalletCall => ({
  pallet: 'Assets',
  // `transfer_keep_alive` refuses to send everything, because this would close the account's entry
  method: isAll ? 'transfer' : 'transfer_keep_alive',
  args: [number, to, amount],
})

/** See `SendHandler.limit`. The entire balance of an asset can be sent, unlike that of the native coin. */
export async function findAssetLimit({
  to,
  ...plan
}: AssetPlan<LimitRequest> & { readonly to: string }): Promise<SendLimit> {
  const { api, draft, number } = plan
  const balances = await readBalances(plan, to)
  const { amount } = balances.own
  const { funds, deposit, signing } = await readAccountState(api, draft.connection)
  const call = toCall(number, to, { amount, isAll: true })
  const fee = withMargin(await estimateFee(api, encodeCalls(api, [call]), signing))
  const reason = frozenReason(balances)
  if (reason !== undefined) return { max: 0n, fee, extras: [], reason }
  return { max: transferable(funds, deposit) >= fee ? amount : 0n, fee, extras: [] }
}

function assertAmount({ asset, own, other }: AssetBalances, amount: bigint): void {
  const { minBalance } = asset
  const minimum = amountWithSymbol(minBalance, asset)
  if (own.amount === 0n) throw insufficientFunds(`The account has no ${asset.symbol}.`)
  if (amount <= 0n) throw invalidArgument('Enter an amount above 0.')
  if (amount > own.amount)
    throw insufficientFunds(
      `This needs ${amountWithSymbol(amount, asset)}. The account has ${amountWithSymbol(own.amount, asset)}.`,
    )
  const remainder = own.amount - amount
  if (remainder > 0n && remainder < minBalance)
    throw invalidArgument(
      `At least ${minimum} must remain in the account, unless you send everything: ${amountWithSymbol(remainder, asset)} would remain.`,
    )
  if (other.amount + amount < minBalance)
    throw invalidArgument(
      `The receiver would have less than the minimum balance of ${minimum}, so the network would reject the transfer.`,
    )
}

/** Call and amount of a transfer. Throws if the asset's rules forbid it. */
export async function planAsset(
  plan: AssetPlan<SendDraft>,
): Promise<{ readonly call: PalletCall; readonly amount: bigint }> {
  const { draft, number } = plan
  const balances = await readBalances(plan, draft.receiver)
  const reason = frozenReason(balances)
  if (reason !== undefined) throw invalidArgument(reason)
  const amount = draft.amount === 'max' ? balances.own.amount : draft.amount
  assertAmount(balances, amount)
  return { amount, call: toCall(number, draft.receiver, { amount, isAll: amount === balances.own.amount }) }
}
