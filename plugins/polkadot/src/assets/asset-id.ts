/**
 * CAIP-19 id of an asset of the pallet `Assets`, such as `polkadot:68d5…/asset:1984`. CAIP-19 registers no asset namespace for Polkadot yet. In the
 * open draft for Polkadot, the name `asset` means this pallet only, not pool assets or foreign assets.
 */
export const assetIdOf = (caipNetworkId: string, number: string): string => `${caipNetworkId}/asset:${number}`

/** Validates an asset number of the pallet: decimal, below 2^128. Returns `undefined` for other text. */
export const parseAssetNumber = (text: string): string | undefined =>
  /^(0|[1-9]\d{0,38})$/.test(text) && BigInt(text) < 2n ** 128n ? text : undefined

/** Asset number in a CAIP-19 id of this network, or `undefined` for other ids. */
export function assetNumberOf(assetId: string, caipNetworkId: string): string | undefined {
  const start = assetIdOf(caipNetworkId, '')
  return assetId.startsWith(start) ? parseAssetNumber(assetId.slice(start.length)) : undefined
}
