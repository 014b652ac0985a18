import { slot, view } from '@wallet-modal/kernel'

/** Address of the active account as text, QR code and payment link. */
export const WalletReceive = view('@wallet-modal/receive#WalletReceive')

/** List of the networks on which the address can receive. */
export const WalletCompatibleNetworks = view('@wallet-modal/receive#WalletCompatibleNetworks')

/** Receiving properties of a chain family. */
export interface ReceivingFamily {
  /** CAIP-2 namespace, such as `eip155`. */
  readonly namespace: string
  /** Whether an account has the same address on every network of the family. */
  readonly sharesAddress: boolean
  /** Payment link for an account; `null` if the family has no link format, or if the link would not lead to the network. */
  toUri(address: string, caipNetworkId: string): string | null
}

/** Chain families of other plugins. They take precedence over the included families. */
export const receivingFamilies = slot<ReceivingFamily>('@wallet-modal/receive#receivingFamilies')
