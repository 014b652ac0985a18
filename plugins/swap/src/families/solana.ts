import {
  type AssetAmount,
  type Context,
  type PreparedTransaction,
  readWith,
  WalletModalError,
} from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { promiseOf, type Step, type SwapFamily, type SwapTools } from './family.js'

/** For the one signature, in lamports. */
const SIGNATURE_FEE = 5_000n
/** Compute units of a swap, as a first guess: the transaction says how many it may take. */
const SWAP_UNITS = 300_000n
/** Prices of compute units are in millionths of a lamport. */
const MICRO = 1_000_000n
/** Bytes of a token account. */
const TOKEN_ACCOUNT = 165

function toBigint(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  throw new TypeError('no exact number')
}
const rent = readWith(toBigint)
const prices = readWith((answer): readonly bigint[] => {
  if (!Array.isArray(answer)) throw new TypeError('no list')
  return answer.map((one: unknown) => toBigint(Object(one).prioritizationFee))
})

const middle = (paid: readonly bigint[]): bigint =>
  paid.toSorted((a, b) => Number(a > b) - Number(a < b))[paid.length >> 1] ?? 0n

const refused = (text: string): WalletModalError => new WalletModalError('REFUSED', `${text} Nothing was sent.`)

/**
 * Compares the outcome of the simulation with the screen: nothing but the amount is paid, and at least the minimum arrives. Coins may differ by
 * what accounts hold that are opened and closed on the way.
 */
export function assertOutcome({ quote }: Pick<Step, 'quote'>, changes: readonly AssetAmount[], kept: bigint): void {
  const { request, minimum } = quote
  const coin = coinAssetId(request.network)
  const of = (assetId: string): bigint => changes.find((one) => one.assetId === assetId)?.amount ?? 0n
  const spare = (assetId: string): bigint => (assetId === coin ? kept : 0n)
  const { pay, receive, amount } = request
  const unasked = changes.find(
    ({ assetId, amount: change }) => change < -spare(assetId) && assetId !== pay.assetId && assetId !== receive.assetId,
  )
  if (unasked) throw refused(`The swap would also take ${unasked.assetId}.`)
  if (of(pay.assetId) < -amount - spare(pay.assetId)) throw refused('The swap would take more than the amount.')
  if (of(receive.assetId) < minimum - spare(receive.assetId)) throw refused('The swap would pay less than the minimum.')
}

async function prepareSwap(step: Step, tools: SwapTools, kept: () => Promise<bigint>): Promise<PreparedTransaction> {
  const { quote, speed, signal } = step
  const { context, request, source } = quote
  const call = quote.call ?? (await tools.ask(source.build(request, signal), 'toast.build'))
  if (call.family !== 'solana') throw refused('The swap service sent no transaction of Solana.')
  const { transaction, lastBlock, program } = call
  tools.assertKnown(program)
  const { connection, network } = context
  const { expected, summarize } = promiseOf(quote, program)
  const prepared = await tools.transactions.prepare(
    { ...{ connection, network, speed, calls: [{ transaction, lastBlock }] }, expects: [expected], summarize },
    signal,
  )
  const { balanceChanges } = prepared.review
  if (balanceChanges === 'unavailable') throw refused('The network does not tell what the swap would do.')
  assertOutcome(step, balanceChanges, await kept())
  return prepared
}

/** Swaps by whole transactions that the source built. */
export function createSolanaFamily({ api }: Context): SwapFamily {
  const rentOf = (caipNetworkId: string, length: number, signal: AbortSignal): Promise<bigint> =>
    api.rpc(caipNetworkId).read('getMinimumBalanceForRentExemption', [length], { schema: rent, signal })
  /** What two token accounts hold that are opened on the way: of the wrapped coin, and of the token that arrives. */
  const opened = async (caipNetworkId: string, signal: AbortSignal): Promise<bigint> =>
    2n * (await rentOf(caipNetworkId, TOKEN_ACCOUNT, signal))
  return {
    async estimate({ caipNetworkId }, signal) {
      const [paid, accounts, own] = await Promise.all([
        api.rpc(caipNetworkId).read('getRecentPrioritizationFees', [[]], { schema: prices, signal }),
        opened(caipNetworkId, signal),
        rentOf(caipNetworkId, 0, signal),
      ])
      const cost = SIGNATURE_FEE + (middle(paid) * SWAP_UNITS) / MICRO
      return { cost, kept: cost + accounts + own }
    },
    prepare: (step, tools) =>
      prepareSwap(step, tools, () => opened(step.quote.request.network.caipNetworkId, step.signal)),
  }
}
