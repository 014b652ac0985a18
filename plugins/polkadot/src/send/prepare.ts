import type { ApiPromise } from '@polkadot/api'
import { type PreparedTransaction, type SendDraft, WalletModalError } from '@wallet-modal/kernel'
import { amountWithSymbol } from '@wallet-modal/kernel/assets'
import { invalidArgument, prepareTransfer } from '@wallet-modal/kernel/transactions'
import type { ChainContext } from '../chain-context.js'
import type { PolkadotCall } from '../contract.js'
import { depositOf, fundsOf } from '../transactions/funds.js'
import { planAsset } from './asset.js'
import { assetOf } from './draft.js'
import { findCoinLimit, toCoinCall } from './limit.js'
import { inspectReceiver } from './receiver.js'

interface TransferPlan {
  readonly call: PolkadotCall
  readonly amount: bigint
}

async function planCoin(api: ApiPromise, draft: SendDraft): Promise<TransferPlan> {
  const { network, receiver } = draft
  const deposit = depositOf(api)
  const isMax = draft.amount === 'max'
  const amount = draft.amount === 'max' ? (await findCoinLimit(api, draft, receiver)).maxAmount : draft.amount
  if (amount <= 0n && isMax)
    throw new WalletModalError(
      'INSUFFICIENT_FUNDS',
      `The account cannot pay the fee: ${amountWithSymbol(deposit, network.nativeCurrency)} must remain in it.`,
    )
  if (amount <= 0n) throw invalidArgument('Enter an amount above 0.')
  const { free } = await fundsOf(api, receiver)
  if (free + amount < deposit)
    throw invalidArgument(
      `Send at least ${amountWithSymbol(deposit - free, network.nativeCurrency)}: the chain removes accounts with less than ${amountWithSymbol(deposit, network.nativeCurrency)}.`,
    )
  return { call: toCoinCall(receiver, amount), amount }
}

/** See `SendHandler.prepare`. */
export async function prepareSend(
  chains: ChainContext,
  draft: SendDraft,
  signal: AbortSignal,
): Promise<PreparedTransaction> {
  const { network, receiver } = draft
  const { address, issues } = await inspectReceiver(chains, receiver, draft)
  const refusal = issues.find(({ severity }) => severity === 'refuse')
  if (refusal || address !== receiver)
    throw invalidArgument(
      `${receiver} cannot be paid on ${network.name}: ${refusal?.text?.replace(/\.$/, '') ?? 'it is not an address of this network'}.`,
    )
  const api = await (await chains.apis()).withCurrentRuntime(network)
  const number = assetOf(draft)
  const { call, amount } = number === undefined ? await planCoin(api, draft) : await planAsset({ api, draft, number })
  return prepareTransfer({ ...draft, amount }, [call], signal)
}
