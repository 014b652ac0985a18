import { type Network, WalletModalError } from '@wallet-modal/kernel'
import type { Eip1193Provider } from '../contract.js'
import { isUnknownChain } from '../errors.js'
import { readChain, toHexChainId } from './provider.js'

const switchTo = (provider: Eip1193Provider, network: Network): Promise<unknown> =>
  provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: toHexChainId(network.reference) }] })

/** EIP-3085. The wallet gets the chain's public URLs, never one that contains the site's project id. */
const addChain = (provider: Eip1193Provider, network: Network): Promise<unknown> =>
  provider.request({
    method: 'wallet_addEthereumChain',
    params: [
      {
        chainId: toHexChainId(network.reference),
        chainName: network.name,
        nativeCurrency: network.nativeCurrency,
        rpcUrls: network.rpcUrls,
        blockExplorerUrls: network.explorerUrl ? [network.explorerUrl] : null,
      },
    ],
  })

/** Some wallets reply before they have switched, so their chain is polled. */
const SWITCH_TIMEOUT_MS = 1000
const POLL_INTERVAL_MS = 50

async function waitForSwitch(provider: Eip1193Provider, { caipNetworkId }: Network): Promise<boolean> {
  for (let waited = 0; waited <= SWITCH_TIMEOUT_MS; waited += POLL_INTERVAL_MS) {
    if ((await readChain(provider)) === caipNetworkId) return true
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
  return false
}

/**
 * Switches a wallet to a network, and adds the network first if the wallet does not know it. Resolves when the wallet has switched; throws
 * `SWITCH_FAILED` if it does not switch within {@link SWITCH_TIMEOUT_MS}.
 */
export async function switchNetwork(provider: Eip1193Provider, network: Network): Promise<void> {
  try {
    await switchTo(provider, network)
  } catch (error) {
    if (!isUnknownChain(error)) throw error
    await addChain(provider, network)
    if (await waitForSwitch(provider, network)) return
    await switchTo(provider, network)
  }
  if (await waitForSwitch(provider, network)) return
  throw new WalletModalError(
    'SWITCH_FAILED',
    `The wallet did not switch to ${network.name}. Switch to this network in the wallet and try again.`,
  )
}
