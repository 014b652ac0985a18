import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Abi, type Address, encodeFunctionData, type Hex, padHex, parseAbi, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { localContracts } from '../../../plugins/sandbox/src/server/evm/contracts/local-contracts.js'
import { repository } from '../../setup/workspaces.mjs'
import { keys } from './ens-chain.js'
import { chainAt } from './send-page.js'

const codes: Readonly<Record<string, Hex>> = JSON.parse(
  readFileSync(join(repository, 'tests/corpora/swap-contracts.json'), 'utf8'),
)
export const swapData =
  'struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }'
const parameters = 'bytes32 id, string integrator, string referrer, address receiver, uint256 minimum'

export const diamondAbi = parseAbi([
  swapData,
  ...(['ERC20ToERC20', 'ERC20ToNative', 'NativeToERC20'] as const).flatMap((sides) => [
    `function swapTokensSingleV3${sides}(${parameters}, SwapData swap) payable`,
    `function swapTokensMultipleV3${sides}(${parameters}, SwapData[] swaps) payable`,
  ]),
]) as Abi
const helperAbi = parseAbi([
  'function collectTokenFees(address token, uint256 integratorFee, uint256 lifiFee, address integrator)',
  'function collectNativeFees(uint256 integratorFee, uint256 lifiFee, address integrator) payable',
  'function exchange(uint256 amount, address[] path, bool toCoin) payable',
  'function amountOut(uint256 amount, address[] path) view returns (uint256)',
])

export interface Trade {
  /** The zero address is the native coin. */
  readonly from: Address
  readonly to: Address
  readonly amount: bigint
  readonly receiver: Address
  readonly slippage: number
}

/** A `SwapData` of LI.FI's contract. */
export interface SwapStep {
  readonly callTo: Address
  readonly approveTo: Address
  readonly sendingAssetId: Address
  readonly receivingAssetId: Address
  readonly fromAmount: bigint
  readonly callData: Hex
  readonly requiresDeposit: boolean
}

export interface TradeCall {
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
}

export interface TradeOffer {
  readonly amount: bigint
  readonly minimum: bigint
  /** LI.FI's fee, in base units of the paid token. */
  readonly fee: bigint
  readonly call: TradeCall
}

/**
 * A contract on the sandbox's chain with the interface of LI.FI's contract (tests/corpora/SwapDiamond.sol), and quotes for trades in the sandbox's
 * pools.
 */
export interface SwapDiamond {
  readonly address: Address
  /** Bridge contract, which locks the payments of cross-chain swaps. */
  readonly pool: Address
  /** LI.FI's fee on an amount. */
  feeOf(amount: bigint): bigint
  /** Swaps that collect LI.FI's fee; the following swaps spend the remainder. */
  takeFee(from: Address, amount: bigint): readonly SwapStep[]
  /** Current output of a trade without LI.FI's fee; `undefined` if there is no pool. */
  outputOf(from: Address, to: Address, amount: bigint): Promise<bigint | undefined>
  /** `undefined` if there is no pool. */
  offer(trade: Trade): Promise<TradeOffer | undefined>
}

const wrap = (token: Address): Address => (token === zeroAddress ? localContracts.wrapped : token)

function pathOf({ from, to }: Pick<Trade, 'from' | 'to'>): readonly Address[] | undefined {
  const { wrapped, pools } = localContracts
  const [first, last] = [wrap(from), wrap(to)].map((one): Address => one.toLowerCase() as Address)
  const hasPool = (one: string | undefined): boolean => one === wrapped || pools.some(({ token }) => token === one)
  if (!first || !last || first === last || !hasPool(first) || !hasPool(last)) return undefined
  return first === wrapped || last === wrapped ? [first, last] : [first, wrapped, last]
}

