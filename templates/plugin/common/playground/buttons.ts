import type { Connector, WalletModal } from '@wallet-modal/kernel'

/** Adds a button to the page. */
export function addButton(label: string, run: () => unknown): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = label
  button.onclick = () => void run()
  document.querySelector('#buttons')?.append(button)
  return button
}

/** Adds a button that connects the wallet, and disconnects it again. */
export function addConnectButton({ connections }: WalletModal, wallet: Connector): void {
  const button = addButton('Connect', () =>
    connections.active.peek() ? connections.disconnect() : connections.connect(wallet),
  )
  connections.active.subscribe((active) => {
    button.textContent = active ? `Disconnect ${active.account.address}` : 'Connect'
  })
}
