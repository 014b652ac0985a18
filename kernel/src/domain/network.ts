import { WalletModalError } from '../errors.js'
import { parseCaipNetworkId } from './caip.js'

export interface Currency {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** A chain that the site knows. */
export interface Network {
  /** CAIP-2, for example `eip155:1`. */
  readonly caipNetworkId: string
  /** The first part of the CAIP-2 id. */
  readonly namespace: string
  /** The second part of the CAIP-2 id. */
  readonly reference: string
  readonly name: string
  readonly nativeCurrency: Currency
  /** Public RPC URLs: handed to wallets when a chain is added, and the last resort for reads. */
  readonly rpcUrls: readonly string[]
  readonly explorerUrl?: string
  readonly testnet?: boolean
  readonly imageUrl?: string
}

/** Checks a network that somebody wrote by hand. Throws `INVALID_CONFIG` that names the field. */
export function checkNetwork(network: Network): Network {
  const wrong = (field: string, need: string): never => {
    throw new WalletModalError('INVALID_CONFIG', `Network ${JSON.stringify(network?.caipNetworkId)}: "${field}" must be ${need}.`)
  }
  const { namespace, reference } = parseCaipNetworkId(network?.caipNetworkId)
  if (network.namespace !== namespace) wrong('namespace', `"${namespace}"`)
  if (network.reference !== reference) wrong('reference', `"${reference}"`)
  if (typeof network.name !== 'string' || !network.name) wrong('name', 'a text')
  const { name, symbol, decimals } = network.nativeCurrency ?? {}
  if (typeof name !== 'string' || typeof symbol !== 'string') wrong('nativeCurrency', '{ name, symbol, decimals }')
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 36) wrong('nativeCurrency.decimals', 'a whole number from 0 to 36')
  if (!Array.isArray(network.rpcUrls) || !network.rpcUrls.every((url) => /^(https?|wss?):\/\//.test(String(url)))) {
    wrong('rpcUrls', 'a list of http(s) or ws(s) URLs')
  }
  return network
}
