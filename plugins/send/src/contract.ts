import { view } from '@wallet-modal/kernel'

/** Values set by the site, which the visitor cannot change. */
export interface SendParams {
  /** CAIP-19 id, such as `eip155:1/slip44:60` or `eip155:1/erc20:0x6B17…`. */
  readonly token?: string
  /** In decimal notation, such as `0.25`; not in base units. Requires `token`. */
  readonly amount?: string
  /** An address, or a name that resolves to an address. */
  readonly receiver?: string
  /** CAIP-2 id of the network. The plugin first asks the wallet to switch to it. Default: the network of `token`, else the active network. */
  readonly network?: string
}

/** Result of a submitted transaction. */
export type SendResult =
  /** `hash` is absent if the wallet of a smart account reports the hash later; listen to `transactionSeen`. */
  | { readonly status: 'sent'; readonly hash?: string }
  /** The wallet's reply was lost, so the transaction may have been sent. Never send it again automatically. */
  | { readonly status: 'unknown'; readonly hash?: string }

/**
 * Form for token, amount and receiver. Resolves to the `SendResult`, or to `undefined` if the visitor leaves the view. A transaction that is pending
 * in the wallet may still be sent after that.
 */
export const WalletSend = view<SendParams | undefined, SendResult>('@wallet-modal/send#WalletSend')

/** Choice of the token to send. */
export const WalletSendSelectToken = view('@wallet-modal/send#WalletSendSelectToken')

/** Scans an address or a payment link with the camera. */
export const WalletSendScan = view('@wallet-modal/send#WalletSendScan')

/** Review of the transaction, with the button that submits it. */
export const WalletSendPreview = view('@wallet-modal/send#WalletSendPreview')

/** Status of the transaction. */
export const WalletSendConfirmed = view('@wallet-modal/send#WalletSendConfirmed')

/** Shown if the wallet's reply was lost: the transaction may have been sent. */
export const WalletSendUnknown = view('@wallet-modal/send#WalletSendUnknown')
