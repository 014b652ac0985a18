import {
  type Context,
  openingViews,
  type ReadonlySignal,
  type SentTransaction,
  type Signal,
  signal,
  type TransactionStatus,
  type Transactions,
} from '@wallet-modal/kernel'
import { displayAmount, groupDigits } from '@wallet-modal/kernel/assets'
import type { FlowOutcome, TransactionFlow } from '@wallet-modal/kernel/transactions'
import { createPendingApprovals, type PendingApprovals, statusAfter, transactionKindOf } from './approvals.js'
import type { Bridges } from './bridges/bridges.js'
import { isolate } from './bridges/texts.js'
import { Swap, SwapPreview, SwapProgress, SwapUnknown } from './contract.js'
import type { SwapForm } from './form/swap-form.js'
import type { SwapPlan } from './plan.js'
import { isOld } from './quotes/quotes.js'

export interface Submission {
  /** Whether an approval of the token to pay, submitted by the active account, is pending on the chain. */
  readonly isApproving: ReadonlySignal<boolean>
  /** Transaction whose result is unknown, because the wallet's reply was lost. */
  readonly lostTransaction: ReadonlySignal<SentTransaction | null>
  /** Displays one transaction of an earlier page load for which the wallet's reply was lost. The next call displays the next one. */
  showLost(): Promise<void>
  /** Submits the displayed transaction, and follows it until its status is final. */
  submit(): Promise<void>
}

interface SubmissionOptions {
  readonly form: SwapForm
  readonly flow: TransactionFlow<SwapPlan>
  readonly bridges: Bridges
  /** Number of finished approvals: each requires a new plan. */
  readonly approvalCount: Signal<number>
}

type SubmittedOutcome = Extract<FlowOutcome, { readonly status: 'sent' | 'unknown' }>

/** Follows submitted transactions until their status is final, and displays the outcome in toasts. */
function createFollowers(
  ctx: Context,
  { form, flow, bridges, approvalCount }: SubmissionOptions,
  approvals: PendingApprovals,
) {
  // The next plan reads the allowance again, because the status does not prove it: a replaced approval may have been replaced by the same approval
  // with a higher fee, and an approval with status `unknown` may never be included.
  const endApproval = (status: TransactionStatus): void => {
    if (status === 'failed') ctx.toast.error(() => ctx.t('toast.failed'))
    approvalCount.value++
    void form.quotes.refresh()
    if (isPreview(ctx)) flow.prepare()
  }
  approvals.resume(endApproval)
  /** Status of a transaction that cannot be tracked. */
  const unknownStatus = (error: unknown): TransactionStatus => {
    ctx.log.warn('a transaction could not be tracked', error)
    return 'unknown'
  }
  return {
    async approval(sent: SentTransaction): Promise<void> {
      endApproval(await approvals.follow(sent).catch(unknownStatus))
    },
    async swap(sent: SentTransaction, orderId: string | undefined): Promise<void> {
      const status = await statusAfter(ctx, sent, ['pending', 'unknown']).catch(unknownStatus)
      form.refresh(true)
      if (status === 'unknown') return // the swap may still succeed; the activity lists it
      if (orderId !== undefined) {
        // the order reports when the tokens arrive, or that the transaction was replaced
        if (status !== 'failed') return
        // after a failed transaction the bridge has received nothing, so the order is removed
        if (!bridges.drop(orderId)) return
      }
      if (status === 'confirmed' && sent.type === 'swap')
        ctx.toast.success(() => ctx.t('toast.swapped', swapTexts(sent)))
      else ctx.toast.error(() => ctx.t(status === 'replaced' ? 'toast.replaced' : 'toast.failed'))
    },
  }
}

/** While an approval is pending, the preview hides the reviews. The first review after the approval is therefore not announced as a change. */
function forgetHiddenReviews(
  ctx: Context,
  { isPending }: PendingApprovals,
  flow: Pick<TransactionFlow, 'forgetReview'>,
): void {
  let wasPending = false
  ctx.effect(() => {
    if (wasPending && !isPending.value) flow.forgetReview()
    wasPending = isPending.value
  })
}

