import {
  type Context,
  computed,
  disconnected,
  openingViews,
  type ReadonlySignal,
  type SentTransaction,
  signal,
  type TransactionStatus,
} from '@wallet-modal/kernel'
import { displayAmount } from '@wallet-modal/kernel/assets'
import { createTransactionFlow, type TransactionFlow } from '@wallet-modal/kernel/transactions'
import { type Bridges, createBridges } from './bridges/follow.js'
import { isolate } from './bridges/wording.js'
import { type SwapParams, SwapPreview, SwapProgress, SwapSelectToken, SwapUnknown } from './contract.js'
import { isFamily } from './families/names.js'
import { createSwapForm, type SwapForm } from './form.js'
import { createSwapPlan, type SwapPlan } from './plan.js'
import { createPreset } from './preset.js'
import { isOld } from './quotes/quotes.js'

export interface SwapModel {
  readonly form: SwapForm
  readonly flow: TransactionFlow<SwapPlan>
  readonly bridges: Bridges
  /** Waits until an approval is confirmed on the chain. */
  readonly isApproving: ReadonlySignal<boolean>
  /** Transaction whose result is unknown, because the wallet's reply was lost. */
  readonly lost: ReadonlySignal<SentTransaction | null>
  begin(params: SwapParams | undefined): void
  review(): void
  submit(): void
  /** Requests a new quote and prepares the transaction again. */
  retry(): void
}

export function createSwapModel(ctx: Context): SwapModel {
  const form = createSwapForm(ctx)
  const { quotes } = form
  const bridges = createBridges(ctx)
  const preset = createPreset(ctx, form)
  const approvals = signal(0)
  const isApproving = signal(false)
  const lost = signal<SentTransaction | null>(null)
  const plan = createSwapPlan(ctx, quotes.state, approvals)
  const isCompleting = computed(() => quotes.state.value.status === 'loading')
  const flow = createTransactionFlow<SwapPlan>(ctx, { plan, isCompleting })
  const homes = ctx.all(openingViews)
  const isInView = (): boolean => ctx.router.current.peek()?.view.name === SwapPreview.name

  const afterApproval = async (sent: SentTransaction, of: SwapPlan): Promise<void> => {
    isApproving.value = true
    const status = await ending(sent, of)
    isApproving.value = false
    if (status !== 'confirmed') ctx.toast.error(ctx.t('toast.failed'))
    approvals.value++
    quotes.refresh()
    if (isInView()) flow.prepare()
  }
  const afterSwap = async (sent: SentTransaction, of: SwapPlan): Promise<void> => {
    const home = homes.peek().find((one) => one.when())?.view
    const id = bridges.start(sent, of.quote)
    if (isInView()) {
      if (home) void ctx.router.reset(home)
      if (id !== undefined) void (home ? ctx.router.push : ctx.router.replace)(SwapProgress, { id })
    } else if (id !== undefined)
      ctx.toast.success(ctx.t('toast.onItsWay', { network: isolate(of.quote.request.receiveNetwork.name) }))
    form.clear()
    flow.reset()
    const status = await ending(sent, of)
    form.refresh(true)
    if (id !== undefined) {
      // the tokens arrive later: the order reports it
      if (status !== 'failed' && status !== 'replaced') return
      // the transaction failed or was replaced, so the bridge received nothing
      bridges.drop(id)
    }
    if (status === 'confirmed' && sent.type === 'swap') ctx.toast.success(ctx.t('toast.swapped', swapText(sent)))
    else ctx.toast.error(ctx.t('toast.failed'))
  }
  const submit = async (): Promise<void> => {
    const now = flow.state.peek()
    if (now.status !== 'ready') return
    if (isOld(now.displayed.plan.quote)) {
      quotes.refresh()
      flow.prepare({ code: 'changed' })
      return
    }
    const { plan: submitted, review } = now.displayed
    const isApproval = review.actions.every(({ type }) => type === 'approval')
    const pending = flow.submit()
    if (flow.state.peek().status === 'submitting')
      ctx.toast.loading(ctx.t(isApproval ? 'toast.approve' : 'toast.confirm'))
    const outcome = await pending
    if (outcome.status === 'sent') {
      ctx.toast.hide()
      return isApproval ? afterApproval(outcome.sent, submitted) : afterSwap(outcome.sent, submitted)
    }
    if (outcome.status === 'unknown') {
      ctx.toast.hide()
      lost.value = outcome.sent
      bridges.start(outcome.sent, submitted.quote)
      if (isInView()) void ctx.router.replace(SwapUnknown)
      form.clear()
      flow.reset()
    } else if (outcome.status === 'failed' && outcome.notice.code === 'failed') ctx.toast.error(ctx.t('toast.failed'))
    else ctx.toast.hide()
  }
  ctx.on(disconnected, ({ namespace }) => {
    flow.release(namespace)
    if (isFamily(namespace)) form.clear()
  })
  return {
    ...{ form, flow, bridges, isApproving, lost },
    begin(params) {
      form.refresh()
      preset.apply(params)
    },
    review() {
      const status = form.status.peek()
      if (status === 'complete') void ctx.router.push(SwapPreview)
      else if (status === 'selectToken') void ctx.router.push(SwapSelectToken, { side: 'receive' } as const)
      else if (status === 'incorrectValue') ctx.toast.error(ctx.t('toast.amount'))
    },
    submit: () => void submit().catch(ctx.log.error),
    retry() {
      quotes.refresh()
      flow.prepare()
    },
  }
}

/** Resolves with the final status of a transaction. */
async function ending(sent: SentTransaction, { quote }: SwapPlan): Promise<TransactionStatus> {
  const status = await quote.context.connection.adapter.transactions?.track(sent)
  if (!status) return 'unknown'
  return new Promise((resolve) => {
    const stop = status.subscribe((now) => {
      if (now === 'pending' || now === 'unknown') return
      resolve(now)
      queueMicrotask(() => stop())
    })
  })
}

function swapText({ pay, receive }: Extract<SentTransaction, { readonly type: 'swap' }>) {
  return {
    from: pay.token.symbol,
    amount: displayAmount(receive.amount, receive.token.decimals),
    to: receive.token.symbol,
  }
}
