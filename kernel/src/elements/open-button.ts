import { connectionOf } from '../domain/connections/connection-of.js'
import type { WalletModal } from '../modal/wallet-modal.js'
import { drawAccount } from './account-button.js'
import type { ElementKind } from './base.js'
import { openFor } from './open-for.js'

/** Status of one namespace; without a namespace, of the modal. Reads signals. */
const statusOf = ({ connections }: WalletModal, namespace: string | null): string | undefined =>
  namespace
    ? connections.adapters.value.find((one) => one.namespace === namespace)?.state.value.status
    : connections.status.value

/** `<wallet-modal-button>`: opens the modal; displays the account while a wallet is connected. */
export const openButton: ElementKind = {
  draw(context) {
    const { modal, host, button, texts } = context
    const connection = connectionOf(modal, host.getAttribute('namespace'))
    const status = statusOf(modal, host.getAttribute('namespace'))
    const isBusy = !connection && (status === 'connecting' || status === 'reconnecting')
    button.setAttribute('aria-busy', String(isBusy))
    if (connection) return drawAccount(connection, context)
    const { connect = '', connecting = '' } = texts.value
    button.className = ''
    button.title = ''
    button.removeAttribute('aria-label')
    button.replaceChildren(
      isBusy ? (host.getAttribute('loading-label') ?? connecting) : (host.getAttribute('label') ?? connect),
    )
  },
  click: (modal, host) => openFor(modal, host.getAttribute('namespace')),
}
