import * as v from 'valibot'
import type { EngineMarket, MarketSwap } from '../engines/engine.js'
import type { NodeRpc } from '../engines/node-rpc.js'
import { localContracts } from './contracts/local-contracts.js'
import { type EvmAddress, isEvmAddress, toChecksumAddress } from './evm-address.js'

/** Function signatures of constant-product routers, known to wallets and block explorers. */
const signatures = [
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function reserve0() view returns (uint256)',
  'function reserve1() view returns (uint256)',
] as const

/** Deadline of a swap, relative to the chain's latest block. */
const VALID_SECONDS = 1_200n
/** Refuses swaps larger than this share of a pool: the price impact would be absurd. */
const LARGEST_PART = 2n

const hexSchema = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]*$/i),
  v.transform((text): EvmAddress => `0x${text.slice(2)}`),
)
const quantitySchema = v.pipe(
  hexSchema,
  v.transform((text) => BigInt(text)),
)
const blockSchema = v.object({ timestamp: quantitySchema })

const addressOf = (token: string): EvmAddress => {
  const address = token.toLowerCase()
  if (!isEvmAddress(address)) throw new TypeError(`"${token}" is no address`)
  return address
}

/** Each token is paired with the wrapped coin, so that any two tokens are two steps apart. */
function pathOf({ from, to }: MarketSwap): readonly EvmAddress[] {
  const { wrapped } = localContracts
  const ends = [from, to].map((token) => (token === undefined ? wrapped : addressOf(token)))
  const [first = wrapped, last = wrapped] = ends
  return first === wrapped || last === wrapped ? [first, last] : [first, wrapped, last]
}

export function createEvmMarket({ call }: NodeRpc): EngineMarket {
  const { router, pools } = localContracts
  const read = async (to: EvmAddress, data: string): Promise<EvmAddress> =>
    v.parse(hexSchema, await call('eth_call', [{ to, data }, 'latest']))
  const viem = async () => {
    const loaded = await import('viem')
    return { ...loaded, abi: loaded.parseAbi(signatures) }
  }
  const readReserve = async (token: string | undefined, poolOf: EvmAddress): Promise<bigint> => {
    const pool = pools.find((one) => one.token === poolOf)
    const { encodeFunctionData, abi } = await viem()
    const functionName = token === undefined ? 'reserve1' : 'reserve0'
    return pool ? BigInt(await read(pool.address, encodeFunctionData({ abi, functionName }))) : 0n
  }
  const hasPools = (path: readonly EvmAddress[]): boolean =>
    path[0] !== path.at(-1) &&
    path.every((token) => token === localContracts.wrapped || pools.some((one) => one.token === token))
  const market: EngineMarket = {
    tokens: pools.map(({ token }) => toChecksumAddress(token)),
    spender: toChecksumAddress(router),
    async quote(swap) {
      const path = pathOf(swap)
      const poolOf = path.findLast((token) => token !== localContracts.wrapped)
      if (!hasPools(path) || poolOf === undefined) return undefined
      const { encodeFunctionData, decodeFunctionResult, abi } = await viem()
      const request = { abi, functionName: 'getAmountsOut', args: [swap.amount, path] } as const
      const data = await read(router, encodeFunctionData(request))
      const amount = decodeFunctionResult({ abi, functionName: 'getAmountsOut', data }).at(-1) ?? 0n
      const reserve = await readReserve(swap.to, poolOf)
      return amount > 0n && amount * LARGEST_PART <= reserve ? amount : undefined
    },
    async build(swap, { receiver, minimum }) {
      const { encodeFunctionData, abi } = await viem()
      const path = pathOf(swap)
      const { timestamp } = v.parse(blockSchema, await call('eth_getBlockByNumber', ['latest', false]))
      // the latest block of an idle local chain is old, and the next one has the current time
      const now = BigInt(Math.floor(Date.now() / 1000))
      const deadline = (timestamp > now ? timestamp : now) + VALID_SECONDS
      const tail = [path, addressOf(receiver), deadline] as const
      const data =
        swap.from === undefined
          ? encodeFunctionData({ abi, functionName: 'swapExactETHForTokens', args: [minimum, ...tail] })
          : encodeFunctionData({
              abi,
              functionName: swap.to === undefined ? 'swapExactTokensForETH' : 'swapExactTokensForTokens',
              args: [swap.amount, minimum, ...tail],
            })
      return { to: market.spender, data, value: swap.from === undefined ? swap.amount : 0n }
    },
    async allowance(token, owner) {
      const { encodeFunctionData, erc20Abi } = await viem()
      const args = [addressOf(owner), router] as const
      return BigInt(
        await read(addressOf(token), encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })),
      )
    },
    async approve(token) {
      const { encodeFunctionData, erc20Abi, maxUint256 } = await viem()
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, maxUint256] })
      return { to: toChecksumAddress(addressOf(token)), data, value: 0n }
    },
    gasPrice: async () => v.parse(quantitySchema, await call('eth_gasPrice', [])),
  }
  return market
}
