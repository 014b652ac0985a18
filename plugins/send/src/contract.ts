import { view } from '@wallet-modal/kernel'

/** What is settled before the visitor sees anything; they cannot change it. */
export interface SendParams {
  /** CAIP-19: `eip155:1/slip44:60`, `eip155:1/erc20:0x6B17…`. */
  readonly token?: string
  /** In whole units, as a person would type it: `0.25`. Needs `token`. */
  readonly amount?: string
  /** An address, or a name that leads to one. */
  readonly receiver?: string
  /** CAIP-2. The wallet is asked to switch there first. Default: the token's network, else the one in use. */
  readonly network?: string
}

/** How a send ended that was handed to the wallet. */
export type SendResult =
  | { readonly status: 'sent'; readonly hash: string }
  /** The wallet's answer got lost, so it may be on its way. Never send it again by yourself. */
  | { readonly status: 'unknown'; readonly hash?: string }

/** Choose token, amount and receiver. Its result is `undefined` where the visitor left without sending. */
export const WalletSend = view<SendParams | undefined, SendResult>('@wallet-modal/send#WalletSend')

export const WalletSendSelectToken = view('@wallet-modal/send#WalletSendSelectToken')

/** Reads an address or a payment link with the camera. */
export const WalletSendScan = view('@wallet-modal/send#WalletSendScan')

/** What the transaction says, and the button that hands it to the wallet. */
export const WalletSendPreview = view('@wallet-modal/send#WalletSendPreview')

/** What became of the transaction. */
export const WalletSendConfirmed = view('@wallet-modal/send#WalletSendConfirmed')

/** Shown where the wallet's answer got lost. */
export const WalletSendUnknown = view('@wallet-modal/send#WalletSendUnknown')
