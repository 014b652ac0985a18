import { view } from '@wallet-modal/kernel'

/** A wallet that is reached by its links, in the field names of the wallet catalogue. */
export interface LinkedWallet {
  readonly name: string
  readonly image_url?: string | undefined
  /** The app on a phone: a scheme such as `zephyr://` or a universal link such as `https://zephyr.example`. */
  readonly mobile_link?: string | undefined
  readonly desktop_link?: string | undefined
  readonly webapp_link?: string | undefined
  /** Where its extension for this browser can be had. */
  readonly chrome_store?: string | undefined
  /** By this or its catalogue id the wallet is known where it is installed in this browser. */
  readonly rdns?: string | undefined
  readonly id?: string | undefined
}

/** What {@link ConnectingWalletConnect} is shown with. */
export interface PairingParams {
  readonly wallet: LinkedWallet
  /** Shows where the wallet can be had; without it that is not offered. */
  readonly get?: (() => void) | undefined
}

/** Pairs with one wallet, by a QR code or by opening it. */
export const ConnectingWalletConnect = view<PairingParams>('@wallet-modal/walletconnect#ConnectingWalletConnect')

/** Pairs with whatever wallet scans the QR code. */
export const ConnectingWalletConnectBasic = view('@wallet-modal/walletconnect#ConnectingWalletConnectBasic')
