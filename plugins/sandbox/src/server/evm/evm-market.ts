import * as v from 'valibot'
import type { Hex } from 'viem'
import type { EngineMarket, MarketSwap } from '../engines/engine.js'
import type { NodeRpc } from '../engines/node-rpc.js'
import { localContracts } from './contracts/local-contracts.js'
import { type EvmAddress, isEvmAddress, toChecksumAddress } from './evm-address.js'

/** Functions of the router and of the pools. The router has Uniswap v2's functions, so that wallets and block explorers can decode the calls. */
const signatures = [
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function reserve0() view returns (uint256)',
  'function reserve1() view returns (uint256)',
] as const

/** Time until the deadline of a swap. */
const VALID_SECONDS = 1_200n
/** Minimum ratio of the last pool's reserve to the received amount. Larger swaps would have an extreme price impact. */
const MIN_RESERVE_PER_AMOUNT = 2n

const hexSchema = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]*$/i),
  v.transform((text): Hex => `0x${text.slice(2)}`),
)
const quantitySchema = v.pipe(
  hexSchema,
  v.transform((text) => BigInt(text)),
)
const blockSchema = v.object({ timestamp: quantitySchema })

const addressOf = (token: string): EvmAddress => {
  const address = token.toLowerCase()
  if (!isEvmAddress(address)) throw new TypeError(`"${token}" is not an address`)
  return address
}

/** Tokens of a swap's route. Each pool trades one token against the wrapped coin, so a swap between two tokens uses two pools. */
function pathOf({ from, to }: MarketSwap): readonly EvmAddress[] {
  const { wrapped } = localContracts
  const ends = [from, to].map((token) => (token === undefined ? wrapped : addressOf(token)))
  const [first = wrapped, last = wrapped] = ends
  return first === wrapped || last === wrapped ? [first, last] : [first, wrapped, last]
}

/** viem, loaded on first use, with the ABI of the router and the pools. */
async function loadViem() {
  const viem = await import('viem')
  return { ...viem, abi: viem.parseAbi(signatures) }
}

export function createEvmMarket(rpc: NodeRpc): EngineMarket {
  const { router, pools } = localContracts
  const spender = toChecksumAddress(router)
  return {
    tokens: pools.map(({ token }) => toChecksumAddress(token)),
    spender,
    quote: (swap) => quoteSwap(rpc, swap),
    async build(swap, { receiver, minimum }) {
      const deadline = await deadlineOf(rpc)
      const data = await encodeSwap(swap, { minimum, receiver: addressOf(receiver), deadline })
      return { to: spender, data, value: swap.from === undefined ? swap.amount : 0n }
    },
    async allowance(token, owner) {
      const { encodeFunctionData, erc20Abi } = await loadViem()
      const args = [addressOf(owner), router] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
      return BigInt(await readContract(rpc, addressOf(token), data))
    },
    async approve(token) {
      const { encodeFunctionData, erc20Abi, maxUint256 } = await loadViem()
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, maxUint256] })
      return { to: toChecksumAddress(addressOf(token)), data, value: 0n }
    },
    gasPrice: async () => v.parse(quantitySchema, await rpc.call('eth_gasPrice', [])),
  }
}

const readContract = async ({ call }: NodeRpc, to: EvmAddress, data: string): Promise<Hex> =>
  v.parse(hexSchema, await call('eth_call', [{ to, data }, 'latest']))

/** Received amount; `undefined` if a pool is missing or too small. */
async function quoteSwap(rpc: NodeRpc, swap: MarketSwap): Promise<bigint | undefined> {
  const { router, wrapped } = localContracts
  const path = pathOf(swap)
  const lastToken = path.findLast((token) => token !== wrapped)
  if (!hasPools(path) || lastToken === undefined) return undefined
  const { encodeFunctionData, decodeFunctionResult, abi } = await loadViem()
  const request = { abi, functionName: 'getAmountsOut', args: [swap.amount, path] } as const
  const data = await readContract(rpc, router, encodeFunctionData(request))
  const amount = decodeFunctionResult({ abi, functionName: 'getAmountsOut', data }).at(-1) ?? 0n
  const reserve = await readReserve(rpc, lastToken, path.at(-1) === wrapped ? 'reserve1' : 'reserve0')
  return amount > 0n && amount * MIN_RESERVE_PER_AMOUNT <= reserve ? amount : undefined
}

const hasPools = (path: readonly EvmAddress[]): boolean =>
  path[0] !== path.at(-1) &&
  path.every((token) => token === localContracts.wrapped || localContracts.pools.some((one) => one.token === token))

/** Reserve in a token's pool: the token's reserve (`reserve0`) or the wrapped coin's reserve (`reserve1`). 0 if there is no pool. */
async function readReserve(rpc: NodeRpc, token: EvmAddress, functionName: 'reserve0' | 'reserve1'): Promise<bigint> {
  const pool = localContracts.pools.find((one) => one.token === token)
  const { encodeFunctionData, abi } = await loadViem()
  return pool ? BigInt(await readContract(rpc, pool.address, encodeFunctionData({ abi, functionName }))) : 0n
}

/** Deadline of a swap, in seconds since 1970: 20 minutes after the current time or the time of the latest block, whichever is later. */
async function deadlineOf({ call }: NodeRpc): Promise<bigint> {
  const { timestamp } = v.parse(blockSchema, await call('eth_getBlockByNumber', ['latest', false]))
  const now = BigInt(Math.floor(Date.now() / 1000))
  return (timestamp > now ? timestamp : now) + VALID_SECONDS
}

interface SwapTerms {
  readonly minimum: bigint
  readonly receiver: EvmAddress
  readonly deadline: bigint
}

async function encodeSwap(swap: MarketSwap, { minimum, receiver, deadline }: SwapTerms): Promise<Hex> {
  const { encodeFunctionData, abi } = await loadViem()
  const common = [pathOf(swap), receiver, deadline] as const
  if (swap.from === undefined)
    return encodeFunctionData({ abi, functionName: 'swapExactETHForTokens', args: [minimum, ...common] })
  const functionName = swap.to === undefined ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
  return encodeFunctionData({ abi, functionName, args: [swap.amount, minimum, ...common] })
}
