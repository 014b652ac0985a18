import type { ApiPromise } from '@polkadot/api'
import { type SendDraft, type SendLimit, WalletModalError } from '@wallet-modal/kernel'
import { type Asset, type AssetHolding, readAssets } from '../assets/asset.js'
import type { PalletCall } from '../contract.js'
import { readAccountState, withSpare } from '../transactions/account-state.js'
import { encodeCalls } from '../transactions/calls.js'
import { transferable } from '../transactions/funds.js'
import { estimateFee } from '../transactions/payload.js'
import { inUnits, invalid } from '../transactions/sentences.js'
import type { LimitDraft } from './draft.js'

interface AssetPlan<Draft> {
  readonly api: ApiPromise
  readonly draft: Draft
  /** Number of the asset. */
  readonly number: string
}

/** Balances of the sender and the receiver. */
interface AssetBalances {
  readonly asset: Asset
  readonly own: AssetHolding
  readonly other: AssetHolding
}

const tooLittle = (sentence: string): WalletModalError => new WalletModalError('INSUFFICIENT_FUNDS', sentence)

async function readBalances({ api, draft, number }: AssetPlan<LimitDraft>, to: string): Promise<AssetBalances> {
  const { token, connection, network } = draft
  const [read] = await readAssets(api, [number], [connection.account.address, to])
  const [own, other] = read?.holdings ?? []
  if (!read?.asset || !own || !other) throw invalid(`${network.name} has no asset with the number ${number}.`)
  const { asset } = read
  // the entered amount was converted with the displayed decimals
  if (asset.decimals !== token.decimals)
    throw invalid(
      `Asset ${number} has ${asset.decimals} decimals, not the ${token.decimals} that are shown. Read the balances anew.`,
    )
  return { asset, own, other }
}

function frozenReason({ asset, own }: AssetBalances): string | undefined {
  if (asset.isFrozen) return `Whoever issued ${asset.symbol} has frozen it: nobody can send it now.`
  return own.isFrozen ? `Whoever issued ${asset.symbol} has frozen what this account has of it.` : undefined
}

const toCall = (number: string, to: string, { amount, isAll }: { amount: bigint; isAll: boolean }): PalletCall => ({
  pallet: 'Assets',
  // sending everything closes the account's entry, which `transfer_keep_alive` refuses
  method: isAll ? 'transfer' : 'transfer_keep_alive',
  args: [number, to, amount],
})

/** See `SendHandler.limit`. All of an asset can be sent: only the native coin has a remaining minimum. */
export async function findAssetLimit({
  to,
  ...plan
}: AssetPlan<LimitDraft> & { readonly to: string }): Promise<SendLimit> {
  const { api, draft, number } = plan
  const balances = await readBalances(plan, to)
  const { amount } = balances.own
  const { funds, deposit, signing } = await readAccountState(api, draft.connection)
  const call = toCall(number, to, { amount, isAll: true })
  const fee = withSpare(await estimateFee(api, encodeCalls(api, [call]), signing))
  const reason = frozenReason(balances)
  if (reason !== undefined) return { max: 0n, fee, extras: [], reason }
  return { max: transferable(funds, deposit) >= fee ? amount : 0n, fee, extras: [] }
}

function assertAmount({ asset, own, other }: AssetBalances, amount: bigint): void {
  const { minBalance } = asset
  const minimum = inUnits(minBalance, asset)
  if (own.amount === 0n) throw tooLittle(`The account has no ${asset.symbol}.`)
  if (amount <= 0n) throw invalid('Enter an amount above 0.')
  if (amount > own.amount)
    throw tooLittle(`This needs ${inUnits(amount, asset)}. The account has ${inUnits(own.amount, asset)}.`)
  const rest = own.amount - amount
  if (rest > 0n && rest < minBalance)
    throw invalid(
      `At least ${minimum} must remain in the account, unless you send everything: ${inUnits(rest, asset)} would remain.`,
    )
  if (other.amount + amount < minBalance)
    throw invalid(
      `The receiver would have less than the minimum balance of ${minimum}, so the network would reject the transfer.`,
    )
}

/** The call of a transfer, and the amount it transfers. Throws where the asset's rules refuse it. */
export async function planAsset(
  plan: AssetPlan<SendDraft>,
): Promise<{ readonly call: PalletCall; readonly amount: bigint }> {
  const { draft, number } = plan
  const balances = await readBalances(plan, draft.receiver)
  const reason = frozenReason(balances)
  if (reason !== undefined) throw invalid(reason)
  const amount = draft.amount === 'max' ? balances.own.amount : draft.amount
  assertAmount(balances, amount)
  return { amount, call: toCall(number, draft.receiver, { amount, isAll: amount === balances.own.amount }) }
}
