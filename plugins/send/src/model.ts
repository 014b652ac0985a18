import { type Context, computed, disconnected, type ReadonlySignal, type Signal } from '@wallet-modal/kernel'
import { type SendResult, WalletSend, WalletSendPreview, WalletSendSelectToken, WalletSendUnknown } from './contract.js'
import { createSendFlow, type SendFlow } from './flow.js'
import { createSendForm, type SendForm } from './form/form.js'
import type { FormStatus } from './form/form-status.js'
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
  /** Repeats a failed opening: switches to the network in `SendParams` and fills in the other values. */
  retryOpening(): void
  /**
   * Complete form: opens the review. No token: opens the token list. While the form is being checked: does nothing. Otherwise: displays a toast that
   * asks for a valid amount and receiver.
   */
  review(): void
  submit(): void
}

/** Part of `setup`'s return value. */
export interface PendingSubmission {
  /** Result of the request that is pending in the wallet; `null` if there is none. */
  readonly pending: Signal<Promise<SendResult | undefined> | null>
}

/** Opens the review at once if the site has set every field and the checks have passed. */
function reviewPreset(ctx: Context, form: SendForm, opening: ReadonlySignal<Opening>): void {
  let reviewedOpening: Opening | undefined
  ctx.effect(() => {
    const openingState = opening.value
    const { assetId, amount, receiver } = openingState.preset
    if (form.status.value !== 'complete' || openingState.status !== 'ready' || openingState === reviewedOpening) return
    if (assetId === undefined || amount === undefined || receiver === undefined) return
    reviewedOpening = openingState
    if (ctx.router.current.peek()?.view.name === WalletSend.name) void ctx.router.push(WalletSendPreview)
  })
}

/** Chooses a token if no token of the network is chosen. Prefers tokens with a balance and without spam flags. */
function offerFirstToken(ctx: Context, form: SendForm, opening: ReadonlySignal<Opening>): void {
  ctx.effect(() => {
    const tokens = form.tokens.all.value
    const { status, preset } = opening.value
    const first = tokens.find(({ amount, spamFlags = [] }) => amount !== 0n && spamFlags.length === 0) ?? tokens[0]
    if (first && status === 'ready' && preset.assetId === undefined) form.offerToken(first)
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
    // a transfer that is pending in the wallet may still be sent: the form must not offer the same transfer again
    if (!isSubmitting) opening.invalidate()
  })
}

/** Key of the text that explains why an incomplete form cannot be reviewed. */
const incompleteTextOf = (status: FormStatus) =>
  status === 'scaledToken' || status === 'uncheckedAmount' ? (`form.${status}` as const) : 'send.incomplete'

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

  const openUnresolved = async (): Promise<void> => {
    const isDisplayed = (): boolean => {
      const currentView = ctx.router.current.peek()?.view.name
      return currentView === WalletSend.name || currentView === WalletSendPreview.name
    }
    const isFound = await result.showUnresolved(isDisplayed)
    if (isFound && isDisplayed()) void ctx.router.push(WalletSendUnknown)
  }
  offerFirstToken(ctx, form, opening.state)
  clearOnDisconnect(ctx, { form, flow, opening })
  return {
    ...{ form, flow, scan, opening: opening.state, retryOpening: opening.retry, result: result.current },
    recent: computed(() => recent.of(form.context.value?.network.caipNetworkId ?? '').slice(0, MAX_OFFERED)),
    begin(visit) {
      opening.begin(visit)
      openUnresolved().catch(ctx.log.info) // retried on the next visit
      void scan.offer()
      void form.tokens.refresh()
    },
    switchToLink() {
      const receiverState = form.receiver.peek()
      if (receiverState.status !== 'refused' || !receiverState.network) return
      form.confirmLink()
      ctx.connections.switchNetwork(receiverState.network.caipNetworkId).catch((error: unknown) => {
        ctx.log.info('the network was not switched', error)
        ctx.toast.error(ctx.t('send.declinedSwitch'))
      })
    },
    review() {
      const status = form.status.peek()
      if (status === 'complete') void ctx.router.push(WalletSendPreview)
      else if (status === 'selectToken') void ctx.router.push(WalletSendSelectToken)
      else if (status !== 'checking') ctx.toast.error(ctx.t(incompleteTextOf(status)))
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
