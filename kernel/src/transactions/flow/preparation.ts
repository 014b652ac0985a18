import { actionError } from '../../errors/action-error.js'
import { isWalletModalError, WalletModalError } from '../../errors/errors.js'
import { pluginOf, reportFrom } from '../../plugins/contributions.js'
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

/** Interval in milliseconds at which a displayed transaction is prepared again, because fees and balances change. */
export const REFRESH_MS = 30_000

interface PreparationOptions<Plan extends TransactionPlan> {
  readonly state: Signal<FlowState<Plan>>
  readonly speed: Signal<FeeSpeed>
  readonly plan: ReadonlySignal<Plan | null>
  readonly isCompleting: ReadonlySignal<boolean>
  /** As in `FlowOptions`. */
  readonly planFailure: ReadonlySignal<FlowNotice | undefined>
}

/** Prepares the transaction of a flow and keeps it up to date while its review is displayed. */
interface Preparation<Plan extends TransactionPlan> {
  /** Prepares the transaction immediately and every {@link REFRESH_MS}. Returns a function that stops it. */
  watch(): () => void
  stop(): void
  /** Does nothing while a transaction is being submitted. */
  prepare(notice?: FlowNotice): void
  /** Called after an attempt to submit. Prepares again if the review is still displayed. If not, sets the state to `idle`. */
  prepareAfterSubmit(notice?: FlowNotice): void
  /** Returns the displayed transaction if it may be submitted. Prepares an outdated transaction again. */
  takeReady(): DisplayedTransaction<Plan> | undefined
  /** Ignores a change of the fee in the next review, because the visitor chose another speed. */
  ignoreNextFeeChange(): void
  /** See `TransactionFlow.forgetReview`. */
  forgetReview(): void
}

export const displayedIn = <Plan extends TransactionPlan>(
  now: FlowState<Plan>,
): DisplayedTransaction<Plan> | undefined => ('displayed' in now ? now.displayed : undefined)

