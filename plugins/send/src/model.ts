import { type Context, computed, disconnected, type ReadonlySignal, type Signal } from '@wallet-modal/kernel'
import { type SendResult, WalletSend, WalletSendPreview, WalletSendSelectToken, WalletSendUnknown } from './contract.js'
import { createSendFlow, type SendFlow } from './flow.js'
import { createSendForm, type SendForm } from './form/form.js'
import { createOpening, type Opening, type OpeningModel, type Visit } from './form/opening.js'
import { createRecent, MAX_OFFERED, type RecentReceiver } from './receiver/recent.js'
import { createResult, type DisplayedResult } from './result.js'
import { createScan, type ScanModel } from './scan/scan.js'

export interface SendModel {
  readonly form: SendForm
  readonly flow: SendFlow
  readonly opening: ReadonlySignal<Opening>
  readonly scan: ScanModel
  readonly result: ReadonlySignal<DisplayedResult | null>
  readonly recent: ReadonlySignal<readonly RecentReceiver[]>
  /** Called when the view `WalletSend` is displayed. */
  begin(visit: Visit): void
  /** Requests a switch to the network of the payment link in the receiver field. */
  switchToLink(): void
  /** Tries again to switch to the site's network and to fill in its values. */
  retryOpening(): void
  /** Opens the review of a complete form, or the choice of a token if there is none. Otherwise displays a toast that asks for amount and receiver. */
  review(): void
  submit(): void
}

/** Value returned by `setup`: outcome of the request that is pending in the wallet. */
export interface PendingSubmission {
  readonly pending: Signal<Promise<SendResult | undefined> | null>
}

/** Opens the review at once if the site has set every field and the checks have passed. */
function reviewPreset(ctx: Context, form: SendForm, opening: ReadonlySignal<Opening>): void {
  let reviewedOpening: Opening | undefined
  ctx.effect(() => {
    const now = opening.value
    const { assetId, amount, receiver } = now.preset
    if (form.status.value !== 'complete' || now.status !== 'ready' || now === reviewedOpening) return
    if (assetId === undefined || amount === undefined || receiver === undefined) return
    reviewedOpening = now
    if (ctx.router.current.peek()?.view.name === WalletSend.name) void ctx.router.push(WalletSendPreview)
  })
}

interface FormModels {
  readonly form: SendForm
  readonly flow: SendFlow
  readonly opening: OpeningModel
}

function clearOnDisconnect(ctx: Context, { form, flow, opening }: FormModels): void {
  ctx.on(disconnected, ({ namespace }) => {
    const isSubmitting = flow.state.peek().status === 'submitting'
    flow.release(namespace)
    if (isSubmitting && flow.state.peek().status === 'idle') ctx.toast.hide()
    // the form stays filled in if a wallet of another chain family disconnects
    if (form.namespace() !== undefined && form.namespace() !== namespace) return
    form.clear()
    // a wallet that is still submitting may send the transaction: after a reconnect, this visit must not offer the same transfer again
    if (!isSubmitting) opening.invalidate()
  })
}

export function createSendModel(ctx: Context, _options: object, { pending }: PendingSubmission): SendModel {
  const recent = createRecent(ctx)
  const result = createResult(ctx)
  const form = createSendForm(ctx, recent, () => {
    // the reply to a request that is pending in the wallet must not clear the edited form
    if (flow.state.peek().status === 'submitting') flow.reset()
  })
  const clear = (): void => {
    flow.reset()
    form.clear()
  }
  const opening = createOpening(ctx, { form, clear })
  const flow = createSendFlow(ctx, { form, opening, result, recent })
  const scan = createScan(ctx)
  reviewPreset(ctx, form, opening.state)

  const showLost = async (): Promise<void> => {
    const hasLost = await result.showLost()
    const now = ctx.router.current.peek()?.view.name
    if (hasLost && (now === WalletSend.name || now === WalletSendPreview.name)) void ctx.router.push(WalletSendUnknown)
  }
  ctx.effect(() => {
    const [only, ...others] = form.tokens.all.value
    if (only && others.length === 0 && opening.state.value.status === 'ready') form.offerToken(only)
  })
  clearOnDisconnect(ctx, { form, flow, opening })
  return {
    ...{ form, flow, scan, opening: opening.state, retryOpening: opening.retry, result: result.current },
    recent: computed(() => recent.of(form.context.value?.network.caipNetworkId ?? '').slice(0, MAX_OFFERED)),
    begin(visit) {
      opening.begin(visit)
      showLost().catch(ctx.log.info) // retried on the next visit
      void scan.offer()
      void form.tokens.refresh()
    },
    switchToLink() {
      const now = form.receiver.peek()
      if (now.status !== 'refused' || !now.network) return
      form.confirmLink()
      ctx.connections.switchNetwork(now.network.caipNetworkId).catch((error: unknown) => {
        ctx.log.info('the network was not switched', error)
        ctx.toast.error(ctx.t('send.declinedSwitch'))
      })
    },
    review() {
      const status = form.status.peek()
      if (status === 'complete') void ctx.router.push(WalletSendPreview)
      else if (status === 'selectToken') void ctx.router.push(WalletSendSelectToken)
      else if (status !== 'checking') ctx.toast.error(ctx.t('send.incomplete'))
    },
    submit() {
      if (flow.state.peek().status !== 'ready') return
      const submission = flow.submit()
      pending.value = submission
      void submission.finally(() => {
        if (pending.peek() === submission) pending.value = null
      })
    },
  }
}
