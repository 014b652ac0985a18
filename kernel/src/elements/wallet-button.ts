import type { Connector } from '../domain/connector.js'
import type { WalletModal } from '../modal.js'
import { untracked } from '../signals.js'
import { drawAccount } from './account-button.js'
import type { ElementKind } from './base.js'
import { picture, piece } from './parts.js'

/** The wallet that the attribute `wallet` names by its rdns or connector id. One whose identity another wallet claims too is none. */
function walletOf({ connections }: WalletModal, host: HTMLElement): Connector | undefined {
  const wanted = host.getAttribute('wallet')
  return connections.adapters.value
    .flatMap((adapter) => adapter.connectors.value)
    .find((one) => (one.rdns === wanted || one.id === wanted) && !one.suspicious)
}

/** `<wallet-modal-wallet-button wallet="io.example">`: connects one wallet without the modal; opens the modal where that wallet is not installed. */
export const walletButton: ElementKind = {
  draw(drawing) {
    const { modal, host, button, texts } = drawing
    const { adapters } = modal.connections
    untracked(() => adapters.peek().map((adapter) => adapter.discover()))
    const wallet = walletOf(modal, host)
    const states = adapters.value.map((adapter) => ({ adapter, state: adapter.state.value }))
    const isBusy = states.some(({ state }) => state.status === 'connecting' && state.connectorId === wallet?.id)
    button.setAttribute('aria-busy', String(isBusy))
    for (const { adapter, state } of states) {
      if (state.status !== 'connected' || state.connectorId !== wallet?.id) continue
      const network = modal.networks.value.find((one) => one.caipNetworkId === state.caipNetworkId)
      return drawAccount({ ...state, namespace: adapter.namespace, adapter, network }, drawing)
    }
    const { connect = '', connecting = '' } = texts.value
    const label = host.getAttribute('label') ?? wallet?.name ?? connect
    button.className = ''
    button.title = ''
    button.setAttribute('aria-label', isBusy || wallet ? `${isBusy ? connecting : connect}: ${label}` : label)
    button.replaceChildren(...picture(wallet?.icon), piece('bdi', '', label))
  },
  async click(modal, host) {
    const wallet = untracked(() => walletOf(modal, host))
    const states = modal.connections.adapters.peek().map(({ state }) => state.peek())
    const own = states.find((now) => now.status !== 'disconnected' && now.connectorId === wallet?.id)
    if (own?.status === 'connecting') return // it has been asked
    if (!wallet || own?.status === 'connected') return modal.open()
    const namespace = host.getAttribute('namespace')
    return modal.connections.connect(wallet, namespace ? { namespace } : {})
  },
}
