import { batch, type Context, computed, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { type AccountToken, createLatest } from '@wallet-modal/kernel/transactions'
import { createFamilies } from '../families/families.js'
import { isFamily } from '../families/names.js'
import { createTools } from '../families/tools.js'
import type { Quote, QuoteState } from '../quotes/quotes.js'
import type { NetworkCost } from './network-cost.js'

/** The reserve is the maximum fee of the quoted call plus a quarter of this fee, because fees may rise before the transaction is prepared. */
const MARGIN_DIVISOR = 4n

export interface FeeReserve {
  /** Part of the coin's balance that Max leaves for the network fee, in base units. `undefined` while unknown. */
  readonly amount: ReadonlySignal<bigint | undefined>
  /** Whether the fee of a quote for the maximum is being read. The maximum may become smaller afterwards. */
  readonly isReading: ReadonlySignal<boolean>
  /** Reads the fee of each quote for the maximum. `isMax`: whether the visitor swaps the maximum of the coin. */
  watch(quote: ReadonlySignal<QuoteState>, isMax: ReadonlySignal<boolean>): void
  /** Discards the fee that was read for a quote. */
  reset(): void
}

/** Reads the maximum fee of a quoted swap, in base units of the coin. `undefined` if the chain family or the wallet does not report it. */
function createFeeReader(ctx: Context) {
  const [families, toolsFor] = [createFamilies(ctx), createTools(ctx)]
  return async (quote: Quote, abortSignal: AbortSignal): Promise<bigint | undefined> => {
    const { namespace } = quote.context.connection
    const options = { quote, speed: 'standard', signal: abortSignal } as const
    const family = isFamily(namespace) ? families[namespace] : undefined
    return family?.maxFee?.(options, { ...toolsFor(options), withToast: (reply) => reply })
  }
}

/**
 * Reserve for the network fee. Starts with an estimate from current fee rates. After a quote for the maximum, reads the fee of the quoted call. If
 * this fee is higher than the estimate, increases the reserve. The maximum then becomes smaller, and is quoted again.
 */
export function createFeeReserve(
  ctx: Context,
  pay: ReadonlySignal<AccountToken | null>,
  { estimate }: NetworkCost,
): FeeReserve {
  const readFee = createFeeReader(ctx)
  const latest = createLatest(ctx.abortSignal)
  /** Reserve computed from the fee of a quote. */
  const quotedReserve = signal<{ readonly assetId: string; readonly amount: bigint } | undefined>(undefined)
  const isReading = signal(false)
  let checkedKey: string | undefined
  const amount = computed(() => {
    const { reserve } = estimate.value ?? {}
    const quotedAmount = quotedReserve.value?.assetId === pay.value?.assetId ? quotedReserve.value?.amount : undefined
    return reserve !== undefined && quotedAmount !== undefined && quotedAmount > reserve ? quotedAmount : reserve
  })
  const check = (quote: Quote): void => {
    checkedKey = quote.key
    isReading.value = true
    latest.run(async (abortSignal, isLatest) => {
      await Promise.resolve() // leaves the effect, so that the signals read below do not become its dependencies
      const fee = await readFee(quote, abortSignal).catch((error: unknown) => {
        ctx.log.info('the fee of the quoted swap could not be read', error) // the review reads it again, and reports a failure
        return undefined
      })
      if (!isLatest()) return
      batch(() => {
        isReading.value = false
        if (fee !== undefined && fee > (amount.peek() ?? 0n))
          quotedReserve.value = { assetId: quote.request.pay.assetId, amount: fee + fee / MARGIN_DIVISOR }
      })
    })
  }
  return {
    ...{ amount, isReading },
    watch(quoteState, isMax) {
      ctx.effect(() => {
        const state = quoteState.value
        const quote = isMax.value && state.status === 'ready' ? state.quote : undefined
        if (quote && quote.key === checkedKey) return
        latest.stop()
        if (isReading.peek()) checkedKey = undefined // the read was stopped before it returned a fee
        isReading.value = false
        if (quote) check(quote)
      })
    },
    reset() {
      checkedKey = undefined
      quotedReserve.value = undefined
    },
  }
}
