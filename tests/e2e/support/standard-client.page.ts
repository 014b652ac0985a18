import { getWallets } from '@wallet-standard/app'

/** A client of its own on the page: the registry that sites' Solana libraries read. */
Object.assign(window, { standardWallets: getWallets() })
