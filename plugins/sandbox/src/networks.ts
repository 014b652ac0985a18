import type { Network } from '@wallet-modal/kernel'

const local = (url: string, reference: string, name: string): Network => ({
  caipNetworkId: `eip155:${reference}`,
  namespace: 'eip155',
  reference,
  name,
  nativeCurrency: { name: 'Sandbox Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [`${url}/v1/?chainId=eip155:${reference}&projectId=sandbox`],
  testnet: true,
  imageUrl: `${url}/public/getAssetImage/eip155:${reference}`,
})

/** The chains of the sandbox server. Their ids exist nowhere else, so nothing signed here is worth anything elsewhere. */
export const sandboxNetworks = (url: string): readonly [Network, Network] => [
  local(url, '31337', 'Sandbox'),
  local(url, '31338', 'Sandbox Two'),
]
