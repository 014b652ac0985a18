import {
  type Context,
  computed,
  disconnected,
  type FlowNotice,
  type ReadonlySignal,
  type SentTransaction,
  signal,
  WalletModalError,
} from '@wallet-modal/kernel'
import { createTransactionFlow, type TransactionFlow } from '@wallet-modal/kernel/transactions'
import { type Bridges, createBridges } from './bridges/bridges.js'
import { type SwapParams, SwapPreview, SwapSelectToken } from './contract.js'
import { createPreset } from './form/preset.js'
import { createSwapForm, type SwapForm } from './form/swap-form.js'
import { createSwapPlan, type SwapPlan } from './plan.js'
import type { QuoteState } from './quotes/quotes.js'
import { createSubmission } from './submission.js'

export interface SwapModel {
  readonly form: SwapForm
  readonly flow: TransactionFlow<SwapPlan>
  readonly bridges: Bridges
  /** Whether an approval of the token to pay, submitted by the active account, is pending on the chain. */
  readonly isApproving: ReadonlySignal<boolean>
  /** Transaction whose result is unknown, because the wallet's reply was lost. */
  readonly lostTransaction: ReadonlySignal<SentTransaction | null>
  /** Called when the view `Swap` is displayed. */
  begin(params: SwapParams | undefined): void
  /** Complete form: opens the review. Token missing: opens the choice of the token. Invalid amount: displays a toast. Otherwise does nothing. */
  review(): void
  submit(): void
  /** Requests a new quote and prepares the transaction again. */
  retry(): void
}

/**
 * Returns a function that reads the chain family of the active wallet. A change takes effect in a microtask, so that listeners of `disconnected`
 * still read the family of the wallet that was active before.
 */
function createDelayedNamespace(ctx: Context): () => string | undefined {
  let namespace = ctx.connections.active.peek()?.namespace
  ctx.effect(() => {
    const next = ctx.connections.active.value?.namespace
    queueMicrotask(() => {
      namespace = next
    })
  })
  return () => namespace
}

/** Failure to display if the request for a quote failed or no source has enough liquidity. Otherwise `undefined`. */
function planFailureOf(ctx: Context, state: QuoteState): FlowNotice | undefined {
  if (state.status === 'failed') return { code: 'failed', error: state.error }
  if (state.status !== 'insufficientLiquidity') return undefined
  return { code: 'failed', error: new WalletModalError('NOT_SENT', ctx.t('error.insufficientLiquidity')) }
}

export function createSwapModel(ctx: Context): SwapModel {
  const preset = createPreset(ctx, createSwapForm(ctx), () => {
    // the reply to a request that is pending in the wallet must not clear the edited form
    if (flow.state.peek().status === 'submitting') flow.reset()
  })
  const { form } = preset
  const { quotes } = form
  const bridges = createBridges(ctx)
  const approvalCount = signal(0)
  const plan = createSwapPlan(ctx, quotes, approvalCount)
  const isCompleting = computed(() => quotes.state.value.status === 'loading')
  const planFailure = computed(() => planFailureOf(ctx, quotes.state.value))
  const flow = createTransactionFlow<SwapPlan>(ctx, { plan, isCompleting, planFailure })
  const { isApproving, lostTransaction, submit, showLost } = createSubmission(ctx, {
    form,
    flow,
    bridges,
    approvalCount,
  })
  const activeNamespace = createDelayedNamespace(ctx)
  ctx.on(disconnected, ({ namespace }) => {
    const wasSubmitting = flow.state.peek().status === 'submitting'
    flow.release(namespace)
    if (wasSubmitting && flow.state.peek().status === 'idle') ctx.toast.hide()
    // the form stays filled in if a wallet of another chain family disconnects
    if (namespace !== activeNamespace()) return
    form.clear()
    if (ctx.connections.active.peek() === null) preset.invalidate()
  })
  const openTokenChoice = (): void => {
    const side = form.pay.peek() ? 'receive' : 'pay'
    void ctx.router.push(SwapSelectToken, { side } as const)
  }
  return {
    ...{ form, flow, bridges, isApproving, lostTransaction },
    begin(params) {
      showLost().catch(ctx.log.info) // retried on the next visit
      form.refresh()
      preset.apply(params, ctx.router.current.peek()?.key)
    },
    review() {
      const status = form.status.peek()
      if (status === 'complete') void ctx.router.push(SwapPreview)
      else if (status === 'selectToken') openTokenChoice()
      else if (status === 'incorrectValue') ctx.toast.error(ctx.t('toast.amount'))
    },
    submit: () => void submit().catch(ctx.log.error),
    retry() {
      void quotes.refresh()
      flow.prepare()
    },
  }
}
