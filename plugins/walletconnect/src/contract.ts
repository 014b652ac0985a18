import { type ConnectParams, view } from '@wallet-modal/kernel'

/** Wallet that is opened by links, with the field names of the wallet catalogue. */
export interface LinkedWallet {
  readonly name: string
  readonly image_url?: string | undefined
  /** Link of the mobile app: a scheme such as `zephyr://` or a universal link such as `https://zephyr.example`. */
  readonly mobile_link?: string | undefined
  readonly desktop_link?: string | undefined
  readonly webapp_link?: string | undefined
  /** Store page of the extension for this browser. */
  readonly chrome_store?: string | undefined
  /** Reverse domain name (EIP-6963), which identifies the wallet's extension if it is installed in this browser. */
  readonly rdns?: string | undefined
  /** Id in the wallet catalogue. Like `rdns`, it identifies the wallet's extension. */
  readonly id?: string | undefined
}

/** Parameters of {@link ConnectingWalletConnect}. */
export interface PairingParams extends ConnectParams {
  /** Name and links of the wallet, with the field names of the wallet catalogue. */
  readonly wallet: LinkedWallet
  /** Called by the button "I do not have {name} yet". Without this function, the view has no such button. */
  readonly get?: (() => void) | undefined
}

/** View that pairs with one wallet. It shows a QR code, or opens the wallet by a link. */
export const ConnectingWalletConnect = view<PairingParams>('@wallet-modal/walletconnect#ConnectingWalletConnect')

/** View that pairs with any wallet that scans the QR code. */
export const ConnectingWalletConnectBasic = view<ConnectParams | undefined>(
  '@wallet-modal/walletconnect#ConnectingWalletConnectBasic',
)
