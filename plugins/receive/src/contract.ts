import { slot, view } from '@wallet-modal/kernel'

/** The address of the account in use, to receive at. */
export const WalletReceive = view('@wallet-modal/receive#WalletReceive')

/** The networks on which that address can be paid. */
export const WalletCompatibleNetworks = view('@wallet-modal/receive#WalletCompatibleNetworks')

/** What a chain family knows about being paid. */
export interface ReceivingFamily {
  /** Of CAIP-2, such as `eip155`. */
  readonly namespace: string
  /** Whether an account has the same address on every network of the family. */
  readonly sharesAddress: boolean
  /** A link that wallets read as "pay this account"; `null` where there is none that names the network. */
  toUri(address: string, caipNetworkId: string): string | null
}

/** Chain families by other plugins. What is known already can be replaced. */
export const receivingFamilies = slot<ReceivingFamily>('@wallet-modal/receive#receivingFamilies')
