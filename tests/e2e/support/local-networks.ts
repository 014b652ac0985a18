import type { Network } from '@wallet-modal/kernel'

/** The sandbox's chains as networks, for sites without the sandbox plugin. */
export const localNetworks = (sandboxUrl: string): readonly Network[] =>
  (['31337', '31338'] as const).map((reference, at) => ({
    caipNetworkId: `eip155:${reference}`,
    namespace: 'eip155',
    reference,
    name: at === 0 ? 'Local One' : 'Local Two',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [`${sandboxUrl}/v1/?chainId=eip155:${reference}&projectId=test`],
    testnet: true,
  }))
