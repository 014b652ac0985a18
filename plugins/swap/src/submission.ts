import {
  type Context,
  computed,
  openingViews,
  type ReadonlySignal,
  type SentTransaction,
  type Signal,
  signal,
  type TransactionStatus,
} from '@wallet-modal/kernel'
import { displayAmount, groupDigits } from '@wallet-modal/kernel/assets'
import type { TransactionFlow } from '@wallet-modal/kernel/transactions'
import type { Bridges } from './bridges/bridges.js'
import { isolate } from './bridges/texts.js'
import { SwapPreview, SwapProgress, SwapUnknown } from './contract.js'
import type { SwapForm } from './form/swap-form.js'
import type { SwapPlan } from './plan.js'
import { isOld } from './quotes/quotes.js'

export interface Submission {
  /** Whether a submitted approval of the active account, for the token to pay, is pending on the chain. */
  readonly isApproving: ReadonlySignal<boolean>
  /** Transaction whose result is unknown, because the wallet's reply was lost. */
  readonly lost: ReadonlySignal<SentTransaction | null>
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

export function createSubmission(ctx: Context, { form, flow, bridges, approvalCount }: SubmissionOptions): Submission {
  const approvals = createPendingApprovals(form)
  const lost = signal<SentTransaction | null>(null)
  const navigation = createNavigation(ctx)
  const clear = (): void => {
    form.clear()
    flow.reset()
  }
  const followApproval = async (sent: SentTransaction, plan: SwapPlan): Promise<void> => {
    // also ends with `unknown`: no node knows the approval, so it may never be included, and the visitor can repeat it
    const status = await approvals.during(plan, statusAfter(sent, plan, ['pending']))
    if (status === 'failed' || status === 'replaced') ctx.toast.error(ctx.t('toast.failed'))
    approvalCount.value++
    form.quotes.refresh()
    if (navigation.isPreview()) flow.prepare()
  }
  const followSwap = async (sent: SentTransaction, plan: SwapPlan): Promise<void> => {
    const orderId = bridges.start(sent, plan.quote)
    navigation.leavePreview(plan, orderId)
    clear()
    const status = await statusAfter(sent, plan, ['pending', 'unknown'])
    form.refresh(true)
    if (orderId !== undefined) {
      // the order reports when the tokens arrive
      if (status !== 'failed' && status !== 'replaced') return
      // the bridge received nothing from this transaction: it failed, or another transaction used its nonce
      bridges.drop(orderId)
    }
    if (status === 'confirmed' && sent.type === 'swap') ctx.toast.success(ctx.t('toast.swapped', swapTexts(sent)))
    else ctx.toast.error(ctx.t('toast.failed'))
  }
  return {
    ...{ isApproving: approvals.isPending, lost },
    async submit() {
      const state = flow.state.peek()
      if (state.status !== 'ready') return
      const { plan, review } = state.displayed
      if (isOld(plan.quote)) {
        form.quotes.refresh()
        return flow.prepare({ code: 'changed' })
      }
      const isApproval = review.actions.every(({ type }) => type === 'approval')
      const pending = flow.submit()
      if (flow.state.peek().status === 'submitting')
        ctx.toast.loading(ctx.t(isApproval ? 'toast.approve' : 'toast.confirm'))
      const outcome = await pending
      if (outcome.status === 'failed' && outcome.notice.code === 'failed') return ctx.toast.error(ctx.t('toast.failed'))
      ctx.toast.hide()
      if (outcome.status === 'sent')
        return isApproval ? followApproval(outcome.sent, plan) : followSwap(outcome.sent, plan)
      if (outcome.status !== 'unknown') return
      lost.value = outcome.sent
      bridges.start(outcome.sent, plan.quote)
      navigation.showUnknown()
      clear()
    },
  }
}

/** Opens views after a submission, unless the visitor has left the preview. */
function createNavigation(ctx: Context) {
  const openingViewsSlot = ctx.all(openingViews)
  const isPreview = (): boolean => ctx.router.current.peek()?.view.name === SwapPreview.name
  return {
    isPreview,
    /**
     * Replaces the preview with the modal's opening view and, for a swap to another network, then opens its progress. If
     * the visitor has left the preview, only displays a toast for a swap to another network.
     */
    leavePreview({ quote }: SwapPlan, orderId: string | undefined): void {
      const home = openingViewsSlot.peek().find((one) => one.when())?.view
      if (isPreview()) {
        if (home) void ctx.router.reset(home)
        if (orderId !== undefined) void (home ? ctx.router.push : ctx.router.replace)(SwapProgress, { id: orderId })
      } else if (orderId !== undefined)
        ctx.toast.success(ctx.t('toast.onItsWay', { network: isolate(quote.request.receiveNetwork.name) }))
    },
    showUnknown(): void {
      if (isPreview()) void ctx.router.replace(SwapUnknown)
    },
  }
}

interface PendingApprovals {
  readonly isPending: ReadonlySignal<boolean>
  /** Counts the plan's approval as pending until the promise is settled. */
  during<T>(plan: SwapPlan, outcome: Promise<T>): Promise<T>
}

/** Tracks unconfirmed approvals by account, network and token. `isPending`: one of them is for the form's account, network and token. */
function createPendingApprovals({ context, pay }: Pick<SwapForm, 'context' | 'pay'>): PendingApprovals {
  const pendingKeys = signal<readonly string[]>([])
  return {
    isPending: computed(() => pendingKeys.value.includes(`${context.value?.key} ${pay.value?.assetId}`)),
    async during({ quote }, outcome) {
      const key = `${quote.context.key} ${quote.request.pay.assetId}`
      pendingKeys.value = [...pendingKeys.peek(), key]
      try {
        return await outcome
      } finally {
        pendingKeys.value = pendingKeys.peek().filter((one) => one !== key)
      }
    },
  }
}

/** Resolves with the first status of a transaction that is not in `statuses`; with `unknown` if the transaction cannot be tracked. */
async function statusAfter(
  sent: SentTransaction,
  { quote }: SwapPlan,
  statuses: readonly TransactionStatus[],
): Promise<TransactionStatus> {
  const status = await quote.context.connection.adapter.transactions?.track(sent)
  if (!status) return 'unknown'
  return new Promise((resolve) => {
    const stop = status.subscribe((state) => {
      if (statuses.includes(state)) return
      resolve(state)
      queueMicrotask(() => stop())
    })
  })
}

const swapTexts = ({ pay, receive }: Extract<SentTransaction, { readonly type: 'swap' }>) => ({
  from: pay.token.symbol,
  amount: groupDigits(displayAmount(receive.amount, receive.token.decimals)),
  to: receive.token.symbol,
})
