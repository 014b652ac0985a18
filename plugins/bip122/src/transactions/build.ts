import type { BuiltTransaction, Context, Network, TransactionRequest } from '@wallet-modal/kernel'
import { amountWithSymbol, formatAmount } from '@wallet-modal/kernel/assets'
import { notSent } from '@wallet-modal/kernel/transactions'
import type { BitcoinCall } from '../contract.js'
import { createNode } from '../node.js'
import type { Rate } from './coins.js'
import { notEnough } from './errors.js'
import { readFunds } from './funds.js'
import { toOutputs } from './outputs.js'
import { type PsbtSummary, readPsbt } from './read-psbt.js'
import { selectCoins, spendableCoins, sumOf } from './selection.js'
import type { SentInputs } from './sent-inputs.js'
import { assertAccount, signAndBroadcast } from './submit.js'
import { writePsbt } from './write-psbt.js'

/** Maximum fee of a transaction, in satoshis: the limit of Bitcoin Core's wallet (`-maxtxfee`). */
const MAX_FEE = 10_000_000n

function assertPlausibleFee(fee: bigint, network: Network): void {
  if (fee > MAX_FEE)
    throw notSent(`The fee would be ${amountWithSymbol(fee, network.nativeCurrency)}, which is implausibly high.`)
}

const RATE_DECIMALS = 3

/** Fee rate for display, per byte; nodes return it per 1,000 bytes. */
const rateText = ({ rate, isMinimum }: Rate): string =>
  `${formatAmount(rate, RATE_DECIMALS)} sat/vB${isMinimum ? ' (network minimum)' : ''}`

const countText = (count: number, noun: string): string => `${count} × ${noun}${count === 1 ? '' : 's'}`

const callText = ({ contents, extras, inputCount }: PsbtSummary, rate: Rate): string =>
  [countText(inputCount, 'input'), countText(contents.length + extras.length, 'output'), rateText(rate)].join(', ')

/** See `TransactionDriver.build`. The wallet only signs, and this plugin broadcasts, so that the transaction id is known before the broadcast. */
export async function buildTransaction(
  ctx: Context,
  { connection, network, calls, speed }: TransactionRequest<BitcoinCall>,
  sentInputs: SentInputs,
  signal: AbortSignal,
): Promise<BuiltTransaction> {
  const { account, provider } = connection
  const { caipNetworkId } = network
  const outputs = toOutputs(calls, network)
  const node = await createNode(ctx, caipNetworkId, signal)
  const funds = await readFunds(node, connection, speed)
  const selection = selectCoins(funds.coins, { ...funds, outputs })
  if (!selection) throw notEnough(sumOf(spendableCoins(funds.coins, funds)), network)
  assertPlausibleFee(selection.fee, network)
  const psbt = await writePsbt(node, { account, kind: funds.kind, outputs, selection })
  const summary = readPsbt(psbt, { network, account, outputCount: outputs.length })
  const { contents, balanceChanges, fee, extras } = summary
  assertPlausibleFee(fee, network)
  return {
    from: account.address,
    ...{ caipNetworkId, contents, balanceChanges, fee, extras },
    call: callText(summary, funds),
    payload: psbt,
    currentPayload: () => psbt,
    checkWallet: () => assertAccount(provider, account),
    send: () => signAndBroadcast(ctx, { provider, account, psbt, caipNetworkId, coins: selection.coins, sentInputs }),
  }
}
