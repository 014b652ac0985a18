/** Picture of a token; for the native coin that of its network. */
export const iconUrl = (origin: string, caipNetworkId: string, address: string | undefined): string =>
  `${origin}/public/${address === undefined ? `getAssetImage/${caipNetworkId}` : `getTokenImage/${caipNetworkId}:${address}`}`
