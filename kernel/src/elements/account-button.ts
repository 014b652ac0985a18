import { shortenAddress } from '../domain/account.js'
import { displayAmount } from '../domain/assets/amount.js'
import { connectionOf } from '../domain/connections/connection-of.js'
import type { ActiveConnection } from '../domain/connections/connections.js'
import { transactionSettled } from '../domain/events.js'
import type { WalletModal } from '../modal/wallet-modal.js'
import { format } from '../texts/i18n.js'
import type { DrawContext, ElementKind } from './base.js'
import { imageElement, textElement } from './dom-elements.js'

const countAttribute = (host: HTMLElement, name: string, fallback: number): number => {
  const parsed = Number.parseInt(host.getAttribute(name) ?? '', 10)
  return parsed >= 0 && parsed <= 64 ? parsed : fallback
}

/** Writes the native balance to `label`, and again after each transaction. `label` stays empty if the balance cannot be read. Returns a cleanup. */
function showBalance(modal: WalletModal, { adapter, network }: ActiveConnection, label: HTMLElement): () => void {
  const controller = new AbortController()
  let requestCount = 0
  const readBalance = (): void => {
    if (!network) return
    const request = ++requestCount
    const { decimals, symbol } = network.nativeCurrency
    adapter.balance(controller.signal).then(
      (base) => {
        if (request === requestCount && !controller.signal.aborted)
          label.textContent = `${displayAmount(base, decimals)} ${symbol}`
      },
      () => {}, // the modal displays the error; a button has no space for it
    )
  }
  const stop = modal.on(transactionSettled, readBalance)
  readBalance()
  return () => {
    stop()
    controller.abort()
  }
}

/** Renders a connected account: the wallet's logo, the balance (unless `balance="hide"` is set) and the shortened address. */
export function drawAccount(
  connection: ActiveConnection,
  { modal, button, host, texts }: DrawContext,
): void | (() => void) {
  const { address } = connection.account
  const connector = connection.adapter.connectors.value.find((one) => one.id === connection.connectorId)
  const short = textElement(
    'bdi',
    'address',
    shortenAddress(address, countAttribute(host, 'chars-start', 6), countAttribute(host, 'chars-end', 4)),
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

/** `<wallet-modal-account-button>`: displays the connected account and opens the modal. Hidden while no account is connected. */
export const accountButton: ElementKind = {
  draw(context) {
    const connection = connectionOf(context.modal, context.host.getAttribute('namespace'))
    context.button.hidden = connection === null
    if (connection) return drawAccount(connection, context)
  },
  click: (modal) => modal.open(),
}
