import type { ConnectOutcome } from '../domain/connections/adapter.js'
import type { WalletConnection } from '../domain/connections/connections.js'
import type { Connector, ConnectParams } from '../domain/connections/connector.js'
import { isWalletModalError } from '../errors/errors.js'
import type { WalletModal } from '../modal/wallet-modal.js'
import { view } from '../plugins/token.js'
import { untracked } from '../signals.js'
import { drawAccount } from './account-button.js'
import type { ElementKind } from './base.js'
import { imageElement, textElement } from './dom-elements.js'
import { openFor, openOrDefault } from './open-for.js'

/** Connector whose rdns or id is the attribute `wallet`. Ignores connectors whose identity another wallet also claims. */
function walletOf({ connections }: WalletModal, host: HTMLElement): Connector | undefined {
  const walletAttribute = host.getAttribute('wallet')
  return connections.adapters.value
    .flatMap((adapter) => adapter.connectors.value)
    .find((one) => (one.rdns === walletAttribute || one.id === walletAttribute) && !one.suspicious)
}

/** A connection of the wallet, if possible one that is active in its namespace. */
const connectionWith = ({ connections }: WalletModal, wallet: Connector | undefined): WalletConnection | undefined => {
  const all = connections.all.value.filter(({ connectorId }) => connectorId === wallet?.id)
  return all.find((one) => one.isActive) ?? all[0]
}

/**
 * Resolves to `false` if the button must open the modal, because the request failed or the wallet did not authorize the namespace. Resolves to `true`
 * if the wallet is connected, or if the visitor rejected, cancelled or replaced the request.
 */
const isDone = (request: Promise<ConnectOutcome>): Promise<boolean> =>
  request.then(
    ({ status }) => status !== 'notGranted',
    (error: unknown) => {
      if (!isWalletModalError(error) || error.code !== 'CONNECT_FAILED') throw error
      return false
    },
  )

/**
 * `<wallet-modal-wallet-button wallet="io.example">`: connects one wallet without the modal. Opens the modal if that wallet is not installed, has a
 * view of its own or does not connect. The conditions in the slot `connectGates` do not apply: the site has to display its own conditions.
 */
export const walletButton: ElementKind = {
  draw(context) {
    const { modal, host, button, texts } = context
    const { adapters } = modal.connections
    untracked(() => adapters.peek().map((adapter) => adapter.discover()))
    const wallet = walletOf(modal, host)
    const isBusy = adapters.value.some(
      ({ state: { value: now } }) => now.status === 'connecting' && now.connectorId === wallet?.id,
    )
    button.setAttribute('aria-busy', String(isBusy))
    const connection = connectionWith(modal, wallet)
    if (connection?.isActive) return drawAccount(connection, context)
    const { connect = '', connecting = '' } = texts.value
    const label = host.getAttribute('label') ?? wallet?.name ?? connect
    button.className = ''
    button.title = ''
    button.setAttribute('aria-label', isBusy || wallet ? `${isBusy ? connecting : connect}: ${label}` : label)
    button.replaceChildren(...imageElement(wallet?.icon), textElement('bdi', '', label))
  },
  async click(modal, host) {
    const wallet = untracked(() => walletOf(modal, host))
    const connection = untracked(() => connectionWith(modal, wallet))
    const isConnecting = modal.connections.adapters.peek().some(({ state }) => {
      const now = state.peek()
      return now.status === 'connecting' && now.connectorId === wallet?.id
    })
    if (isConnecting) return
    const namespace = host.getAttribute('namespace')
    if (!wallet) return openFor(modal, namespace)
    if (connection?.isActive) return openFor(modal, connection.namespace)
    if (connection) return modal.connections.activate(connection.namespace, connection.connectorId)
    const params = namespace ? { namespace } : {}
    if (wallet.view) return openOrDefault(modal, { view: view<ConnectParams>(wallet.view.name), params })
    if (!(await isDone(modal.connections.connect(wallet, params)))) await openFor(modal, namespace)
  },
}
