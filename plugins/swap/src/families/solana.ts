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
/** Mint of the coin as a token. */
const WRAPPED_COIN = 'So11111111111111111111111111111111111111112'
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
 * Compares the outcome of the simulation with the screen: nothing but the amount is paid, and at least the minimum arrives. Where coins are
 * swapped, coins and wrapped coins count as one, and may differ by what accounts hold that are opened and closed on the way.
 */
export function assertOutcome({ quote }: Pick<Step, 'quote'>, changes: readonly AssetAmount[], kept: bigint): void {
  const { request, minimum } = quote
  const { pay, receive, amount, network } = request
  const coin = coinAssetId(network)
  const isOfCoins = pay.assetId === coin || receive.assetId === coin
  const wrapped = `${network.caipNetworkId}/token:${WRAPPED_COIN}`
  const sums = new Map<string, bigint>()
  for (const { assetId, amount: change } of changes) {
    const key = isOfCoins && assetId === wrapped ? coin : assetId
    sums.set(key, (sums.get(key) ?? 0n) + change)
  }
  const least = new Map<string, bigint>([[coin, -kept]])
  const add = (assetId: string, change: bigint): void => {
    least.set(assetId, (least.get(assetId) ?? 0n) + change)
  }
  add(pay.assetId, -amount)
  add(receive.assetId, minimum)
  const worse = [...new Set([...sums.keys(), ...least.keys()])].find(
    (assetId) => (sums.get(assetId) ?? 0n) < (least.get(assetId) ?? 0n),
  )
  if (worse === receive.assetId) throw refused('The swap would pay less than the minimum.')
  if (worse !== undefined) throw refused(`The swap would take more than the amount, of ${worse}.`)
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
    hasSpeeds: false,
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
