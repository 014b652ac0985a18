/**
 * The CAIP-19 id of an asset of the pallet `Assets`: `polkadot:68d5…/asset:1984`. The registry has no such namespace for Polkadot yet; this is
 * the one of its open draft, where `asset` is this pallet alone and not the pools' or the foreign assets'.
 */
export const assetIdOf = (caipNetworkId: string, number: string): string => `${caipNetworkId}/asset:${number}`

/** How the pallet's numbers are written: up to 128 bits, in decimal. */
export const parseAssetNumber = (text: string): string | undefined =>
  /^(0|[1-9]\d{0,38})$/.test(text) && BigInt(text) < 2n ** 128n ? text : undefined

/** The number of the asset with this id on this network, or `undefined` where it is the id of something else. */
export function assetNumberOf(assetId: string, caipNetworkId: string): string | undefined {
  const start = assetIdOf(caipNetworkId, '')
  return assetId.startsWith(start) ? parseAssetNumber(assetId.slice(start.length)) : undefined
}
