import type { ApiPromise } from '@polkadot/api'
import { type SendDraft, type SendLimit, WalletModalError } from '@wallet-modal/kernel'
import { type Asset, type AssetHolding, readAssets } from '../assets/asset.js'
import { transferable } from './funds.js'
import { type LimitDraft, type Means, meansOf } from './means.js'
import type { Transfer } from './payload.js'
import { inCoins, inUnits, invalid } from './sentences.js'

interface Asked<Draft> {
  readonly api: ApiPromise
  readonly draft: Draft
  /** Of the asset. */
  readonly number: string
}

interface Sides {
  readonly asset: Asset
  readonly own: AssetHolding
  readonly other: AssetHolding
}

const tooLittle = (sentence: string): WalletModalError => new WalletModalError('INSUFFICIENT_FUNDS', sentence)

async function readSides({ api, draft, number }: Asked<LimitDraft>, to: string): Promise<Sides> {
  const { token, connection, network } = draft
  const [read] = await readAssets(api, [number], [connection.account.address, to])
  const [own, other] = read?.holdings ?? []
  if (!read?.asset || !own || !other) throw invalid(`${network.name} has no asset with the number ${number}.`)
  const { asset } = read
  // the visitor's amount is by the decimals that are shown
  if (asset.decimals !== token.decimals)
    throw invalid(
      `Asset ${number} has ${asset.decimals} decimals, not the ${token.decimals} that are shown. Read the balances anew.`,
    )
  return { asset, own, other }
}

function frozenReason({ asset, own }: Sides): string | undefined {
  if (asset.isFrozen) return `Whoever issued ${asset.symbol} has frozen it: nobody can send it now.`
  return own.isFrozen ? `Whoever issued ${asset.symbol} has frozen what this account has of it.` : undefined
}

const canPay = ({ funds, deposit, fee }: Means): boolean => transferable(funds, deposit) >= fee

/** See `SendHandler.limit`. All of an asset can be sent: what has to stay is coins. */
export async function findAssetLimit({
  to,
  ...asked
}: Asked<LimitDraft> & { readonly to: string }): Promise<SendLimit> {
  const { api, draft, number } = asked
  const sides = await readSides(asked, to)
  const { amount } = sides.own
  const means = await meansOf(draft, api, () => ({ to, amount, asset: { number, isAll: true } }))
  const reason = frozenReason(sides)
  if (reason !== undefined) return { max: 0n, fee: means.fee, extras: [], reason }
  return { max: canPay(means) ? amount : 0n, fee: means.fee, extras: [] }
}

function assertAmount({ asset, own, other }: Sides, amount: bigint): void {
  const { minBalance } = asset
  const least = inUnits(minBalance, asset)
  if (own.amount === 0n) throw tooLittle(`The account has no ${asset.symbol}.`)
  if (amount <= 0n) throw invalid('Enter an amount above 0.')
  if (amount > own.amount)
    throw tooLittle(`This needs ${inUnits(amount, asset)}. The account has ${inUnits(own.amount, asset)}.`)
  const rest = own.amount - amount
  if (rest > 0n && rest < minBalance)
    throw invalid(
      `At least ${least} have to stay, or else all of it has to go: the rest would be ${inUnits(rest, asset)}.`,
    )
  if (other.amount + amount < minBalance)
    throw invalid(`The receiver has to have at least ${least}, or the chain does not take it.`)
}

/** What would be paid, once nothing speaks against it. */
export async function planAsset({
  api,
  draft,
  number,
}: Asked<SendDraft>): Promise<{ readonly transfer: Transfer; readonly means: Means }> {
  const { network, receiver: to } = draft
  const sides = await readSides({ api, draft, number }, to)
  const reason = frozenReason(sides)
  if (reason !== undefined) throw invalid(reason)
  const amount = draft.amount === 'max' ? sides.own.amount : draft.amount
  assertAmount(sides, amount)
  const transfer: Transfer = { to, amount, asset: { number, isAll: amount === sides.own.amount } }
  const means = await meansOf(draft, api, () => transfer)
  const { fee, funds, deposit } = means
  if (!canPay(means))
    throw tooLittle(
      `The fee is ${inCoins(fee, network)}. The account can spend ${inCoins(transferable(funds, deposit), network)}: ${inCoins(deposit, network)} have to stay on it.`,
    )
  return { transfer, means }
}
