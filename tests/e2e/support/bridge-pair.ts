import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  padHex,
  parseAbi,
  parseEther,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { localContracts } from '../../../plugins/sandbox/src/server/evm/contracts/local-contracts.js'
import { repository } from '../../setup/workspaces.mjs'
import { keys } from './ens-chain.js'
import { chainAt } from './send-page.js'
import { type SwapDiamond, type SwapStep, swapData, type TradeOffer } from './swap-diamond.js'

const codes: Readonly<Record<string, Hex>> = JSON.parse(
  readFileSync(join(repository, 'tests/corpora/swap-contracts.json'), 'utf8'),
)
/** One of the sandbox's development accounts, each of which has a balance of every token when the sandbox starts. */
const RICH: Address = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const bridgeAbi = parseAbi([
  swapData,
  'struct B { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct A { bytes32 receiverAddress; bytes32 refundAddress; bytes32 sendingAssetId; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }',
  'function startBridgeTokensViaAcrossV4(B bridge, A across) payable',
  'function swapAndStartBridgeTokensViaAcrossV4(B bridge, SwapData[] swaps, A across) payable',
])
const poolAbi = parseAbi([
  'function deposits(bytes32 id) view returns (address token, uint256 amount, uint256 chainId, address outputToken, uint256 outputAmount, address receiver, address refundTo)',
  'function paid(bytes32 id) view returns (bool)',
  'function refund(bytes32 id)',
  'function fill(bytes32 id, address token, uint256 amount, address to)',
])
const wrappedAbi = parseAbi(['function depositTo(address to) payable'])
const erc20 = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])
const MULTIPLIER_BASE = 10n ** 18n
const wordOf = (address: Address): Hex => padHex(address, { size: 32 })

export interface BridgeTrade {
  /** The zero address is the native coin. */
  readonly from: Address
  /** Token on the other chain. */
  readonly to: Address
  readonly amount: bigint
  readonly account: Address
}

/** Manipulated values in the calldata of an offer. */
export interface BridgeChange {
  readonly receiver?: Address
  readonly refundTo?: Address
  readonly chainId?: bigint
  readonly to?: Address
  /** Subtracted from the received amount. */
  readonly less?: bigint
}

export interface BridgeOffer extends TradeOffer {
  readonly relayFee: bigint
}

/** State of a sent swap, read from both chains. */
export type BridgeState = 'unknown' | 'reverted' | 'locked' | 'paid' | 'refunded'

/** Two chains of the sandbox with a bridge between them, of the kind that LI.FI's Across facet uses (tests/corpora/SwapDiamond.sol). */
export interface BridgePair {
  readonly chainId: number
  /** Resolves with `undefined` if there is no pool for the token. */
  offer(trade: BridgeTrade, change?: BridgeChange): Promise<BridgeOffer | undefined>
  stateOf(hash: Hex): Promise<BridgeState>
  /** The relayer's transaction, once the swap is paid or refunded. */
  settlementOf(hash: Hex): Hex | undefined
  /** Acts as the relayer: pays the promised amount on the other chain, or refunds the locked amount. */
  settle(hash: Hex, how: 'pay' | 'refund'): Promise<void>
}

interface Terms extends BridgeTrade {
  readonly fee: bigint
  /** Amount that the bridge contract locks on the sending chain. */
  readonly sent: bigint
  readonly arrives: bigint
}

/** Calldata for LI.FI's contract: the call collects LI.FI's fee, then bridges. */
function encodeBridge(
  { from, to, account, sent, arrives }: Terms,
  swaps: readonly SwapStep[],
  change: BridgeChange,
): Hex {
  const receiver = change.receiver ?? account
  const bridge = {
    ...{ transactionId: generatePrivateKey(), bridge: 'across', integrator: 'wallet-modal', referrer: zeroAddress },
    ...{ sendingAssetId: from, receiver, minAmount: sent, destinationChainId: change.chainId ?? 31338n },
    ...{ hasSourceSwaps: true, hasDestinationCall: false },
  }
  const across = {
    ...{ receiverAddress: wordOf(receiver), refundAddress: wordOf(change.refundTo ?? account) },
    ...{ sendingAssetId: wordOf(from), receivingAssetId: wordOf(change.to ?? to), outputAmount: arrives },
    ...{
      outputAmountMultiplier: multiplierOf(arrives - (change.less ?? 0n), sent),
      exclusiveRelayer: wordOf(zeroAddress),
    },
    ...{ quoteTimestamp: 0, fillDeadline: 0, exclusivityParameter: 0, message: '0x' as Hex },
  }
  const functionName = 'swapAndStartBridgeTokensViaAcrossV4'
  return encodeFunctionData({ abi: bridgeAbi, functionName, args: [bridge, swaps, across] })
}

