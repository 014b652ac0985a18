import {
  type Context,
  messageOf,
  openingViews,
  type SendOutcome,
  type SentTransaction,
  transactionSeen,
  transactionSent,
} from '@wallet-modal/kernel'
import { transactionUrl } from '@wallet-modal/kernel/assets'
import type { Asked } from './asked.js'
import { type SendResult, WalletSendConfirmed, WalletSendPreview, WalletSendUnknown } from './contract.js'
import type { createFollow } from './follow.js'
import type { Visit } from './model.js'
import { type Note, noteOf, type PreviewModel, type Shown } from './preview.js'
import type { createRecent } from './recent.js'

interface HandoverParts {
  readonly preview: PreviewModel
  readonly follow: ReturnType<typeof createFollow>
  readonly recent: ReturnType<typeof createRecent>
  readonly asked: Asked
  /** The visit that the form is filled in for. */
  visit(): Visit | undefined
  /** Answers whoever opened the view with arguments; false where nobody did. */
  answer(visit: Visit | undefined, result: SendResult): boolean
  /** The form is done with. */
  clear(): void
}

const asSent = ({ plan, review }: Shown): SentTransaction => ({
  caipNetworkId: review.caipNetworkId,
  address: review.from,
  token: plan.token,
  amount: review.amount,
  receiver: review.to,
  sentAt: Date.now(),
})

/** Hands what is on the screen to the wallet, once, and tells what became of it. */
export function createHandover(ctx: Context, parts: HandoverParts): () => Promise<SendResult | undefined> {
  const { preview, follow, recent } = parts
  const opening = ctx.all(openingViews)
  const isInSight = (): boolean => ctx.router.current.peek()?.view.name === WalletSendPreview.name

  const tellNonce = async (sent: SentTransaction, later: Promise<bigint | undefined>): Promise<void> => {
    const nonce = await later
    if (nonce !== undefined && !ctx.abortSignal.aborted) ctx.emit(transactionSeen, { ...sent, nonce })
  }
  const tell = (shown: Shown, { status, hash, nonce, trace }: Exclude<SendOutcome, { status: 'rejected' }>): void => {
    const { plan, review } = shown
    const { scene, receiverName } = plan
    const sent: SentTransaction = {
      ...asSent(shown),
      ...(hash !== undefined && { hash }),
      ...(typeof nonce === 'bigint' && { nonce }),
      ...(trace !== undefined && { trace }),
    }
    if (status === 'sent')
      recent.add(review.caipNetworkId, {
        address: review.to,
        ...(receiverName !== undefined && { name: receiverName }),
      })
    follow.follow(sent, scene.handler, transactionUrl(scene.network, hash))
    ctx.emit(transactionSent, sent)
    if (typeof nonce === 'object') void tellNonce(sent, nonce)
  }
  const end = (shown: Shown, result: SendResult, visit: Visit | undefined): SendResult => {
    const isHeld = preview.holds(shown)
    const isCurrent = isHeld && parts.visit()?.key === visit?.key
    const wasInSight = isCurrent && isInSight()
    if (result.status === 'unknown') {
      ctx.toast.hide()
      if (wasInSight) void ctx.router.replace(WalletSendUnknown)
      else ctx.toast.error(ctx.t('unknown.text')) // wherever the visitor is by now
      parts.answer(visit, result)
    } else {
      ctx.toast.success(ctx.t('send.started'))
      const home = opening.peek().find((one) => one.when())?.view
      const isAwaited = parts.answer(visit, result)
      if (wasInSight && isAwaited) void ctx.router.replace(WalletSendConfirmed)
      else if (wasInSight && home) void ctx.router.reset(home)
      else if (wasInSight) void ctx.router.replace(WalletSendConfirmed)
    }
    // what the visitor is filling in by now is another payment
    if (!isCurrent) {
      if (isHeld) preview.prepare()
      return result
    }
    preview.release()
    parts.clear()
    return result
  }
  /** For another try; what the visitor is filling in by now is another payment, which this note is not about. */
  const again = (note: Note, shown: Shown, visit: Visit | undefined): void => {
    if (preview.holds(shown)) preview.prepare(parts.visit()?.key === visit?.key ? note : undefined)
  }
  const finish = (shown: Shown, outcome: SendOutcome, visit: Visit | undefined): SendResult | undefined => {
    if (outcome.status === 'rejected') {
      ctx.toast.hide()
      again({ code: 'declined' }, shown, visit)
      return undefined
    }
    const { hash } = outcome
    if (outcome.status === 'unknown') ctx.log.warn('the answer of the wallet got lost', outcome.cause)
    tell(shown, outcome)
    return end(
      shown,
      outcome.status === 'sent'
        ? { status: 'sent', hash: outcome.hash }
        : { status: 'unknown', ...(hash !== undefined && { hash }) },
      visit,
    )
  }
  return async () => {
    const shown = preview.take()
    if (!shown) return undefined
    const visit = parts.visit()
    ctx.toast.loading(ctx.t('send.confirmInWallet'))
    const answered = parts.asked.keep(asSent(shown))
    let outcome: SendOutcome
    try {
      outcome = await shown.prepared.submit()
    } catch (error) {
      answered()
      ctx.log.warn('the transaction was not sent', messageOf(error))
      const note = noteOf(error)
      if (note.code === 'failed') ctx.toast.error(ctx.t('send.failed'))
      else ctx.toast.hide()
      again(note, shown, visit)
      return undefined
    }
    const result = finish(shown, outcome, visit)
    answered()
    return result
  }
}
