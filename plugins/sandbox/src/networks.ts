import type { Network } from '@wallet-modal/kernel'
import { localBitcoinNetwork, localEvmNetworks, localPolkadotNetwork, localSolanaNetwork } from './local-networks.js'

/** Router contract of the liquidity pools, at the same address on each EVM chain. The address depends on the deployment order. */
const SWAP_ROUTER = '0x515c9a121a1802ebea8aea860e31d096145f467a'
/** Program of the liquidity pools on the sandbox's Solana chain. It has the address of Jupiter's program. */
const SWAP_PROGRAM = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

/** Address of the contract (EVM) or program (Solana) that swap transactions call, by namespace. */
export const swapTargets: Readonly<Record<string, string>> = { eip155: SWAP_ROUTER, solana: SWAP_PROGRAM }

/** All chains of the sandbox server at `url`; the default chain of each family comes first. */
export const sandboxNetworks = (url: string): readonly Network[] =>
  [...localEvmNetworks, localSolanaNetwork, localPolkadotNetwork, localBitcoinNetwork].map((network) => ({
    ...network,
    rpcUrls: [`${url}/v1/?chainId=${network.caipNetworkId}&projectId=sandbox`],
    testnet: true,
    imageUrl: `${url}/public/getAssetImage/${network.caipNetworkId}`,
  }))
