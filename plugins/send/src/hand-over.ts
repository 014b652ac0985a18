import {
  type Context,
  messageOf,
  openingViews,
  type SendOutcome,
  type SentTransaction,
  transactionSent,
} from '@wallet-modal/kernel'
import { transactionUrl } from '@wallet-modal/kernel/assets'
import { type SendResult, WalletSendConfirmed, WalletSendPreview, WalletSendUnknown } from './contract.js'
import type { createFollow } from './follow.js'
import { noteOf, type PreviewModel, type Shown } from './preview.js'
import type { createRecent } from './recent.js'

interface HandoverParts {
  readonly preview: PreviewModel
  readonly follow: ReturnType<typeof createFollow>
  readonly recent: ReturnType<typeof createRecent>
  /** Answers whoever opened the view with arguments; false where nobody did. */
  answer(result: SendResult): boolean
  /** The form is done with. */
  clear(): void
}

/** Hands what is on the screen to the wallet, once, and tells what became of it. */
export function createHandover(ctx: Context, parts: HandoverParts): () => Promise<SendResult | undefined> {
  const { preview, follow, recent } = parts
  const opening = ctx.all(openingViews)
  const isInSight = (): boolean => ctx.router.current.peek()?.view.name === WalletSendPreview.name

  const tell = (shown: Shown, hash: string | undefined): void => {
    const { plan, review } = shown
    const { scene, token, receiverName } = plan
    const sent: SentTransaction = {
      caipNetworkId: review.caipNetworkId,
      address: review.from,
      ...(hash !== undefined && { hash }),
      token,
      amount: review.amount,
      receiver: review.to,
      sentAt: Date.now(),
    }
    recent.add(review.caipNetworkId, { address: review.to, ...(receiverName !== undefined && { name: receiverName }) })
    follow.follow(sent, scene.handler, transactionUrl(scene.network, hash))
    ctx.emit(transactionSent, sent)
  }
  const end = (result: SendResult): SendResult => {
    const wasInSight = isInSight()
    if (result.status === 'unknown') {
      ctx.toast.hide()
      if (wasInSight) void ctx.router.replace(WalletSendUnknown)
      parts.answer(result)
    } else {
      ctx.toast.success(ctx.t('send.started'))
      const home = opening.peek().find((one) => one.when())?.view
      const isAwaited = parts.answer(result)
      if (wasInSight && isAwaited) void ctx.router.replace(WalletSendConfirmed)
      else if (wasInSight && home) void ctx.router.reset(home)
      else if (wasInSight) void ctx.router.replace(WalletSendConfirmed)
    }
    preview.release()
    parts.clear()
    return result
  }
  const finish = (shown: Shown, outcome: SendOutcome): SendResult | undefined => {
    if (outcome.status === 'rejected') {
      ctx.toast.hide()
      preview.prepare({ code: 'declined' })
      return undefined
    }
    const { hash } = outcome
    if (outcome.status === 'unknown') ctx.log.warn('the answer of the wallet got lost', outcome.cause)
    tell(shown, hash)
    return end(
      outcome.status === 'sent'
        ? { status: 'sent', hash: outcome.hash }
        : { status: 'unknown', ...(hash !== undefined && { hash }) },
    )
  }
  return async () => {
    const shown = preview.take()
    if (!shown) return undefined
    ctx.toast.loading(ctx.t('send.confirmInWallet'))
    let outcome: SendOutcome
    try {
      outcome = await shown.prepared.submit()
    } catch (error) {
      ctx.log.warn('the transaction was not sent', messageOf(error))
      const note = noteOf(error)
      if (note.code === 'failed') ctx.toast.error(ctx.t('send.failed'))
      else ctx.toast.hide()
      preview.prepare(note)
      return undefined
    }
    return finish(shown, outcome)
  }
}
