import { effect, groupAddress } from '@wallet-modal/kernel'
import { type Balance, watchBalance } from './balance'
import { findElement, createText } from './page'
import { modal } from './wallet-modal.config'

/** Connected account: complete address, network, and native balance. */
export function mountAccountCard(card: HTMLElement): void {
  const address = findElement(card, '[data-testid="address"]')
  const network = findElement(card, '[data-testid="network"]')
  const balance = findElement(card, '[data-testid="balance"]')
  const wallet = findElement(card, '[data-testid="wallet"]')
  effect(() => {
    const connection = modal.connections.active.value
    if (!connection) return
    address.dataset.address = connection.account.address
    address.replaceChildren(...groupAddress(connection.account.address).map((group) => createText('span', '', group)))
    network.replaceChildren(
      connection.network?.name ?? createText('span', 'warning', 'This site does not use the wallet’s network'),
    )
    wallet.textContent = connection.connectorName
  })
  watchBalance((next) => balance.replaceChildren(drawBalance(next)))
  findElement(card, 'button').addEventListener('click', () => void modal.open())
}

function drawBalance(balance: Balance): string | HTMLElement {
  if (balance.status === 'ready') return balance.text
  if (balance.status === 'unknown') return '—'
  const skeleton = createText('span', 'skeleton')
  skeleton.role = 'status'
  skeleton.ariaLabel = 'Loading'
  return skeleton
}
