import { isWalletModalError } from '../errors/errors.js'
import type { Context } from '../plugins/plugin.js'
import { type ReadonlySignal, signal } from '../signals.js'
import { createLatest } from './latest.js'
import { needsNewLook } from './review-changes.js'
import type { SentTransaction } from './sent-transaction.js'
import type { FeeSpeed, PreparedTransaction, SubmitOutcome, TransactionReview } from './transactions.js'

/** Interval of refreshing a prepared transaction, because fees and balances change. */
export const REFRESH_MS = 30_000

/** Input of a transaction, as the visitor completed it. */
export interface TransactionPlan {
  /** Equal for equivalent plans. When it changes, the transaction is prepared again. */
  readonly key: string
  /** CAIP-2 namespace of the wallet that signs. */
  readonly namespace: string
  /** Wallet that signs. If it changes, the visitor has to review again. */
  readonly connectorId: string
  prepare(speed: FeeSpeed, signal: AbortSignal): Promise<PreparedTransaction>
}

/** Transaction that the view displays. */
export interface DisplayedTransaction<Plan extends TransactionPlan = TransactionPlan> {
  readonly plan: Plan
  readonly prepared: PreparedTransaction
  readonly review: TransactionReview
  /** Milliseconds since 1970. */
  readonly preparedAt: number
}

/** Reason why the displayed transaction changed or is missing. */
export interface FlowNotice {
  /** `missing`: the plan is `null`. `declined`: the visitor rejected it in the wallet. */
  readonly code: 'missing' | 'declined' | 'changed' | 'insufficient' | 'refused' | 'failed'
  /** Cause of `insufficient`, `refused` and `failed`. */
  readonly error?: unknown
}

export type FlowState<Plan extends TransactionPlan = TransactionPlan> =
  | { readonly status: 'idle' }
  /** The previous transaction remains displayed, but cannot be submitted. */
  | {
      readonly status: 'preparing'
      readonly displayed: DisplayedTransaction<Plan> | undefined
      readonly notice: FlowNotice | undefined
    }
  | {
      readonly status: 'ready'
      readonly displayed: DisplayedTransaction<Plan>
      readonly notice: FlowNotice | undefined
    }
  /** The request is pending in the wallet. */
  | { readonly status: 'submitting'; readonly displayed: DisplayedTransaction<Plan> }
  | {
      readonly status: 'sent' | 'unknown'
      readonly displayed: DisplayedTransaction<Plan>
      readonly sent: SentTransaction
    }
  | { readonly status: 'failed'; readonly notice: FlowNotice }

/** Result of `submit`. With `failed` and `notSubmitted`, certainly nothing was sent. */
export type FlowOutcome =
  | SubmitOutcome
  | { readonly status: 'failed'; readonly notice: FlowNotice }
  /** No transaction was ready. An outdated one is prepared again. */
  | { readonly status: 'notSubmitted' }

export interface TransactionFlow<Plan extends TransactionPlan = TransactionPlan> {
  readonly state: ReadonlySignal<FlowState<Plan>>
  readonly speed: ReadonlySignal<FeeSpeed>
  /** Prepares the transaction and refreshes it every {@link REFRESH_MS} until the returned function is called. Called while the review is displayed. */
  watch(): () => void
  chooseSpeed(speed: FeeSpeed): void
  prepare(notice?: FlowNotice): void
  /** Submits the displayed transaction once. Sets `state` to `submitting` synchronously. Never rejects. */
  submit(): Promise<FlowOutcome>
  /** Stops waiting for the wallet of a namespace, because it disconnected. */
  release(namespace: string): void
  /**
   * Resets to `idle` and standard speed, for another transaction. A transaction that is pending in the wallet remains `submitting` until the
   * wallet answers; `state` does not report its outcome.
   */
  reset(): void
}

export interface FlowOptions<Plan extends TransactionPlan> {
  /** `null` while the input is incomplete. */
  readonly plan: ReadonlySignal<Plan | null>
  /** Whether the plan is still being completed, so that `null` is not an error yet. */
  readonly isCompleting?: ReadonlySignal<boolean>
}

const noticeOf = (error: unknown): FlowNotice => {
  const code = isWalletModalError(error) ? error.code : undefined
  if (code === 'CHANGED_MEANWHILE') return { code: 'changed' }
  if (code === 'INSUFFICIENT_FUNDS') return { code: 'insufficient', error }
  return { code: code === 'REFUSED' ? 'refused' : 'failed', error }
}

