import { view } from '@wallet-modal/kernel'

/** A wallet that is opened by links, with the field names of the wallet catalogue. */
export interface LinkedWallet {
  readonly name: string
  readonly image_url?: string | undefined
  /** Link of the mobile app: a scheme such as `zephyr://` or a universal link such as `https://zephyr.example`. */
  readonly mobile_link?: string | undefined
  readonly desktop_link?: string | undefined
  readonly webapp_link?: string | undefined
  /** Store page of the extension for this browser. */
  readonly chrome_store?: string | undefined
  /** Identifies the wallet, like its catalogue id, if it is installed in this browser. */
  readonly rdns?: string | undefined
  readonly id?: string | undefined
}

/** Parameters of {@link ConnectingWalletConnect}. */
export interface PairingParams {
  readonly wallet: LinkedWallet
  /** Shows where to get the wallet; if absent, this is not offered. */
  readonly get?: (() => void) | undefined
}

/** Pairs with one wallet, by QR code or by opening it. */
export const ConnectingWalletConnect = view<PairingParams>('@wallet-modal/walletconnect#ConnectingWalletConnect')

/** Pairs with any wallet that scans the QR code. */
export const ConnectingWalletConnectBasic = view('@wallet-modal/walletconnect#ConnectingWalletConnectBasic')
