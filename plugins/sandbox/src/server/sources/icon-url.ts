/** A token's picture, or the network's for its coin. */
export const iconUrl = (origin: string, caipNetworkId: string, address: string | undefined): string =>
  `${origin}/public/${address === undefined ? `getAssetImage/${caipNetworkId}` : `getTokenImage/${caipNetworkId}:${address}`}`
