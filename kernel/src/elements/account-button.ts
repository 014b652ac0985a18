import { shortenAddress } from '../domain/account.js'
import { displayAmount } from '../domain/assets/amount.js'
import { connectionOf } from '../domain/connections/connection-of.js'
import type { ActiveConnection } from '../domain/connections/connections.js'
import { transactionSettled } from '../domain/events.js'
import type { WalletModal } from '../modal/wallet-modal.js'
import { format } from '../texts/i18n.js'
import type { Drawing, ElementKind } from './base.js'
import { imageElement, textElement } from './dom-elements.js'

const count = (host: HTMLElement, name: string, standard: number): number => {
  const parsed = Number.parseInt(host.getAttribute(name) ?? '', 10)
  return parsed >= 0 && parsed <= 64 ? parsed : standard
}

/** Displays the native balance in `label` once it is known, and again after a transaction. Hidden if it cannot be read. */
function showBalance(modal: WalletModal, { adapter, network }: ActiveConnection, label: HTMLElement): () => void {
  const left = new AbortController()
  let requestCount = 0
  const ask = (): void => {
    if (!network) return
    const turn = ++requestCount
    const { decimals, symbol } = network.nativeCurrency
    adapter.balance(left.signal).then(
      (base) => {
        if (turn === requestCount && !left.signal.aborted)
          label.textContent = `${displayAmount(base, decimals)} ${symbol}`
      },
      () => {}, // the modal displays the error; a button has no space for it
    )
  }
  const stop = modal.on(transactionSettled, ask)
  ask()
  return () => {
    stop()
    left.abort()
  }
}

/** Renders a connected account: logo of the wallet, balance unless hidden, and shortened address. */
export function drawAccount(
  connection: ActiveConnection,
  { modal, button, host, texts }: Drawing,
): void | (() => void) {
  const { address } = connection.account
  const connector = connection.adapter.connectors.value.find((one) => one.id === connection.connectorId)
  const short = textElement(
    'bdi',
    'address',
    shortenAddress(address, count(host, 'chars-start', 6), count(host, 'chars-end', 4)),
  )
  const balance = textElement('bdi', 'amount', '')
  short.dir = 'ltr'
  balance.dir = 'ltr'
  button.className = 'quiet'
  button.title = address
  button.setAttribute('aria-label', format(texts.value, 'en', 'account', { address: shortenAddress(address) }))
  button.replaceChildren(...imageElement(connector?.icon), balance, short)
  if (host.getAttribute('balance') !== 'hide') return showBalance(modal, connection, balance)
}

/** `<wallet-modal-account-button>`: the connected account; empty while there is none. */
export const accountButton: ElementKind = {
  draw(drawing) {
    const connection = connectionOf(drawing.modal, drawing.host.getAttribute('namespace'))
    drawing.button.hidden = connection === null
    if (connection) return drawAccount(connection, drawing)
  },
  click: (modal) => modal.open(),
}