/** State machine of a displayed transaction: prepare, review, submit once. Views render its state. */
export function createTransactionFlow<Plan extends TransactionPlan>(
  ctx: Context,
  { plan, isCompleting = signal(false) }: FlowOptions<Plan>,
): TransactionFlow<Plan> {
  const state = signal<FlowState<Plan>>({ status: 'idle' })
  const speed = signal<FeeSpeed>('standard')
  const latest = createLatest(ctx.abortSignal)
  let isWatched = false
  let hadPlan = false
  let lastKey: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Transaction that the visitor last reviewed. */
  let seen: DisplayedTransaction<Plan> | undefined
  /** Number of `reset` calls, to detect outcomes of earlier transactions. */
  let round = 0
  /** The visitor chose another speed and expects the fee to change. */
  let isOtherSpeed = false

  const displayedNow = (): DisplayedTransaction<Plan> | undefined => {
    const now = state.peek()
    return 'displayed' in now ? now.displayed : undefined
  }
  const isBusy = (): boolean => state.peek().status === 'submitting'

  const refresh = (): void => {
    const now = state.peek()
    // keeps the notice of a change that the visitor may not have noticed yet
    if (isWatched && now.status === 'ready') prepare(now.notice?.code === 'changed' ? now.notice : undefined)
  }
  const display = (wanted: Plan, prepared: PreparedTransaction, notice: FlowNotice | undefined): void => {
    const { review } = prepared
    const displayed = Object.freeze({ plan: wanted, prepared, review, preparedAt: Date.now() })
    const hasChanged =
      seen !== undefined &&
      (seen.plan.connectorId !== wanted.connectorId || needsNewLook(seen.review, review, { ignoreFee: isOtherSpeed }))
    if (seen === undefined || hasChanged || isOtherSpeed) seen = displayed
    isOtherSpeed = false
    state.value = { status: 'ready', displayed, notice: notice ?? (hasChanged ? { code: 'changed' } : undefined) }
    timer = setTimeout(refresh, REFRESH_MS)
  }
  const prepare = (notice?: FlowNotice): void => {
    clearTimeout(timer)
    const wanted = plan.peek()
    lastKey = wanted?.key
    hadPlan ||= wanted !== null
    if (!wanted) {
      latest.stop()
      state.value = isCompleting.peek()
        ? { status: 'preparing', displayed: displayedNow(), notice }
        : { status: 'failed', notice: notice ?? { code: hadPlan ? 'changed' : 'missing' } }
      return
    }
    state.value = { status: 'preparing', displayed: displayedNow(), notice }
    latest.run(async (signal, isLatest) => {
      try {
        const prepared = await wanted.prepare(speed.peek(), signal)
        if (isLatest()) display(wanted, prepared, notice)
      } catch (error) {
        if (!isLatest()) return
        ctx.log.info('the transaction could not be prepared', error)
        state.value = { status: 'failed', notice: noticeOf(error) }
      }
    })
  }
  /** Returns the displayed transaction if it may be submitted. Prepares an outdated one again. */
  const take = (): DisplayedTransaction<Plan> | undefined => {
    const now = state.peek()
    if (now.status !== 'ready') return undefined
    clearTimeout(timer)
    const { displayed } = now
    // timers do not run while the device sleeps; after the clock was set back, the age is unknown
    const ageMs = Date.now() - displayed.preparedAt
    const isOld = ageMs < 0 || ageMs > 2 * REFRESH_MS
    if (!isOld && plan.peek()?.key === displayed.plan.key) return displayed
    prepare({ code: 'changed' })
    return undefined
  }
  ctx.effect(() => {
    const key = plan.value?.key
    const isIncomplete = key === undefined && !isCompleting.value && state.peek().status === 'preparing'
    if (isWatched && !isBusy() && (key !== lastKey || isIncomplete)) prepare()
  })
  ctx.onDispose(() => clearTimeout(timer))
  const stop = (): void => {
    isWatched = false
    hadPlan = false
    seen = undefined
    clearTimeout(timer)
    if (isBusy()) return
    latest.stop()
    state.value = { status: 'idle' }
  }
  return {
    state,
    speed,
    prepare,
    watch() {
      isWatched = true
      if (!isBusy()) prepare()
      return () => {
        // the chosen speed may be the reason, and a failed review has no control to change it
        if (state.peek().status === 'failed') speed.value = 'standard'
        stop()
      }
    },
    chooseSpeed(next) {
      if (isBusy() || speed.peek() === next) return
      speed.value = next
      isOtherSpeed = true
      prepare()
    },
    async submit() {
      const displayed = take()
      if (!displayed) return { status: 'notSubmitted' }
      const own = round
      state.value = { status: 'submitting', displayed }
      const isCurrent = (): boolean => isBusy() && displayedNow() === displayed
      /** Prepares again for another attempt. Omits the notice if `reset` was called meanwhile. */
      const again = (notice?: FlowNotice): void => {
        if (!isCurrent()) return
        if (isWatched) prepare(own === round ? notice : undefined)
        else state.value = { status: 'idle' }
      }
      try {
        const outcome = await displayed.prepared.submit()
        if (outcome.status === 'rejected') again({ code: 'declined' })
        else if (own !== round) again()
        else if (isCurrent()) state.value = { status: outcome.status, displayed, sent: outcome.sent }
        return outcome
      } catch (error) {
        ctx.log.warn('the transaction was not sent', error)
        const notice = noticeOf(error)
        again(notice)
        return { status: 'failed', notice }
      }
    },
    release(namespace) {
      const now = state.peek()
      if (now.status === 'submitting' && now.displayed.plan.namespace === namespace) state.value = { status: 'idle' }
    },
    reset() {
      round++
      speed.value = 'standard'
      stop()
    },
  }
}
