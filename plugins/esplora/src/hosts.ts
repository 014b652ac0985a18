/** Public Esplora APIs by CAIP-2 reference. mempool.space serves the API of Esplora for all of them, without a key. */
export const publicHosts: Readonly<Record<string, string>> = {
  '000000000019d6689c085ae165831e93': 'https://mempool.space/api',
  '000000000933ea01ad0ee984209779ba': 'https://mempool.space/testnet/api',
  '00000000da84f2bafbbc53dee25a72ae': 'https://mempool.space/testnet4/api',
  '00000008819873e925422c1ff0f99f7c': 'https://mempool.space/signet/api',
}
