import type { Context } from '../../plugins/plugin.js'
import type { ReadonlySignal, Signal } from '../../signals.js'
import { createLatest } from '../latest.js'
import { needsNewReview } from '../review-changes.js'
import type { FeeSpeed, PreparedTransaction } from '../transactions.js'
import {
  type DisplayedTransaction,
  type FlowNotice,
  type FlowState,
  noticeOf,
  type TransactionPlan,
} from './flow-state.js'

/** Interval of refreshing a prepared transaction, because fees and balances change. */
export const REFRESH_MS = 30_000

interface PreparationParts<Plan extends TransactionPlan> {
  readonly state: Signal<FlowState<Plan>>
  readonly speed: Signal<FeeSpeed>
  readonly plan: ReadonlySignal<Plan | null>
  readonly isCompleting: ReadonlySignal<boolean>
}

/** Prepares the transaction of a flow and keeps it up to date while its review is displayed. */
interface Preparation<Plan extends TransactionPlan> {
  /** Returns a function that stops it. */
  watch(): () => void
  stop(): void
  prepare(notice?: FlowNotice): void
  /** Prepares again if the review is still displayed, after an attempt to submit. */
  again(notice?: FlowNotice): void
  /** Returns the displayed transaction if it may be submitted. Prepares an outdated one again. */
  take(): DisplayedTransaction<Plan> | undefined
  /** The visitor chose another speed and expects the fee to change. */
  expectOtherFee(): void
}

export const displayedIn = <Plan extends TransactionPlan>(
  now: FlowState<Plan>,
): DisplayedTransaction<Plan> | undefined => ('displayed' in now ? now.displayed : undefined)

export function createPreparation<Plan extends TransactionPlan>(
  ctx: Context,
  parts: PreparationParts<Plan>,
): Preparation<Plan> {
  const { state, speed, plan, isCompleting } = parts
  let isWatched = false
  const isBusy = (): boolean => state.peek().status === 'submitting'
  const attempts = createAttempts(ctx, parts, () => {
    const now = state.peek()
    // keeps the notice of a change that the visitor may not have noticed yet
    if (isWatched && now.status === 'ready') attempts.start(now.notice?.code === 'changed' ? now.notice : undefined)
  })
  const stop = (): void => {
    isWatched = false
    attempts.forget()
    if (isBusy()) return
    attempts.cancel()
    state.value = { status: 'idle' }
  }
  ctx.effect(() => {
    const key = plan.value?.key
    const isIncomplete = key === undefined && !isCompleting.value && state.peek().status === 'preparing'
    if (isWatched && !isBusy() && (key !== attempts.lastKey() || isIncomplete)) attempts.start()
  })
  return {
    prepare: attempts.start,
    stop,
    expectOtherFee: attempts.expectOtherFee,
    watch() {
      isWatched = true
      if (!isBusy()) attempts.start()
      return () => {
        // the chosen speed may be the reason, and a failed review has no control to change it
        if (state.peek().status === 'failed') speed.value = 'standard'
        stop()
      }
    },
    again(notice) {
      if (isWatched) attempts.start(notice)
      else state.value = { status: 'idle' }
    },
    take() {
      const now = state.peek()
      if (now.status !== 'ready') return undefined
      attempts.stopTimer()
      if (isUpToDate(now.displayed, plan.peek())) return now.displayed
      attempts.start({ code: 'changed' })
      return undefined
    },
  }
}

interface Attempts {
  start(notice?: FlowNotice): void
  /** Stops the refresh. The visitor has to review the next transaction again. */
  forget(): void
  /** Drops the result of the attempt that is running. */
  cancel(): void
  stopTimer(): void
  expectOtherFee(): void
  /** Key of the plan that was prepared last. */
  lastKey(): string | undefined
}

/** Attempts to prepare the current plan. `refresh` is called {@link REFRESH_MS} after one that succeeded. */
function createAttempts<Plan extends TransactionPlan>(
  ctx: Context,
  { state, speed, plan, isCompleting }: PreparationParts<Plan>,
  refresh: () => void,
): Attempts {
  const latest = createLatest(ctx.abortSignal)
  const reviewed = createReviewed<Plan>()
  let hadPlan = false
  let lastKey: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopTimer = (): void => clearTimeout(timer)

  const display = (currentPlan: Plan, prepared: PreparedTransaction, notice: FlowNotice | undefined): void => {
    const displayed = Object.freeze({ plan: currentPlan, prepared, review: prepared.review, preparedAt: Date.now() })
    const hasChanged = reviewed.compare(displayed)
    state.value = { status: 'ready', displayed, notice: notice ?? (hasChanged ? { code: 'changed' } : undefined) }
    timer = setTimeout(refresh, REFRESH_MS)
  }
  ctx.onDispose(stopTimer)
  return {
    start(notice) {
      stopTimer()
      const currentPlan = plan.peek()
      lastKey = currentPlan?.key
      hadPlan ||= currentPlan !== null
      if (!currentPlan) latest.stop()
      state.value =
        currentPlan || isCompleting.peek()
          ? { status: 'preparing', displayed: displayedIn(state.peek()), notice }
          : { status: 'failed', notice: notice ?? { code: hadPlan ? 'changed' : 'missing' } }
      if (!currentPlan) return
      latest.run(async (signal, isLatest) => {
        try {
          const prepared = await currentPlan.prepare(speed.peek(), signal)
          if (isLatest()) display(currentPlan, prepared, notice)
        } catch (error) {
          if (!isLatest()) return
          ctx.log.info('the transaction could not be prepared', error)
          state.value = { status: 'failed', notice: noticeOf(error) }
        }
      })
    },
    forget() {
      hadPlan = false
      reviewed.forget()
      stopTimer()
    },
    cancel: latest.stop,
    stopTimer,
    expectOtherFee: reviewed.expectOtherFee,
    lastKey: () => lastKey,
  }
}

/** Timers do not run while the device sleeps. After the clock was set back, the age is unknown. */
function isUpToDate(displayed: DisplayedTransaction, plan: TransactionPlan | null): boolean {
  const ageMs = Date.now() - displayed.preparedAt
  const isOld = ageMs < 0 || ageMs > 2 * REFRESH_MS
  return !isOld && plan?.key === displayed.plan.key
}

/** The transaction that the visitor last had to review. */
interface Reviewed<Plan extends TransactionPlan> {
  /** Whether the visitor has to review this one because it differs. */
  compare(displayed: DisplayedTransaction<Plan>): boolean
  expectOtherFee(): void
  forget(): void
}

function createReviewed<Plan extends TransactionPlan>(): Reviewed<Plan> {
  let seen: DisplayedTransaction<Plan> | undefined
  let isOtherFee = false
  return {
    compare(displayed) {
      const { plan, review } = displayed
      const hasChanged =
        seen !== undefined &&
        (seen.plan.connectorId !== plan.connectorId || needsNewReview(seen.review, review, { ignoreFee: isOtherFee }))
      if (seen === undefined || hasChanged || isOtherFee) seen = displayed
      isOtherFee = false
      return hasChanged
    },
    expectOtherFee() {
      isOtherFee = true
    },
    forget() {
      seen = undefined
    },
  }
}
