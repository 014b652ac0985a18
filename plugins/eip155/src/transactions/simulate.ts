import type { AssetAmount } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  type Log,
  parseAbi,
  parseEventLogs,
} from 'viem'
import { call as callContract, getCode, simulateBlocks } from 'viem/actions'
import { toChecksum } from '../address.js'
import { type EvmNode, read, readIfSupported } from '../node.js'
import type { Call } from './call.js'
import { decodeErc20 } from './decode-call.js'
import { refusedCall, toCallError } from './gas.js'
import { readNftChanges } from './nft-changes.js'

/** Pseudo contract whose `Transfer` logs represent native coins (`traceTransfers` of `eth_simulateV1`). */
const COIN_LOGS = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Events of WETH9, which logs no `Transfer` when it wraps and unwraps coins. */
const wrappingEvents = parseAbi([
  'event Deposit(address indexed account, uint256 amount)',
  'event Withdrawal(address indexed account, uint256 amount)',
])

export interface Simulation {
  /** Balance changes of the sender, without the network fee. */
  readonly balanceChanges: readonly AssetAmount[] | 'unavailable'
  /**
   * Amount that the receiver gets, by index of the call. `undefined` unless the call is an ERC-20 transfer to another account whose balance can be
   * read.
   */
  readonly received: readonly (bigint | undefined)[]
}

const UNAVAILABLE: Simulation = { balanceChanges: 'unavailable', received: [] }

const isFalse = (answer: Hex | undefined): boolean =>
  answer !== undefined && answer !== '0x' && BigInt(answer.slice(0, 66)) !== 1n

/**
 * Simulates an ERC-20 `transfer` or `approve` at the latest state. Accepts an empty result, which some tokens return. Throws `NOT_SENT` for a token
 * that returns `false`, reverts or does not exist.
 */
async function assertTokenAccepts({ client }: EvmNode, from: Address, call: Call): Promise<void> {
  const reply = read(callContract(client, { account: from, ...call })).catch((error: unknown) => {
    throw toCallError(call, error)
  })
  const [code, { data }] = await Promise.all([read(getCode(client, { address: call.to })), reply])
  if (code === undefined || isFalse(data)) throw refusedCall(call)
}

interface BalanceQuery {
  readonly token: Address
  readonly owner: Address
  /** Whether the contract may be something other than a token, so that `balanceOf` may fail. */
  readonly isUncertain?: boolean
}

const toBalanceCall = ({ token, owner }: BalanceQuery): AccountCall => ({
  account: owner,
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
})

interface AccountCall {
  readonly account: Address
  readonly to: Address
  readonly data: Hex
  readonly value?: bigint
}

interface SimulatedCall {
  readonly status: 'success' | 'failure'
  readonly data: Hex
  readonly logs?: readonly Log[] | undefined
}

/** Simulates calls in sequence on the latest block; `undefined` if the node does not support `eth_simulateV1`. */
async function simulateInSequence(
  { client }: EvmNode,
  calls: readonly AccountCall[],
): Promise<readonly SimulatedCall[] | undefined> {
  const blocks = await readIfSupported(
    simulateBlocks(client, { blocks: [{ calls: [...calls] }], traceTransfers: true }),
  )
  return blocks?.[0]?.calls
}

function balanceOf(
  { status, data }: SimulatedCall | undefined = { status: 'failure', data: '0x' },
): bigint | undefined {
  try {
    return status === 'success' ? decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data }) : undefined
  } catch {
    return undefined // not a token
  }
}

/**
 * Change of the account's native coins, and queries for the account's balance at each contract whose logs name the account. Token amounts in logs are
 * not used, because a contract can log false amounts. After `Deposit` and `Withdrawal`, a query is uncertain, because contracts other than tokens log
 * these events too.
 */
function readLogs(from: Address, allLogs: readonly Log[]) {
  const logs = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: [...allLogs] })
  const own = logs.filter(({ args }) => args.from === from || args.to === from)
  const isCoin = ({ address }: Log): boolean => address.toLowerCase() === COIN_LOGS
  const coins = own
    .filter(isCoin)
    .reduce((sum, { args }) => sum + (args.to === from ? args.value : 0n) - (args.from === from ? args.value : 0n), 0n)
  const tokens = new Set(own.filter((log) => !isCoin(log)).map(({ address }) => toChecksum(address)))
  const wrapping = parseEventLogs({ abi: wrappingEvents, logs: [...allLogs] })
    .filter(({ args }) => args.account === from)
    .map(({ address }) => toChecksum(address))
    .filter((address) => !tokens.has(address))
  const ownQueries: readonly BalanceQuery[] = [
    ...[...tokens].map((token) => ({ token, owner: from })),
    ...[...new Set(wrapping)].map((token) => ({ token, owner: from, isUncertain: true })),
  ]
  return { coins, ownQueries }
}

