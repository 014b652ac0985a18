/** URL of a token's picture. The native coin has the picture of its network. */
export const iconUrl = (origin: string, caipNetworkId: string, address: string | undefined): string =>
  `${origin}/public/${address === undefined ? `getAssetImage/${caipNetworkId}` : `getTokenImage/${caipNetworkId}:${address}`}`
