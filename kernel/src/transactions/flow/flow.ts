import type { Context } from '../../plugins/plugin.js'
import { type ReadonlySignal, signal } from '../../signals.js'
import type { FeeSpeed, SubmitOutcome } from '../transactions.js'
import {
  type DisplayedTransaction,
  type FlowNotice,
  type FlowState,
  noticeOf,
  type TransactionPlan,
} from './flow-state.js'
import { createPreparation, displayedIn, type REFRESH_MS } from './preparation.js'

/** Result of `submit`. With `failed` and `notSubmitted`, it is certain that nothing was sent. */
export type FlowOutcome =
  | SubmitOutcome
  | { readonly status: 'failed'; readonly notice: FlowNotice }
  /** No transaction was ready. An outdated transaction is prepared again. */
  | { readonly status: 'notSubmitted' }

export interface TransactionFlow<Plan extends TransactionPlan = TransactionPlan> {
  readonly state: ReadonlySignal<FlowState<Plan>>
  readonly speed: ReadonlySignal<FeeSpeed>
  /** Prepares the transaction immediately and every {@link REFRESH_MS}. Call it when the review is displayed. Returns a function that stops it. */
  watch(): () => void
  /** Sets the speed and prepares the transaction again. Does nothing while a transaction is being submitted. */
  chooseSpeed(speed: FeeSpeed): void
  /** Prepares the transaction again. `notice`: the reason, for the visitor. Does nothing while a transaction is being submitted. */
  prepare(notice?: FlowNotice): void
  /** Submits the displayed transaction once. Sets `state` to `submitting` synchronously. Never rejects. */
  submit(): Promise<FlowOutcome>
  /** Does not compare the next review with earlier reviews. Call it before a hidden review is displayed again. */
  forgetReview(): void
  /** Stops waiting for the wallet of a namespace, because the wallet disconnected. */
  release(namespace: string): void
  /**
   * Resets to `idle` and standard speed, for another transaction. A transaction that is pending in the wallet remains `submitting` until the wallet
   * replies. `state` does not report the outcome of that transaction.
   */
  reset(): void
}

export interface FlowOptions<Plan extends TransactionPlan> {
  /** `null` while the input is incomplete. */
  readonly plan: ReadonlySignal<Plan | null>
  /** Whether the plan is still being completed, so that `null` is not an error yet. */
  readonly isCompleting?: ReadonlySignal<boolean>
  /** Notice for the visitor if `plan` is `null` because of an error, such as a failed service. */
  readonly planFailure?: ReadonlySignal<FlowNotice | undefined>
}

/** Creates the state machine of a displayed transaction: prepare, review, submit once. Views render its state. */
export function createTransactionFlow<Plan extends TransactionPlan>(
  ctx: Context,
  { plan, isCompleting = signal(false), planFailure = signal(undefined) }: FlowOptions<Plan>,
): TransactionFlow<Plan> {
  const state = signal<FlowState<Plan>>({ status: 'idle' })
  const speed = signal<FeeSpeed>('standard')
  const preparation = createPreparation(ctx, { state, speed, plan, isCompleting, planFailure })
  /** Number of `reset` calls, to detect outcomes of earlier transactions. */
  let resetCount = 0

  const isBusy = (): boolean => state.peek().status === 'submitting'
  const submitDisplayed = async (displayed: DisplayedTransaction<Plan>): Promise<FlowOutcome> => {
    const initialResetCount = resetCount
    state.value = { status: 'submitting', displayed }
    const isCurrent = (): boolean => isBusy() && displayedIn(state.peek()) === displayed
    /** Prepares again for another attempt. Omits the notice if `reset` was called meanwhile. */
    const prepareAgain = (notice?: FlowNotice): void => {
      if (isCurrent()) preparation.prepareAfterSubmit(initialResetCount === resetCount ? notice : undefined)
    }
    try {
      const outcome = await displayed.prepared.submit()
      if (outcome.status === 'rejected') prepareAgain({ code: 'declined' })
      else if (initialResetCount !== resetCount) prepareAgain()
      else if (isCurrent()) state.value = { status: outcome.status, displayed, sent: outcome.sent }
      return outcome
    } catch (error) {
      ctx.log.warn('the transaction was not sent', error)
      const notice = noticeOf(error)
      prepareAgain(notice)
      return { status: 'failed', notice }
    }
  }
  return {
    state,
    speed,
    prepare: preparation.prepare,
    watch: preparation.watch,
    forgetReview: preparation.forgetReview,
    chooseSpeed(next) {
      if (isBusy() || speed.peek() === next) return
      speed.value = next
      preparation.ignoreNextFeeChange()
      preparation.prepare()
    },
    async submit() {
      const displayed = preparation.takeReady()
      return displayed ? submitDisplayed(displayed) : { status: 'notSubmitted' }
    },
    release(namespace) {
      const current = state.peek()
      if (current.status === 'submitting' && current.displayed.plan.namespace === namespace)
        state.value = { status: 'idle' }
    },
    reset() {
      resetCount++
      speed.value = 'standard'
      preparation.stop()
    },
  }
}
