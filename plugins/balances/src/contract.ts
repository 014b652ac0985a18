import { view } from '@wallet-modal/kernel'

/** The tokens of the account in use: a tab of the account, or a view of its own. */
export const Tokens = view('@wallet-modal/balances#Tokens')

/** The collectibles of the account in use. */
export const Nfts = view('@wallet-modal/balances#Nfts')