export function createPreparation<Plan extends TransactionPlan>(
  ctx: Context,
  options: PreparationOptions<Plan>,
): Preparation<Plan> {
  const { state, speed, plan, isCompleting } = options
  let isWatched = false
  const isBusy = (): boolean => state.peek().status === 'submitting'
  const attempts = createAttempts(ctx, options, () => {
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
    prepare(notice) {
      if (!isBusy()) attempts.start(notice)
    },
    stop,
    ignoreNextFeeChange: attempts.ignoreNextFeeChange,
    forgetReview: attempts.forgetReview,
    watch() {
      isWatched = true
      if (!isBusy()) attempts.start()
      return () => {
        // the chosen speed may have caused the failure, and the visitor cannot change it in a failed review
        if (state.peek().status === 'failed') speed.value = 'standard'
        stop()
      }
    },
    prepareAfterSubmit(notice) {
      if (isWatched) attempts.start(notice)
      else state.value = { status: 'idle' }
    },
    takeReady() {
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
  /** Stops the refresh, and forgets the last review, so that the next review is not compared with it. */
  forget(): void
  /** Aborts the running attempt and ignores its result. */
  cancel(): void
  stopTimer(): void
  ignoreNextFeeChange(): void
  forgetReview(): void
  /** Key of the plan that was prepared last. */
  lastKey(): string | undefined
}

/** Attempts to prepare the current plan. Calls `refresh` when {@link REFRESH_MS} have passed since a successful attempt. */
function createAttempts<Plan extends TransactionPlan>(
  ctx: Context,
  { state, speed, plan, isCompleting, planFailure }: PreparationOptions<Plan>,
  refresh: () => void,
): Attempts {
  const latest = createLatest(ctx.abortSignal)
  const lastReview = createLastReview<Plan>()
  let hadPlan = false
  let lastKey: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopTimer = (): void => clearTimeout(timer)

  const display = (currentPlan: Plan, prepared: PreparedTransaction, notice: FlowNotice | undefined): void => {
    const displayed = Object.freeze({ plan: currentPlan, prepared, review: prepared.review, preparedAt: Date.now() })
    state.value = { status: 'ready', displayed, notice: lastReview.noticeFor(displayed, notice) }
    timer = setTimeout(refresh, REFRESH_MS)
  }
  ctx.onDispose(stopTimer)
  return {
    start(notice) {
      stopTimer()
      if (state.peek().status === 'sent') lastReview.forget()
      const currentPlan = plan.peek()
      lastKey = currentPlan?.key
      hadPlan ||= currentPlan !== null
      if (!currentPlan) latest.stop()
      state.value =
        currentPlan || isCompleting.peek()
          ? { status: 'preparing', displayed: displayedIn(state.peek()), notice }
          : { status: 'failed', notice: planFailure.peek() ?? notice ?? { code: hadPlan ? 'changed' : 'missing' } }
      if (!currentPlan) return
      latest.run(async (signal, isLatest) => {
        try {
          const prepared = await currentPlan.prepare(speed.peek(), signal)
          if (isLatest()) display(currentPlan, prepared, notice)
        } catch (error) {
          if (!isLatest()) return
          ctx.log.info('the transaction could not be prepared', error)
          state.value = {
            status: 'failed',
            notice: noticeOf(isWalletModalError(error) ? error : reportUnexpected(ctx, error)),
          }
        }
      })
    },
    forget() {
      hadPlan = false
      lastReview.forget()
      stopTimer()
    },
    cancel: latest.stop,
    stopTimer,
    ignoreNextFeeChange: lastReview.ignoreNextFeeChange,
    forgetReview: lastReview.forget,
    lastKey: () => lastKey,
  }
}

/** Reports an error of a plan's `prepare` that is not a sentence for visitors, and returns the error to display. */
function reportUnexpected(ctx: Context, cause: unknown): WalletModalError {
  const plugin = pluginOf(ctx)
  reportFrom(ctx, actionError(plugin, 'preparing a transaction', cause))
  return new WalletModalError('NOT_SENT', 'The transaction could not be prepared. Nothing was sent.', { plugin, cause })
}

/**
 * Whether a transaction may be submitted. Checks its age, because timers stop while the device sleeps. If the age is negative, the clock was set
 * back.
 */
function isUpToDate(displayed: DisplayedTransaction, plan: TransactionPlan | null): boolean {
  const ageMs = Date.now() - displayed.preparedAt
  const isOutdated = ageMs < 0 || ageMs > 2 * REFRESH_MS
  return !isOutdated && plan?.key === displayed.plan.key
}

/** Last transaction that the visitor had to review. */
interface LastReview<Plan extends TransactionPlan> {
  /**
   * Compares a transaction with the last review, and returns the notice to display. If the transaction differs, `changed` replaces a missing notice
   * or `declined`. Any other notice stays, and the next call reports the change. The transaction becomes the last review if there is none, if the
   * notice is `changed`, or if only the fee differs after `ignoreNextFeeChange`.
   */
  noticeFor(displayed: DisplayedTransaction<Plan>, notice: FlowNotice | undefined): FlowNotice | undefined
  ignoreNextFeeChange(): void
  forget(): void
}

const CHANGED: FlowNotice = { code: 'changed' }

function createLastReview<Plan extends TransactionPlan>(): LastReview<Plan> {
  let last: DisplayedTransaction<Plan> | undefined
  let ignoresFee = false
  return {
    noticeFor(displayed, notice) {
      const { plan, review } = displayed
      const hasChanged =
        last !== undefined &&
        (last.plan.connectorId !== plan.connectorId || needsNewReview(last.review, review, { ignoreFee: ignoresFee }))
      const displayedNotice = hasChanged && (notice === undefined || notice.code === 'declined') ? CHANGED : notice
      if (last === undefined || (hasChanged ? displayedNotice?.code === 'changed' : ignoresFee)) last = displayed
      ignoresFee = false
      return displayedNotice
    },
    ignoreNextFeeChange() {
      ignoresFee = true
    },
    forget() {
      last = undefined
    },
  }
}
