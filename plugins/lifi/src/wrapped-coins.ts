import type { SwapContract } from '@wallet-modal/swap/contract'

/** OP Stack chains supported by Across, which have the same address for wrapped Ether. */
const opStack = ['10', '130', '480', '1135', '1868', '8453', '34443', '57073']

const otherAddresses: Readonly<Record<string, string>> = {
  1: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  56: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
  137: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
  324: '0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91',
  42161: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
  59144: '0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f',
  81457: '0x4300000000000000000000000000000000000004',
  534352: '0x5300000000000000000000000000000000000004',
}

/**
 * Address of the wrapped coin of a chain supported by Across, by chain id, from `lifinance/contracts` (`config/networks.json`, 2026-08-21).
 * `additional`: wrapped coins set by the site, which take precedence.
 */
export const wrappedCoinOf = (reference: string, additional: readonly SwapContract[] = []): string | undefined =>
  additional.find(({ caipNetworkId }) => caipNetworkId === `eip155:${reference}`)?.address ??
  (opStack.includes(reference) ? '0x4200000000000000000000000000000000000006' : otherAddresses[reference])
