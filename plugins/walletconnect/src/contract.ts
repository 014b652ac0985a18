import { view } from '@wallet-modal/kernel'

/** A wallet that is reached by its links, in the field names of the wallet catalogue. */
export interface LinkedWallet {
  readonly name: string
  readonly image_url?: string | undefined
  /** The app on a phone: a scheme such as `zephyr://` or a universal link such as `https://zephyr.example`. */
  readonly mobile_link?: string | undefined
  readonly desktop_link?: string | undefined
  readonly webapp_link?: string | undefined
}

/** Pairs with one wallet, by a QR code or by opening it. */
export const ConnectingWalletConnect = view<{ readonly wallet: LinkedWallet }>(
  '@wallet-modal/walletconnect#ConnectingWalletConnect',
)

/** Pairs with whatever wallet scans the QR code. */
export const ConnectingWalletConnectBasic = view('@wallet-modal/walletconnect#ConnectingWalletConnectBasic')
