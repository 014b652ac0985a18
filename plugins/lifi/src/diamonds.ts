import type { SwapContract } from '@wallet-modal/swap/contract'

/** Address of LI.FI's contract (its "diamond") on most networks. */
const DEFAULT_ADDRESS = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'

/** Chain ids with the default address. */
const defaultChains: readonly number[] = [
  1, 10, 25, 30, 56, 100, 122, 137, 146, 196, 204, 252, 288, 480, 1135, 1329, 1625, 5000, 8453, 13371, 34443, 42161,
  43114, 81457, 534352,
]

/** Addresses on chains that do not have the default address, by chain id. */
const otherAddresses: Readonly<Record<string, string>> = {
  130: '0x864b314D4C5a0399368609581d3E8933a63b9232', // unichain
  324: '0x341e94069f53234fE6DabeF707aD424830525715', // zksync
  999: '0x0a0758d937d1059c356D4714e57F5df0239bce1A', // hyperevm
  1868: '0x864b314D4C5a0399368609581d3E8933a63b9232', // soneium
  2020: '0x452Cf1B8597E6319Cd21abd847312bF17E26d8d1', // ronin
  2741: '0x4f8C9056bb8A3616693a76922FA35d53C056E5b3', // abstract
  8217: '0x1255d17c1BC2f764d087536410879F2d0D8772fD', // kaia
  9745: '0x026F252016A7C47CDEf1F05a3Fc9E20C92a49C37', // plasma
  57073: '0x864b314D4C5a0399368609581d3E8933a63b9232', // ink
  59144: '0xDE1E598b81620773454588B85D6b5D4eEC32573e', // linea
  60808: '0x452Cf1B8597E6319Cd21abd847312bF17E26d8d1', // bob
  80094: '0xf909c4Ae16622898b885B89d7F839E0244851c66', // berachain
  747474: '0xC59fe32C9549e3E8B5dCcdAbC45BD287Bd5bA2bc', // katana
}

/** LI.FI's contract by network, from `lifinance/contracts` (`deployments`, 2026-08-21). The option `diamonds` adds or replaces networks. */
export const knownDiamonds: readonly SwapContract[] = [
  ...defaultChains.map((reference) => ({ caipNetworkId: `eip155:${reference}`, address: DEFAULT_ADDRESS })),
  ...Object.entries(otherAddresses).map(([reference, address]) => ({ caipNetworkId: `eip155:${reference}`, address })),
]

/** Address of LI.FI's contract on a network, from the first matching entry. */
export const diamondOf = (contracts: readonly SwapContract[], caipNetworkId: string): string | undefined =>
  contracts.find((one) => one.caipNetworkId === caipNetworkId)?.address
