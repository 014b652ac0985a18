import { type Context, computed, isWalletModalError, openingViews, type TransactionReview } from '@wallet-modal/kernel'
import {
  createTransactionFlow,
  createUsualFees,
  type FlowOutcome,
  type TransactionFlow,
  transferOf,
} from '@wallet-modal/kernel/transactions'
import { type SendResult, WalletSendConfirmed, WalletSendPreview, WalletSendUnknown } from './contract.js'
import type { SendForm, SendPlan } from './form/form.js'
import type { OpeningModel, Visit } from './form/opening.js'
import type { RecentReceivers } from './receiver/recent.js'
import type { ResultModel } from './result.js'

interface FlowOptions {
  readonly form: SendForm
  readonly opening: OpeningModel
  readonly result: ResultModel
  readonly recent: RecentReceivers
}

export interface SendFlow extends Omit<TransactionFlow<SendPlan>, 'submit'> {
  /**
   * Whether the fee is at least ten times the usual fee. The usual fee is the median of the last five transfers of the token on the network, in this
   * browser. `false` before the first transfer.
   */
  isFeeUnusual(review: TransactionReview): boolean
  /** Submits the displayed transaction. Resolves to `undefined` if nothing was sent. */
  submit(): Promise<SendResult | undefined>
}

type SubmittedOutcome = Extract<FlowOutcome, { readonly status: 'sent' | 'unknown' }>

type ReviewedTransfer = { readonly plan: SendPlan; readonly review: TransactionReview }

const toResult = ({ status, sent: { hash } }: SubmittedOutcome): SendResult => ({
  status,
  ...(hash !== undefined && { hash }),
})

export function createSendFlow(ctx: Context, { form, opening, result, recent }: FlowOptions): SendFlow {
  const isCompleting = computed(() => form.status.value === 'checking')
  const flow = createTransactionFlow<SendPlan>(ctx, { plan: form.plan, isCompleting })
  const fees = createUsualFees(ctx)
  const openingViewsSlot = ctx.all(openingViews)

  const isReviewInView = (): boolean => ctx.router.current.peek()?.view.name === WalletSendPreview.name
  /** If the review is still displayed, replaces it with the result or the modal's opening view. `isAwaited`: the site waits for the result. */
  const navigate = (status: SendResult['status'], isAwaited: boolean): void => {
    if (!isReviewInView()) return
    const startView = openingViewsSlot.peek().find((one) => one.when())?.view
    if (status === 'unknown') void ctx.router.replace(WalletSendUnknown)
    else if (startView && !isAwaited) void ctx.router.reset(startView)
    else void ctx.router.replace(WalletSendConfirmed)
  }
  const handleSubmitted = (outcome: SubmittedOutcome, visit: Visit | undefined, reviewed: ReviewedTransfer) => {
    const { plan, review } = reviewed
    const { status, sent } = outcome
    const state = flow.state.peek()
    // `false` if the flow was reset after the submission: the form may then contain another transaction
    const isCurrent = 'sent' in state && state.sent === sent
    const isInView = isCurrent && isReviewInView()
    result.show(sent, plan.context.connection.adapter, status === 'unknown')
    if (status === 'sent') {
      fees.record(review)
      const receiverName = plan.receiverName && { name: plan.receiverName.name }
      recent.add(review.caipNetworkId, { address: transferOf(review).to, ...receiverName })
      ctx.toast.success(ctx.t('send.started'))
    } else if (isInView) ctx.toast.hide()
    else ctx.toast.error(ctx.t('unknown.text'))
    const isAwaited = opening.resolveVisit(visit, toResult(outcome))
    if (isCurrent) {
      navigate(status, isAwaited)
      flow.reset()
      form.clear()
    }
    return toResult(outcome)
  }
  return {
    ...flow,
    isFeeUnusual: fees.isUnusual,
    async submit() {
      if (flow.state.peek().status !== 'ready') return undefined
      const visit = opening.current()
      const pending = flow.submit()
      const state = flow.state.peek()
      if (state.status !== 'submitting') return undefined
      ctx.toast.loading(ctx.t('send.confirmInWallet'))
      const outcome = await pending
      if (outcome.status === 'sent' || outcome.status === 'unknown')
        return handleSubmitted(outcome, visit, state.displayed)
      const notice = outcome.status === 'failed' ? outcome.notice : undefined
      if (notice?.code !== 'failed') ctx.toast.hide()
      else ctx.toast.error(ctx.t(isWalletModalError(notice.error) ? 'send.failed' : 'send.unexpected'))
      return undefined
    },
  }
}
