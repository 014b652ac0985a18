import { WalletModalError } from '@wallet-modal/kernel'
import { createFakeContext, createFakeRpc, type FakeRpcRequest } from '@wallet-modal/kernel/testing'
import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex } from 'viem'
import { createNode, type EvmNode } from './node.js'
import { toTransaction } from './transactions/request.js'

/** Addresses of the fee oracles of the OP Stack and of Scroll. */
const OP_STACK = '0x420000000000000000000000000000000000000F'
const SCROLL = '0x5300000000000000000000000000000000000002'

function answerOf(answer: unknown, params: readonly unknown[]): unknown {
  const value: unknown = typeof answer === 'function' ? answer(...params) : answer
  if (value instanceof Error) throw value
  return value
}

/**
 * API with one fixed answer per RPC method: a value, an error to throw, or a function of the parameters. `oracle` answers calls to the
 * `GasPriceOracle` of the OP stack; without it, the chain does not belong to the OP stack. `scrollOracle` answers calls to Scroll's oracle.
 */
export function fakeApi(answers: Readonly<Record<string, unknown>>) {
  const requestedMethods: string[] = []
  const reply = async ({ method, params }: FakeRpcRequest): Promise<unknown> => {
    const { to, data }: { readonly to?: unknown; readonly data?: unknown } = Object(params[0])
    if (method === 'eth_call' && to === OP_STACK)
      return answers.oracle === undefined ? '0x' : answerOf(answers.oracle, [data])
    if (method === 'eth_call' && to === SCROLL && answers.scrollOracle !== undefined)
      return answerOf(answers.scrollOracle, [data])
    requestedMethods.push(method)
    if (!Object.hasOwn(answers, method)) throw new WalletModalError('RPC_ERROR', 'unknown method', { status: -32601 })
    return answerOf(answers[method], params)
  }
  const { api } = createFakeContext({ api: { rpc: createFakeRpc(reply) } })
  return { api, requestedMethods }
}

/** A node with the answers of {@link fakeApi}. */
export function fakeNode(
  answers: Readonly<Record<string, unknown>>,
  caipNetworkId = 'eip155:1',
): EvmNode & { readonly requestedMethods: readonly string[] } {
  const { api, requestedMethods } = fakeApi(answers)
  return { ...createNode({ api }, caipNetworkId), requestedMethods }
}

export const nodeError = (message: string, status = -32000): WalletModalError =>
  new WalletModalError('RPC_ERROR', message, { status })

export const [me, you, other] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
] as const
export const hash = `0x${'ab'.repeat(32)}`
const price = { maxFeePerGas: 30n, maxPriorityFeePerGas: 2n }
export const toHex = (value: bigint): Hex => numberToHex(value)
/** A uint256 as a contract returns it. */
export const word = (value: bigint): Hex => numberToHex(value, { size: 32 })

interface Payment {
  readonly from: Address
  readonly receiver: Address
  readonly amount: bigint
  readonly contract: Address | undefined
}

/** The call of a transfer. */
export const callOf = ({ receiver, amount, contract }: Omit<Payment, 'from'>) =>
  contract === undefined
    ? { to: receiver, value: amount, data: '0x' as const }
    : {
        to: contract,
        value: 0n,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, amount] }),
      }
/** The wallet request of a transfer. */
export const requestOf = ({ from, ...payment }: Payment, reference = '1', gas = 21_000n) =>
  toTransaction(from, reference, { call: callOf(payment), gas, price, fee: 0n, l1Fee: 0n })
export const request = requestOf({ from: me, receiver: you, amount: 5n, contract: undefined })

/** The transaction of `request`, as a block lists it. */
export const toBlockTransaction = (more: object = {}) => ({
  ...{ hash, from: me.toLowerCase(), to: you.toLowerCase(), value: '0x5', input: '0x', nonce: '0x7' },
  ...more,
})
/** A node with these transactions in its latest block. */
export const nodeWith = (...transactions: readonly unknown[]) =>
  fakeNode({
    eth_blockNumber: '0x10',
    eth_getBlockByNumber: (block: string) => ({ transactions: block === '0x10' ? transactions : [] }),
    eth_getTransactionCount: '0x7',
  })
/** Nonce of the sender and block number at the time of submission. */
export const position = { nonce: 7n, block: 15n }
