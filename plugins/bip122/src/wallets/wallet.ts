export type { BitcoinWallet } from '../contract.js'
