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

/** Slot of the kernel. Declared by name, because an import would load `@wallet-modal/kernel/assets` with the page. */
const sendHandlers = slot<SendHandler>('@wallet-modal/kernel#sendHandlers')

/** Return value of `modal.use(send)`. */
export interface SendApi {
  /**
   * Opens the form with the given values, which the visitor cannot change. Nothing is sent without the visitor's confirmation. The `status` of the
   * result is `sent` if the wallet has sent the transaction, `unknown` if the wallet's reply was lost, and `cancelled` if the visitor left the modal.
   * Rejects with `INVALID_ARGUMENT`, `NOT_CONNECTED` or `UNKNOWN_NETWORK`.
   */
  send(params: SendParams): Promise<SendResult | { readonly status: 'cancelled' }>
  /**
   * Signal: a promise while a transaction waits for approval in the wallet, otherwise `null`. The promise resolves to the result, or to `undefined` if
   * nothing was sent. If the visitor closes the modal, the request stays pending in the wallet.
   */
  readonly pending: ReadonlySignal<Promise<SendResult | undefined> | null>
}

/** Form with which visitors send tokens. Supports each chain family whose plugin adds a handler to the slot `sendHandlers`. */
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
