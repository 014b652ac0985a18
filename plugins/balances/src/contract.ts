import { view } from '@wallet-modal/kernel'

/** Tokens of the active account, as a tab of the Account view or as a separate view. */
export const Tokens = view('@wallet-modal/balances#Tokens')

/** NFTs of the active account. */
export const Nfts = view('@wallet-modal/balances#Nfts')
