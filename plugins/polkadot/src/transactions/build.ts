import {
  type Action,
  type BuiltTransaction,
  type Network,
  type TransactionExtra,
  type TransactionRequest,
  type TransferAction,
  type UndecodedCall,
  WalletModalError,
} from '@wallet-modal/kernel'
import { amountWithSymbol, coinAssetId } from '@wallet-modal/kernel/assets'
import { invalidArgument } from '@wallet-modal/kernel/transactions'
import type { ChainContext } from '../chain-context.js'
import { addressForm } from '../chains.js'
import type { PolkadotCall } from '../contract.js'
import { type AccountState, readAccountState, withMargin } from './account-state.js'
import { encodeCalls } from './calls.js'
import { transferable } from './funds.js'
import type { InclusionWindows } from './inclusion-window.js'
import { lostByOthers } from './lost-by-other.js'
import { estimateFee, PERIOD, writePayload } from './payload.js'
import { readPayload } from './read-payload.js'
import { assertAccount, signAndBroadcast } from './submit.js'

type Contents = readonly (Action | UndecodedCall)[]

const coinTransfersIn = (contents: Contents, network: Network): readonly TransferAction[] =>
  contents.filter((one): one is TransferAction => one.type === 'transfer' && one.assetId === coinAssetId(network))

const sumOf = (transfers: readonly TransferAction[]): bigint => transfers.reduce((sum, { amount }) => sum + amount, 0n)

interface Costs {
  /** Total that the calls transfer, in plancks. */
  readonly coins: bigint
  readonly fee: bigint
  /** Whether the chain may remove the sender's account, because the calls may transfer the account's last coins. */
  readonly canReapAccount: boolean
}

/** Throws `INSUFFICIENT_FUNDS` if the account cannot pay the fee, or the coins that the calls transfer. */
function assertFunds({ funds, deposit }: AccountState, { coins, fee, canReapAccount }: Costs, network: Network): void {
  const spendable = transferable(funds, deposit)
  if (fee <= spendable && coins + fee <= (canReapAccount ? funds.unlocked : spendable)) return
  const limit = canReapAccount && fee <= spendable ? funds.unlocked : spendable
  const needed =
    coins > 0n
      ? `With the fee this needs ${amountWithSymbol(coins + fee, network.nativeCurrency)}.`
      : `The fee is ${amountWithSymbol(fee, network.nativeCurrency)}.`
  const reserve =
    limit < funds.unlocked ? `: ${amountWithSymbol(deposit, network.nativeCurrency)} must remain in it` : ''
  throw new WalletModalError(
    'INSUFFICIENT_FUNDS',
    `${needed} The account can spend ${amountWithSymbol(limit, network.nativeCurrency)}${reserve}.`,
  )
}

/** Coins that must stay on the account, or that are lost with the account if the transfers leave less than the existential deposit. */
function extrasOf(
  { funds, deposit }: AccountState,
  transfers: readonly TransferAction[],
  { fee, canReapAccount }: Pick<Costs, 'fee' | 'canReapAccount'>,
): readonly TransactionExtra[] {
  if (sumOf(transfers) > 0n && !canReapAccount) return [{ code: 'reserve', amount: deposit }]
  const spent = sumOf(transfers.filter(({ from, to }) => to !== from))
  const remainder = funds.free - spent - fee
  const isReaped = spent > 0n && funds.free - spent - withMargin(fee) < deposit
  return isReaped && remainder > 0n ? [{ code: 'lost', amount: remainder }] : []
}

/**
 * See `TransactionDriver.build`. Balance changes are unavailable: dry runs (`DryRunApi`) return pallet-specific events, which do not show every
 * balance change.
 */
export async function buildTransaction(
  { ctx, options, apis }: ChainContext,
  { connection, network, calls }: TransactionRequest<PolkadotCall>,
  inclusionWindows: InclusionWindows,
): Promise<BuiltTransaction> {
  const { caipNetworkId } = network
  const prefix = addressForm(caipNetworkId, options)
  if (prefix === 'h160')
    throw invalidArgument(`${network.name} uses Ethereum addresses, which this wallet connection cannot sign for.`)
  const api = await (await apis()).withCurrentRuntime(network)
  const encoded = encodeCalls(api, calls)
  const state = await readAccountState(api, connection)
  const { signing } = state
  const fee = await estimateFee(api, encoded, signing)
  const payload = writePayload(api, encoded, signing)
  const { from, contents, call, reapableAccounts } = readPayload(api, payload, { network, prefix })
  const canReapAccount = reapableAccounts.includes(from) && state.funds.isRemovable
  const allTransfers = coinTransfersIn(contents, network)
  const transfers = allTransfers.filter((one) => one.from === from) // without the transfers of proxy calls, which spend the coins of other accounts
  const others = reapableAccounts.filter((one) => one !== from)
  assertFunds(state, { coins: sumOf(transfers), fee, canReapAccount }, network)
  const { nonce, block } = signing
  const inclusionWindow = { address: from, nonce, searched: block.number, until: block.number + PERIOD }
  return {
    ...{ from, caipNetworkId, contents, call },
    balanceChanges: 'unavailable',
    fee: withMargin(fee),
    extras: [
      ...extrasOf(state, transfers, { fee, canReapAccount }),
      ...(await lostByOthers(api, others, allTransfers)),
    ],
    payload: JSON.stringify(payload),
    currentPayload: () => JSON.stringify(payload),
    checkWallet: () => assertAccount(connection.provider, { walletAddress: payload.address, from }),
    send: () =>
      signAndBroadcast(ctx, {
        provider: connection.provider,
        api,
        payload,
        caipNetworkId,
        inclusionWindow,
        inclusionWindows,
      }),
  }
}
