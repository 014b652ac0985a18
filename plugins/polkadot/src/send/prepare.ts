import {
  type PreparedSend,
  type SendDraft,
  type SendExtra,
  type SendLimit,
  WalletModalError,
} from '@wallet-modal/kernel'
import { coinAssetId, createSubmit } from '@wallet-modal/kernel/assets'
import { assetNumberOf } from '../assets/asset-id.js'
import { addressForm } from '../chains.js'
import { findAssetLimit, planAsset } from './asset.js'
import { fundsOf, transferable } from './funds.js'
import type { Sending } from './handler.js'
import { type LimitDraft, type Means, meansOf } from './means.js'
import { PERIOD, readReview, type Transfer, writePayload } from './payload.js'
import { inspectReceiver } from './receiver.js'
import { inCoins, invalid } from './sentences.js'
import { handOver } from './submit.js'

const reserveOf = (deposit: bigint): readonly SendExtra[] => [{ code: 'reserve', amount: deposit }]

const mostOf = ({ funds, deposit, fee }: Means): bigint => {
  const most = transferable(funds, deposit) - fee
  return most > 0n ? most : 0n
}

/** See `SendHandler.limit`. */
export async function findLimit(sending: Sending, draft: LimitDraft): Promise<SendLimit> {
  const to = draft.receiver ?? draft.connection.account.address
  const api = await (await sending.apis()).ofNow(draft.network)
  const number = assetOf(draft)
  if (number !== undefined) return findAssetLimit({ api, draft, number, to })
  const means = await meansOf(draft, api, ({ free }) => ({ to, amount: free }))
  const most = mostOf(means)
  const { free } = await fundsOf(means.api, to)
  return {
    max: free + most >= means.deposit ? most : 0n,
    fee: means.fee,
    extras: reserveOf(means.deposit),
  }
}

/** See `SendHandler.prepare`. */
export async function prepare(sending: Sending, draft: SendDraft): Promise<PreparedSend> {
  const { network, receiver } = draft
  const prefix = addressForm(network.caipNetworkId, sending.options)
  const report = await inspectReceiver(sending, receiver, draft)
  const refused = report.findings.find(({ severity }) => severity === 'refuse')
  if (refused || report.address !== receiver || prefix === 'h160')
    throw invalid(
      `${receiver} cannot be paid on ${network.name}: ${refused?.text?.replace(/\.$/, '') ?? 'it is no address of it'}.`,
    )
  const api = await (await sending.apis()).ofNow(network)
  const number = assetOf(draft)
  if (number !== undefined) {
    const { transfer, means } = await planAsset({ api, draft, number })
    return finished(sending, draft, { prefix, transfer, means, extras: [] })
  }
  const means = await meansOf(draft, api, ({ free }) => ({ to: receiver, amount: free }))
  const { deposit, fee, funds } = means
  const amount = draft.amount === 'max' ? mostOf(means) : draft.amount
  if (draft.amount !== 'max' && amount <= 0n) throw invalid('Enter an amount above 0.')
  if (amount <= 0n || amount + fee > transferable(funds, deposit))
    throw new WalletModalError(
      'INSUFFICIENT_FUNDS',
      `With the fee this needs ${inCoins(amount + fee, network)}. The account can send ${inCoins(transferable(funds, deposit), network)}: ${inCoins(deposit, network)} have to stay on it.`,
    )
  const { free } = await fundsOf(api, receiver)
  if (free + amount < deposit)
    throw invalid(
      `The receiver has to get at least ${inCoins(deposit - free, network)}: the chain keeps no account with less than ${inCoins(deposit, network)}.`,
    )
  return finished(sending, draft, { prefix, transfer: { to: receiver, amount }, means, extras: reserveOf(deposit) })
}

interface Plan {
  readonly prefix: number
  readonly transfer: Transfer
  readonly means: Means
  readonly extras: readonly SendExtra[]
}

/** The bytes of a transfer, and what they say. */
function finished(sending: Sending, draft: SendDraft, { prefix, transfer, means, extras }: Plan): PreparedSend {
  const { api, fee, signing } = means
  const payload = writePayload(api, transfer, signing)
  const review = readReview(api, payload, { network: draft.network, prefix, fee, extras })
  const isAsked = review.to === draft.receiver && review.amount === transfer.amount
  if (!isAsked || review.from !== draft.connection.account.address || review.assetId !== draft.token.assetId)
    throw new WalletModalError('INVALID_DATA', 'The transaction is not what was asked for. Nothing was sent.')
  const passage = {
    address: review.from,
    nonce: signing.nonce,
    searched: signing.block.number,
    until: signing.block.number + PERIOD,
  }
  return { review, submit: createSubmit(draft, () => handOver(sending, draft, { api, payload, review, passage })) }
}

/** The number of the asset that is to be sent; `undefined` for the coin. */
function assetOf({ token: { assetId }, network }: LimitDraft): string | undefined {
  const number = assetNumberOf(assetId, network.caipNetworkId)
  if (number === undefined && assetId !== coinAssetId(network)) throw invalid(`${assetId} cannot be sent from here.`)
  return number
}
