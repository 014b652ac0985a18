import { connectionOf } from '../domain/connections/connection-of.js'
import { view } from '../plugins/token.js'
import { format } from '../texts/i18n.js'
import type { ElementKind } from './base.js'
import { imageElement, textElement } from './dom-elements.js'
import { openOrDefault } from './open-for.js'

/** View with the list of networks. A site may lack the plugin of this view, so the view is referenced by name, without an import of the plugin. */
const Networks = view('@wallet-modal/account#Networks')

/** `<wallet-modal-network-button>`: displays the active network; opens the list of networks. */
export const networkButton: ElementKind = {
  draw({ modal, host, button, texts }) {
    const connection = connectionOf(modal, host.getAttribute('namespace'))
    const { selectNetwork = '', unsupported = '' } = texts.value
    const network = connection?.network
    const isUnsupported = connection !== null && !network
    const label = host.getAttribute('label') ?? selectNetwork
    button.className = 'quiet'
    if (network) button.setAttribute('aria-label', format(texts.value, 'en', 'network', { name: network.name }))
    else button.removeAttribute('aria-label')
    if (network) button.replaceChildren(...imageElement(network.imageUrl), textElement('bdi', '', network.name))
    else
      button.replaceChildren(textElement('span', isUnsupported ? 'warning' : '', isUnsupported ? unsupported : label))
  },
  click: (modal) => openOrDefault(modal, { view: Networks }),
}
