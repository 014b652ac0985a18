import type { Network } from '@wallet-modal/kernel'
import { caipOf, chains } from '../chains.js'
import type { BitcoinListener } from '../contract.js'

export const payment = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
export const ordinal = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
export const testnetAddress = 'tb1qcrh3yqn4nlleplcez2yndq2ry8h9ncg3qh7n54'
export const key = '02'.padEnd(66, 'a')
export const idOf = (name: string): string => chains.filter((chain) => chain.name === name).map(caipOf)[0] ?? ''
export const [mainnet, testnet, testnet4] = ['Bitcoin', 'Bitcoin Testnet', 'Bitcoin Testnet4'].map(idOf)
export const network = (caipNetworkId = ''): Network => ({
  caipNetworkId,
  namespace: 'bip122',
  reference: caipNetworkId.slice(7),
  name: caipNetworkId,
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: [],
})

/** A listener, and the list of the reports that it received. */
export function createListener() {
  const reports: unknown[] = []
  const listener: BitcoinListener = {
    accounts: (accounts) => reports.push(accounts.map(({ address }) => address)),
    network: (caipNetworkId) => reports.push(caipNetworkId),
    disconnected: () => reports.push('disconnected'),
  }
  return { reports, listener }
}
