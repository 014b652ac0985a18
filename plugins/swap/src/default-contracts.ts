import type { SwapContract } from './contract.js'

/** EVM chain ids on which the Blockchain API can swap, except zkSync Era (324). */
const chains = [1, 42161, 10, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]

/** 1inch's AggregationRouterV6, which the Blockchain API uses: the same address on all chains except zkSync Era. */
const ROUTER = '0x111111125421cA6dc452d289314280a0f8842A65'
const ERA_ROUTER = '0x6fd4383cB451173D5f9304F041C7BCBf27d561fF'

export const defaultContracts: readonly SwapContract[] = [
  ...chains.map((reference) => ({ caipNetworkId: `eip155:${reference}`, address: ROUTER })),
  { caipNetworkId: 'eip155:324', address: ERA_ROUTER },
]
