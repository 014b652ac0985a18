import { shortenAddress } from '../domain/account.js'
import { connectionOf } from '../domain/connections/connection-of.js'
import type { WalletConnection } from '../domain/connections/connections.js'
import { format } from '../texts/i18n.js'
import type { DrawContext, ElementKind } from './base.js'
import { imageElement, textElement } from './dom-elements.js'
import { openFor } from './open-for.js'

const countAttribute = (host: HTMLElement, name: string, fallback: number): number => {
  const parsed = Number.parseInt(host.getAttribute(name) ?? '', 10)
  return parsed >= 0 && parsed <= 64 ? parsed : fallback
}

/** Renders a connected account: the wallet's logo, the balance (unless `balance="hide"` is set) and the shortened address. */
export function drawAccount(
  connection: WalletConnection,
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
  if (host.getAttribute('balance') === 'hide') return
  const controller = new AbortController()
  import('./account-balance.js').then(
    ({ showBalance }) => showBalance(modal, connection, { label: balance, abortSignal: controller.signal }),
    () => {}, // without the code, the button shows no balance
  )
  return () => controller.abort()
}

/** `<wallet-modal-account-button>`: displays the connected account and opens the modal. Hidden while no account is connected. */
export const accountButton: ElementKind = {
  draw(context) {
    const connection = connectionOf(context.modal, context.host.getAttribute('namespace'))
    context.button.hidden = connection === null
    if (connection) return drawAccount(connection, context)
  },
  click: (modal, host) => openFor(modal, host.getAttribute('namespace')),
}
