import { view } from '@wallet-modal/kernel'

/** The way from the account to {@link WalletReceive}. */
export const ReceiveTile = view('@wallet-modal/receive#Tile')
