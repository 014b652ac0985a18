export type { BitcoinWallet, SignTask } from './contract.js'
