import {
  accountActions,
  balances,
  computed,
  definePlugin,
  type ReadonlySignal,
  type SendHandler,
  signal,
  slot,
} from '@wallet-modal/kernel'
import {
  type SendParams,
  type SendResult,
  WalletSend,
  WalletSendConfirmed,
  WalletSendPreview,
  WalletSendScan,
  WalletSendSelectToken,
  WalletSendUnknown,
} from './contract.js'

export type { SendParams, SendResult } from './contract.js'

/** The kernel's slot, declared by its name: importing it would load `@wallet-modal/kernel/assets` with the page. */
const sendHandlers = slot<SendHandler>('@wallet-modal/kernel#sendHandlers')

/** Return value of `modal.use(send)`. */
export interface SendApi {
  /**
   * Opens the form with the given values. If token, amount and receiver are given, opens the review once the network is switched and all checks pass.
   * Nothing is sent without the visitor's confirmation. Resolves to the status `sent` when the wallet has sent the transaction, `unknown` if the
   * wallet's reply was lost, `cancelled` if the visitor left. Rejects with `INVALID_ARGUMENT`, `NOT_CONNECTED` or `UNKNOWN_NETWORK`.
   */
  send(params: SendParams): Promise<SendResult | { readonly status: 'cancelled' }>
  /**
   * Signal: a promise while a request is pending in the wallet, otherwise `null`. The promise resolves to the result, or to `undefined` if nothing was
   * sent. Closing the modal does not cancel the request.
   */
  readonly pending: ReadonlySignal<Promise<SendResult | undefined> | null>
}

/** Sends tokens of every chain family that has a handler in the slot `sendHandlers`. */
export const send = definePlugin<object, SendApi>({
  name: '@wallet-modal/send',
  kernel: '^0.1',
  optional: [balances],
  permissions: { api: ['blockchain:/v1/profile/account/*'], storage: ['recent', 'fees'], devices: ['camera'] },
  views: [WalletSend, WalletSendSelectToken, WalletSendScan, WalletSendPreview, WalletSendConfirmed, WalletSendUnknown],
  ui: () => import('./ui.js'),
  setup(ctx) {
    const handlers = ctx.all(sendHandlers)
    const action = {
      id: 'send',
      icon: 'send',
      label: computed(() => ctx.t('send.title')),
      run: () => void ctx.router.push(WalletSend),
    } as const
    const availableAction = computed(() => {
      const namespace = ctx.connections.active.value?.namespace
      return handlers.value.some((one) => one.namespace === namespace) ? action : null
    })
    ctx.add(accountActions, availableAction, { order: 40 })
    const pending = signal<Promise<SendResult | undefined> | null>(null)
    return {
      pending,
      send: async (params) => (await import('./send-from-site.js')).sendFromSite(ctx, pending, params),
    }
  },
})
