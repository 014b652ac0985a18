import type { AssetToken } from '@wallet-modal/kernel'
import { type Context, computed, type Order, type ReadonlySignal, type SentTransaction } from '@wallet-modal/kernel'
import { displayAmount, groupDigits } from '@wallet-modal/kernel/assets'
import { orderSettled, submissionId } from '@wallet-modal/kernel/transactions'
import { isBridge } from '../quotes/offers.js'
import type { Quote } from '../quotes/quotes.js'
import type { Bridge } from './bridge.js'
import { bridgesOf } from './orders.js'
import { isolate } from './texts.js'

export interface Bridges {
  /** Orders of the active account and network, newest first. */
  readonly onActiveNetwork: ReadonlySignal<readonly Order<Bridge>[]>
  /** Orders of the active account on all networks, newest first. */
  readonly ofAccount: ReadonlySignal<readonly Order<Bridge>[]>
  /**
   * Tracks a submitted swap to another network. Returns the id of its order. Returns `undefined` and tracks nothing for a swap on one network, for an
   * approval, and for a transaction that has neither hash nor trace (the wallet's reply was lost).
   */
  start(sent: SentTransaction, quote: Quote): string | undefined
  /** Removes an order whose transaction failed on the sending network. Returns false if a toast has already displayed this outcome. */
  drop(id: string): boolean
}

/** Values for the texts about a swap to another network. */
export const textsOf = ({ source, networkName, paid, received }: Bridge) => ({
  ...{ source: isolate(source), network: isolate(networkName), from: isolate(paid), to: isolate(received) },
})

/** Maximum length of an order's title. The next page load would ignore an order with a longer title. */
const MAX_TITLE = 300

const amountText = (amount: bigint, { decimals, symbol }: AssetToken): string =>
  `${groupDigits(displayAmount(amount, decimals))} ${symbol}`

/** Symbol in the text of an amount: everything after the first space, because a symbol may contain spaces. */
const symbolIn = (text: string): string => text.slice(text.indexOf(' ') + 1)

/** Tracks swaps between networks until their outcome is final, and displays the outcome in a toast. */
export function createBridges(ctx: Context): Bridges {
  const orders = bridgesOf(ctx)
  ctx.on(orderSettled, ({ id }) => {
    const order = orders.all.peek().find((one) => one.id === id)
    if (!order) return
    const { outcome, paid, received } = order.state
    const swapped = { from: symbolIn(paid), amount: received.split(' ', 1)[0] ?? '', to: symbolIn(received) }
    if (outcome === 'arrived') ctx.toast.success(() => ctx.t('toast.swapped', swapped))
    else if (outcome === 'failed' || outcome === 'reverted') ctx.toast.error(() => ctx.t('toast.failed'))
    else ctx.toast.error(() => ctx.t(`toast.${outcome}`, textsOf(order.state)))
  })
  const ofAccount = computed(() => {
    const address = ctx.connections.active.value?.account.address
    return orders.all.value.filter((order) => order.address === address)
  })
  return {
    ofAccount,
    onActiveNetwork: computed(() => {
      const caipNetworkId = ctx.connections.active.value?.caipNetworkId
      return ofAccount.value.filter((order) => order.caipNetworkId === caipNetworkId)
    }),
    start(sent, { request, source, receiveAmount, estimatedSeconds }) {
      const { hash, trace, nonce, sentAt, type } = sent
      // the trace of a batch is no unique id, because two accounts can have batches with the same trace
      const id = hash ?? (trace === undefined ? undefined : submissionId(sent))
      if (id === undefined || type !== 'swap' || !isBridge(request)) return undefined
      const { network, receiveNetwork, account, pay, receive, amount } = request
      const state: Bridge = {
        ...{ source: source.name, receive: receive.assetId, networkName: receiveNetwork.name, sentAt },
        ...(hash !== undefined && { hash }),
        ...(trace !== undefined && { trace }),
        ...(nonce !== undefined && { nonce: String(nonce) }),
        ...{ paid: amountText(amount, pay), received: amountText(receiveAmount, receive) },
        ...{ estimatedSeconds, outcome: 'pending' },
      }
      const title = ctx.t('order.title', textsOf(state)).slice(0, MAX_TITLE)
      orders.start({ id, title, caipNetworkId: network.caipNetworkId, address: account, state })
      return id
    },
    drop(id) {
      const hasEnded = orders.all.peek().some((one) => one.id === id && one.status !== 'pending')
      orders.remove(id)
      return !hasEnded
    },
  }
}