export function createSubmission(ctx: Context, options: SubmissionOptions): Submission {
  const { form, flow, bridges } = options
  const approvals = createPendingApprovals(ctx, form)
  forgetHiddenReviews(ctx, approvals, flow)
  const lostTransaction = signal<SentTransaction | null>(null)
  const follow = createFollowers(ctx, options, approvals)
  const leavePreview = createLeavePreview(ctx)
  /** Closes the preview and clears the form, unless the visitor has edited the form or disconnected while the request was pending in the wallet. */
  const leave = ({ status, sent }: SubmittedOutcome, plan: SwapPlan, orderId: string | undefined): void => {
    const state = flow.state.peek()
    const isCurrent = 'sent' in state && state.sent === sent
    if (status === 'unknown') lostTransaction.value = sent
    if (isCurrent && isPreview(ctx)) leavePreview(status, orderId)
    else if (status === 'unknown') ctx.toast.error(() => ctx.t('toast.unknown'))
    else if (orderId === undefined) ctx.toast.success(() => ctx.t('toast.sent'))
    else ctx.toast.success(() => ctx.t('toast.onItsWay', { network: isolate(plan.quote.request.receiveNetwork.name) }))
    if (!isCurrent) return
    form.clear()
    flow.reset()
  }
  return {
    ...{ isApproving: approvals.isPending, lostTransaction },
    async showLost() {
      // without arguments, `recover` emits `transactionSent` for each lost submission; `claimLost` then takes one of them
      await Promise.allSettled(connectedTransactions(ctx).map((transactions) => transactions.recover()))
      if (!isDisplayed(ctx)) return // the next visit displays it
      const sent = await claimLost(ctx)
      if (!sent) return
      lostTransaction.value = sent
      if (isDisplayed(ctx)) void ctx.router.push(SwapUnknown)
    },
    async submit() {
      const state = flow.state.peek()
      if (state.status !== 'ready') return
      const { plan, review } = state.displayed
      const quoteState = form.quotes.state.peek()
      // checks the age of the latest quote, not of the displayed one. `flow.submit` compares the terms of both: if they are equal, the displayed
      // transaction is still valid
      if (quoteState.status === 'ready' && isOld(quoteState.quote)) {
        void form.quotes.refresh()
        return flow.prepare()
      }
      const kind = transactionKindOf(review)
      const pending = flow.submit()
      if (flow.state.peek().status !== 'submitting') return
      ctx.toast.loading(ctx.t(loadingTexts[kind]))
      const outcome = await pending
      if (outcome.status === 'failed' && outcome.notice.code === 'failed')
        return ctx.toast.error(() => ctx.t('toast.failed'))
      ctx.toast.hide()
      if (outcome.status === 'sent' && kind !== 'swap') return follow.approval(outcome.sent)
      if (outcome.status !== 'sent' && outcome.status !== 'unknown') return
      const orderId = bridges.start(outcome.sent, plan.quote)
      leave(outcome, plan, orderId)
      if (outcome.status === 'sent') return follow.swap(outcome.sent, orderId)
    },
  }
}

const loadingTexts = { approval: 'toast.approve', reset: 'toast.reset', swap: 'toast.confirm' } as const

/** Transactions of the chain families with a connected wallet. */
const connectedTransactions = ({ connections }: Context): readonly Transactions[] =>
  connections.adapters
    .peek()
    .flatMap(({ connections: connected, transactions }) =>
      connected.peek().length > 0 && transactions ? [transactions] : [],
    )

/**
 * Takes one swap or approval from the submissions whose reply was lost; `undefined` if there is none. If reading fails for a chain family, continues
 * with the next family. See `Transactions.recover`.
 */
async function claimLost(ctx: Context): Promise<SentTransaction | undefined> {
  for (const transactions of connectedTransactions(ctx)) {
    try {
      const [sent] = await transactions.recover(['swap', 'approval'], 1)
      if (sent) return sent
    } catch (error) {
      ctx.log.info(error) // `showLost` tries again on the next visit
    }
  }
  return undefined
}

const isPreview = ({ router }: Context): boolean => router.current.peek()?.view.name === SwapPreview.name
const isDisplayed = (ctx: Context): boolean => isPreview(ctx) || ctx.router.current.peek()?.view.name === Swap.name

/**
 * Returns a function that replaces the preview with the modal's opening view and, for a swap to another network, then opens its progress. If the
 * wallet's reply was lost, the function replaces the preview with `SwapUnknown`.
 */
function createLeavePreview(ctx: Context): (status: SubmittedOutcome['status'], orderId: string | undefined) => void {
  const openingViewsSlot = ctx.all(openingViews)
  return (status, orderId) => {
    if (status === 'unknown') return void ctx.router.replace(SwapUnknown)
    const startView = openingViewsSlot.peek().find((one) => one.when())?.view
    if (startView) void ctx.router.reset(startView)
    if (orderId !== undefined) void (startView ? ctx.router.push : ctx.router.replace)(SwapProgress, { id: orderId })
  }
}

const swapTexts = ({ pay, receive }: Extract<SentTransaction, { readonly type: 'swap' }>) => ({
  from: pay.token.symbol,
  amount: groupDigits(displayAmount(receive.amount, receive.token.decimals)),
  to: receive.token.symbol,
})