/**
 * Simulates calls (`eth_simulateV1`). `balanceChanges` is `unavailable` if the node does not support this method. Throws `NOT_SENT` if a call would
 * revert.
 */
export async function simulate(node: EvmNode, from: Address, calls: readonly Call[]): Promise<Simulation> {
  const [only, ...others] = calls
  if (only && others.length === 0 && decodeErc20(only.data)) await assertTokenAccepts(node, from, only)
  const ownCalls = calls.map((call) => ({ account: from, ...call }))
  const callResults = await simulateInSequence(node, ownCalls)
  if (callResults?.length !== calls.length) return UNAVAILABLE
  for (const [at, { status, data }] of callResults.entries()) {
    const call = calls[at]
    if (call && (status === 'failure' || (decodeErc20(call.data) && isFalse(data)))) throw refusedCall(call)
  }
  const logs = callResults.flatMap((one) => one.logs ?? [])
  const { coins, ownQueries } = readLogs(from, logs)
  const gains = await simulateGains(node, { ownQueries, calls: ownCalls })
  if (!gains) return UNAVAILABLE
  const { caipNetworkId } = node
  const nfts = readNftChanges(from, { caipNetworkId, logs })
  const { ownGains, received } = gains
  return { balanceChanges: toChanges(caipNetworkId, { coins, ownQueries, ownGains, nfts }), received }
}

interface MeasuredCalls {
  readonly ownQueries: readonly BalanceQuery[]
  readonly calls: readonly AccountCall[]
}

/** Balance of the receiver if the call is an ERC-20 transfer to another account. */
function receiverQueryOf({ account, to, data }: AccountCall): BalanceQuery | undefined {
  const erc20 = decodeErc20(data)
  return erc20?.name === 'transfer' && erc20.receiver !== account
    ? { token: toChecksum(to), owner: erc20.receiver }
    : undefined
}

/**
 * Simulates calls together with balance queries: the sender's balances before the first and after the last call, and the receiver's balance of each
 * transfer immediately before and after this transfer. `undefined` if the node does not support `eth_simulateV1`.
 */
async function simulateGains(
  node: EvmNode,
  { ownQueries, calls }: MeasuredCalls,
): Promise<(Pick<OwnChanges, 'ownGains'> & Pick<Simulation, 'received'>) | undefined> {
  const receiverQueries = calls.map(receiverQueryOf)
  if (ownQueries.length === 0 && receiverQueries.every((one) => one === undefined))
    return { ownGains: [], received: receiverQueries.map(() => undefined) }
  const ownCalls = ownQueries.map(toBalanceCall)
  const results = await simulateInSequence(node, [
    ...ownCalls,
    ...calls.flatMap((call, at) => {
      const query = receiverQueries[at]
      return query ? [toBalanceCall(query), call, toBalanceCall(query)] : [call]
    }),
    ...ownCalls,
  ])
  if (!results) return undefined
  const gain = (before: number, after: number): bigint | undefined => {
    const [first, last] = [balanceOf(results[before]), balanceOf(results[after])]
    return first === undefined || last === undefined ? undefined : last - first
  }
  let next = ownCalls.length
  const received = receiverQueries.map((query) => {
    const at = next
    next += query ? 3 : 1
    return query && gain(at, at + 2)
  })
  return { ownGains: ownQueries.map((_, at) => gain(at, next + at)), received }
}

interface OwnChanges {
  readonly coins: bigint
  readonly ownQueries: readonly BalanceQuery[]
  /** Changes of the queried balances; `undefined` for a balance that could not be read. */
  readonly ownGains: readonly (bigint | undefined)[]
  readonly nfts: readonly AssetAmount[]
}

function toChanges(
  caipNetworkId: string,
  { coins, ownQueries, ownGains, nfts }: OwnChanges,
): Simulation['balanceChanges'] {
  if (ownQueries.some(({ isUncertain }, at) => !isUncertain && ownGains[at] === undefined)) return 'unavailable'
  const changes = [
    { assetId: coinAssetId({ caipNetworkId, namespace: 'eip155' }), amount: coins },
    ...ownQueries.map(({ token }, at) => ({ assetId: `${caipNetworkId}/erc20:${token}`, amount: ownGains[at] ?? 0n })),
    ...nfts,
  ]
  return Object.freeze(changes.filter(({ amount }) => amount !== 0n))
}
