import { effect, groupAddress } from '@wallet-modal/kernel'
import { type Balance, watchBalance } from './balance'
import { part, piece } from './page'
import { modal } from './wallet-modal.config'

/** Connected account: complete address, network, and native balance. */
export function mountAccountCard(card: HTMLElement): void {
  const [address, network] = [part(card, '[data-testid="address"]'), part(card, '[data-testid="network"]')]
  const [balance, wallet] = [part(card, '[data-testid="balance"]'), part(card, '[data-testid="wallet"]')]
  effect(() => {
    const now = modal.connections.active.value
    if (!now) return
    address.dataset.address = now.account.address
    address.replaceChildren(...groupAddress(now.account.address).map((group) => piece('span', '', group)))
    network.replaceChildren(
      now.network?.name ?? piece('span', 'warning', 'This site does not use the wallet’s network'),
    )
    wallet.textContent = now.connectorName
  })
  watchBalance((now) => balance.replaceChildren(drawBalance(now)))
  part(card, 'button').addEventListener('click', () => void modal.open())
}

function drawBalance(balance: Balance): string | HTMLElement {
  if (balance.status === 'ready') return balance.text
  if (balance.status === 'unknown') return '—'
  const skeleton = piece('span', 'skeleton')
  skeleton.role = 'status'
  skeleton.ariaLabel = 'Loading'
  return skeleton
}
