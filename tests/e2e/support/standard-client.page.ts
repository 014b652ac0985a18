import { getWallets } from '@wallet-standard/app'

/** A second client of the Wallet Standard: the registry that Solana libraries of sites read. */
Object.assign(window, { standardWallets: getWallets() })