/** Output multiplier. It is rounded up, so that the contract, which rounds down, computes exactly `arrives`. */
const multiplierOf = (arrives: bigint, sent: bigint): bigint => (arrives * MULTIPLIER_BASE + sent - 1n) / sent

/** Deploys the bridge contract of the other chain and funds it with a token and wrapped coins. The relayer's fee is 0.1 %. */
export async function createBridgePair(
  sandboxUrl: string,
  diamond: SwapDiamond,
  { token, held }: { readonly token: Address; readonly held: bigint },
): Promise<BridgePair> {
  const [here, there] = [chainAt(sandboxUrl, 31337), chainAt(sandboxUrl, 31338)]
  const relayer = privateKeyToAccount(keys.registrar)
  const hash = await there.deployContract({
    ...{ account: relayer, abi: parseAbi(['constructor(address wrapped)']), args: [localContracts.wrapped] },
    bytecode: codes.SpokePool ?? '0x',
  } as never)
  const { contractAddress: otherPool } = await there.waitForTransactionReceipt({ hash })
  if (!otherPool) throw new Error('SpokePool was not deployed.')
  const gift = { account: RICH, address: token, abi: erc20, functionName: 'transfer', args: [otherPool, held] } as const
  await there.waitForTransactionReceipt({ hash: await there.writeContract(gift) })
  const coins = {
    account: relayer,
    address: localContracts.wrapped,
    abi: wrappedAbi,
    functionName: 'depositTo',
  } as const
  const deposit = await there.writeContract({ ...coins, args: [otherPool], value: parseEther('100') } as never)
  await there.waitForTransactionReceipt({ hash: deposit })

  const settlements = new Map<Hex, Hex>()
  const depositOf = async (hash: Hex) => {
    const { input } = await here.getTransaction({ hash })
    const { args } = decodeFunctionData({ abi: bridgeAbi, data: input })
    const id = args[0].transactionId
    const read = { address: diamond.pool, abi: poolAbi, functionName: 'deposits', args: [id] } as const
    const [, amount, , outputToken, outputAmount, receiver] = await here.readContract(read)
    return { id, amount, outputToken, outputAmount, receiver }
  }
  return {
    chainId: 31338,
    async offer(trade, change = {}) {
      const { from, amount } = trade
      // the bridge has no native coin: calldata contains the wrapped token, which accounts without code receive as the native coin
      const isCoin = trade.to === zeroAddress || isAddressEqual(trade.to, localContracts.wrapped)
      const to = isCoin ? localContracts.wrapped : trade.to
      const fee = diamond.feeOf(amount)
      const sent = amount - fee
      const value = await diamond.outputOf(from, isCoin ? zeroAddress : to, sent)
      if (value === undefined) return undefined
      const arrives = value - value / 1000n
      const data = encodeBridge({ ...trade, to, fee, sent, arrives }, diamond.takeFee(from, amount), change)
      const call = { to: diamond.address, data, value: from === zeroAddress ? amount : 0n }
      return { amount: arrives, minimum: arrives, fee, relayFee: amount / 1000n, call }
    },
    async stateOf(hash) {
      const receipt = await here.getTransactionReceipt({ hash }).catch(() => undefined)
      if (!receipt) return 'unknown'
      if (receipt.status === 'reverted') return 'reverted'
      const { id, amount } = await depositOf(hash)
      if (amount === 0n) return 'refunded'
      const paid = { address: otherPool, abi: poolAbi, functionName: 'paid', args: [id] } as const
      return (await there.readContract(paid)) ? 'paid' : 'locked'
    },
    settlementOf: (hash) => settlements.get(hash),
    async settle(hash, how) {
      const { id, outputToken, outputAmount, receiver } = await depositOf(hash)
      const call = { account: relayer, abi: poolAbi } as const
      const sent =
        how === 'refund'
          ? await here.writeContract({ ...call, address: diamond.pool, functionName: 'refund', args: [id] })
          : await there.writeContract({
              ...{ ...call, address: otherPool, functionName: 'fill' },
              args: [id, outputToken, outputAmount, receiver],
            })
      const { status } = await (how === 'refund' ? here : there).waitForTransactionReceipt({ hash: sent })
      if (status !== 'success') throw new Error('The relayer’s transaction failed.')
      settlements.set(hash, sent)
    },
  }
}
