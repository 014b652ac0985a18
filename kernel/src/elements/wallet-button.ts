import type { ActiveConnection } from '../domain/connections/connections.js'
import type { Connector } from '../domain/connections/connector.js'
import { isWalletModalError } from '../errors/errors.js'
import type { WalletModal } from '../modal/wallet-modal.js'
import { untracked } from '../signals.js'
import { drawAccount } from './account-button.js'
import type { ElementKind } from './base.js'
import { imageElement, textElement } from './dom-elements.js'

/** Wallet of the attribute `wallet`, by rdns or connector id. Ignores wallets whose identity another one claims too. */
function walletOf({ connections }: WalletModal, host: HTMLElement): Connector | undefined {
  const walletAttribute = host.getAttribute('wallet')
  return connections.adapters.value
    .flatMap((adapter) => adapter.connectors.value)
    .find((one) => (one.rdns === walletAttribute || one.id === walletAttribute) && !one.suspicious)
}

/** The wallet's connection; the active one if it is connected in several namespaces. */
const connectionWith = ({ connections }: WalletModal, wallet: Connector | undefined): ActiveConnection | undefined => {
  const own = connections.all.value.filter(({ connectorId }) => connectorId === wallet?.id)
  return own.find((one) => one.isInUse) ?? own[0]
}

/**
 * `<wallet-modal-wallet-button wallet="io.example">`: connects one wallet without the modal; opens the modal if that wallet is not installed. The
 * modal's conditions (`connectGates`) do not apply: display the site's own.
 */
export const walletButton: ElementKind = {
  draw(drawing) {
    const { modal, host, button, texts } = drawing
    const { adapters } = modal.connections
    untracked(() => adapters.peek().map((adapter) => adapter.discover()))
    const wallet = walletOf(modal, host)
    const isBusy = adapters.value.some(
      ({ state: { value: now } }) => now.status === 'connecting' && now.connectorId === wallet?.id,
    )
    button.setAttribute('aria-busy', String(isBusy))
    const own = connectionWith(modal, wallet)
    if (own?.isInUse) return drawAccount(own, drawing)
    const { connect = '', connecting = '' } = texts.value
    const label = host.getAttribute('label') ?? wallet?.name ?? connect
    button.className = ''
    button.title = ''
    button.setAttribute('aria-label', isBusy || wallet ? `${isBusy ? connecting : connect}: ${label}` : label)
    button.replaceChildren(...imageElement(wallet?.icon), textElement('bdi', '', label))
  },
  async click(modal, host) {
    const wallet = untracked(() => walletOf(modal, host))
    const own = untracked(() => connectionWith(modal, wallet))
    const isAsked = modal.connections.adapters.peek().some(({ state }) => {
      const now = state.peek()
      return now.status === 'connecting' && now.connectorId === wallet?.id
    })
    if (isAsked) return
    if (!wallet || own?.isInUse) return modal.open()
    if (own) return modal.connections.activate(own.namespace, own.connectorId)
    const namespace = host.getAttribute('namespace')
    return modal.connections.connect(wallet, namespace ? { namespace } : {}).catch((error: unknown) => {
      if (!isWalletModalError(error) || error.code !== 'CONNECT_FAILED') throw error
      return modal.open() // reported by `connectFailed`; the modal is opened so that the button has a visible effect
    })
  },
}
