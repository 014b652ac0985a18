import {
  type AssetAmount,
  type Context,
  type PreparedTransaction,
  readWith,
  WalletModalError,
} from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import type { Quote } from '../quotes/quotes.js'
import { expectedTermsOf, type PrepareOptions, type SwapFamily, type SwapTools } from './family.js'

/** Base fee of one signature, in lamports. */
const SIGNATURE_FEE = 5_000n
/** Estimated compute units of a swap, for the cost estimate in the form. The built transaction has its own limit. */
const SWAP_UNITS = 300_000n
/** Micro-lamports in a lamport; compute unit prices are in micro-lamports. */
const MICRO = 1_000_000n
/** Mint of wrapped SOL. */
const WRAPPED_COIN = 'So11111111111111111111111111111111111111112'
/** Size of an SPL token account, in bytes. */
const TOKEN_ACCOUNT = 165

function toBigint(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  throw new TypeError('a fee or rent is not a safe unsigned integer')
}
const rent = readWith(toBigint)
const prices = readWith((answer): readonly bigint[] => {
  if (!Array.isArray(answer)) throw new TypeError('the fees are not a list')
  return answer.map((one: unknown) => toBigint(Object(one).prioritizationFee))
})

const median = (recentPrices: readonly bigint[]): bigint =>
  recentPrices.toSorted((a, b) => Number(a > b) - Number(a < b))[recentPrices.length >> 1] ?? 0n

const refusal = (text: string): WalletModalError => new WalletModalError('REFUSED', `${text} Nothing was sent.`)

/**
 * Throws `REFUSED` if, according to the simulated balance changes, the account would pay more than the amount, receive less than the minimum, or lose
 * any other asset. In a swap from or to SOL, SOL and wrapped SOL count as one asset. The account may also pay up to `reserve` lamports as rent of
 * token accounts that the swap opens.
 */
export function assertOutcome(
  { request, minimum }: Pick<Quote, 'request' | 'minimum'>,
  changes: readonly AssetAmount[],
  reserve: bigint,
): void {
  const { pay, receive, amount, network } = request
  const coin = coinAssetId(network)
  const involvesCoin = pay.assetId === coin || receive.assetId === coin
  const wrapped = `${network.caipNetworkId}/token:${WRAPPED_COIN}`
  const sums = new Map<string, bigint>()
  for (const { assetId, amount: change } of changes) {
    const key = involvesCoin && assetId === wrapped ? coin : assetId
    sums.set(key, (sums.get(key) ?? 0n) + change)
  }
  const minimums = new Map<string, bigint>([[coin, -reserve]])
  const add = (assetId: string, change: bigint): void => {
    minimums.set(assetId, (minimums.get(assetId) ?? 0n) + change)
  }
  add(pay.assetId, -amount)
  add(receive.assetId, minimum)
  const violatedAsset = [...new Set([...sums.keys(), ...minimums.keys()])].find(
    (assetId) => (sums.get(assetId) ?? 0n) < (minimums.get(assetId) ?? 0n),
  )
  if (violatedAsset === receive.assetId) throw refusal('The swap would return less than the minimum.')
  if (violatedAsset !== undefined) throw refusal(`The swap would take more of ${violatedAsset} than the review shows.`)
}

async function prepareSwap(
  options: PrepareOptions,
  tools: SwapTools,
  reserve: () => Promise<bigint>,
): Promise<PreparedTransaction> {
  const { quote, speed, signal } = options
  const { context, request, source } = quote
  const call = quote.call ?? (await tools.withToast(source.build(request, signal), 'toast.build'))
  if (call.family !== 'solana') throw refusal('The swap service returned no Solana transaction.')
  const { transaction, lastBlock, program } = call
  tools.assertKnown(program)
  const { connection, network } = context
  const { expected, summarize } = expectedTermsOf(quote, program)
  const prepared = await tools.transactions.prepare(
    { ...{ connection, network, speed, calls: [{ transaction, lastBlock }] }, expects: [expected], summarize },
    signal,
  )
  const { balanceChanges } = prepared.review
  if (balanceChanges === 'unavailable') throw refusal('The network could not simulate the swap.')
  assertOutcome(quote, balanceChanges, await reserve())
  return prepared
}

/** Creates the Solana family. Swap sources build the whole transaction. */
export function createSolanaFamily({ api }: Context): SwapFamily {
  const rentOf = (caipNetworkId: string, length: number, signal: AbortSignal): Promise<bigint> =>
    api.rpc(caipNetworkId).read('getMinimumBalanceForRentExemption', [length], { schema: rent, signal })
  /** Rent of two new token accounts, in lamports: one for wrapped SOL, one for the received token. */
  const newAccountsRent = async (caipNetworkId: string, signal: AbortSignal): Promise<bigint> =>
    2n * (await rentOf(caipNetworkId, TOKEN_ACCOUNT, signal))
  return {
    hasSpeeds: false,
    async estimate({ caipNetworkId }, signal) {
      const [recentPrices, tokenAccountsRent, accountRent] = await Promise.all([
        api.rpc(caipNetworkId).read('getRecentPrioritizationFees', [[]], { schema: prices, signal }),
        newAccountsRent(caipNetworkId, signal),
        rentOf(caipNetworkId, 0, signal),
      ])
      const cost = SIGNATURE_FEE + (median(recentPrices) * SWAP_UNITS) / MICRO
      return { cost, reserve: cost + tokenAccountsRent + accountRent }
    },
    prepare: (options, tools) =>
      prepareSwap(options, tools, () => newAccountsRent(options.quote.request.network.caipNetworkId, options.signal)),
  }
}