/** Deploys the contracts. `feeBps` is LI.FI's fee in basis points; at 0 the route is a single swap. */
export async function deployDiamond(sandboxUrl: string, feeBps: bigint): Promise<SwapDiamond> {
  const client = chainAt(sandboxUrl)
  const account = privateKeyToAccount(keys.registrar)
  const deploy = async (name: string, abi: Abi = [], args: readonly unknown[] = []): Promise<Address> => {
    const hash = await client.deployContract({ account, abi, args, bytecode: codes[name] ?? '0x' } as never)
    const { contractAddress } = await client.waitForTransactionReceipt({ hash })
    if (!contractAddress) throw new Error(`${name} was not deployed.`)
    return contractAddress
  }
  const collector = await deploy('FeeCollector')
  const { wrapped, router } = localContracts
  const exchange = await deploy('PathExchange', parseAbi(['constructor(address wrapped, address pairs)']), [
    wrapped,
    router,
  ])
  const pool = await deploy('SpokePool', parseAbi(['constructor(address wrapped)']), [wrapped])
  const diamond = await deploy('SwapDiamond', parseAbi(['constructor(address pool)']), [pool])

  const feeOf = (amount: bigint): bigint => (amount * feeBps) / 10_000n
  const takeFee = (from: Address, amount: bigint): readonly SwapStep[] => {
    const fee = feeOf(amount)
    const isCoin = from === zeroAddress
    const callData = isCoin
      ? encodeFunctionData({ abi: helperAbi, functionName: 'collectNativeFees', args: [0n, fee, collector] })
      : encodeFunctionData({ abi: helperAbi, functionName: 'collectTokenFees', args: [from, 0n, fee, collector] })
    const sides = { callTo: collector, approveTo: collector, sendingAssetId: from, receivingAssetId: from }
    return [{ ...sides, fromAmount: isCoin ? fee : amount, callData, requiresDeposit: true }]
  }
  const swapsOf = ({ from, to, amount }: Trade, path: readonly Address[], fee: bigint): readonly SwapStep[] => {
    const traded = amount - fee
    const callData = encodeFunctionData({
      ...{ abi: helperAbi, functionName: 'exchange' },
      args: [traded, path, to === zeroAddress],
    })
    const swap = { callTo: exchange, approveTo: exchange, sendingAssetId: from, receivingAssetId: to, callData }
    return fee === 0n
      ? [{ ...swap, fromAmount: amount, requiresDeposit: true }]
      : [...takeFee(from, amount), { ...swap, fromAmount: traded, requiresDeposit: from === zeroAddress }]
  }
  const outputOf = async (from: Address, to: Address, amount: bigint): Promise<bigint | undefined> => {
    if (from.toLowerCase() === to.toLowerCase()) return amount
    const path = pathOf({ from, to })
    if (!path) return undefined
    return client.readContract({ address: exchange, abi: helperAbi, functionName: 'amountOut', args: [amount, path] })
  }
  return {
    address: diamond,
    ...{ pool, feeOf, takeFee, outputOf },
    async offer(trade) {
      const path = pathOf(trade)
      if (!path) return undefined
      const fee = feeOf(trade.amount)
      const args = [trade.amount - fee, path] as const
      const amount = await client.readContract({ address: exchange, abi: helperAbi, functionName: 'amountOut', args })
      const minimum = (amount * BigInt(Math.round((1 - trade.slippage) * 1_000_000))) / 1_000_000n
      const swaps = swapsOf(trade, path, fee)
      const sides = `${trade.from === zeroAddress ? 'Native' : 'ERC20'}To${trade.to === zeroAddress ? 'Native' : 'ERC20'}`
      const functionName = `swapTokens${fee === 0n ? 'Single' : 'Multiple'}V3${sides}`
      const last = fee === 0n ? swaps[0] : swaps
      const id = padHex('0x1', { size: 32 })
      const data = encodeFunctionData({
        ...{ abi: diamondAbi, functionName },
        args: [id, 'wallet-modal', zeroAddress, trade.receiver, minimum, last],
      })
      return {
        amount,
        minimum,
        fee,
        call: { to: diamond, data, value: trade.from === zeroAddress ? trade.amount : 0n },
      }
    },
  }
}
