import * as v from 'valibot'
import { concat, encodeAbiParameters, encodeFunctionData, keccak256, parseAbi, parseAbiParameters } from 'viem'
import type { LoginWithKey } from '../account/account.js'
import { type FrameChain, type FrameError, gateway, refusal } from '../gateway.js'
import type { ReadChain } from './transaction.js'

type Hex = `0x${string}`

/** Call of a batch. `value` in wei. */
export interface BatchCall {
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
}

/** Delegation state of an account on one chain (EIP-7702). */
export interface SmartAccountState {
  /** The only contract that the frame authorizes; `null` if the gateway has none, or if the contract cannot be used on the chain. */
  readonly contract: Hex | null
  /** Whether the account delegates to `contract`. */
  readonly isDelegated: boolean
  /** Other contract to which the account delegates. A batch would replace it by `contract`. Absent if `contract` is `null`. */
  readonly otherContract?: Hex
}

/** Default contract (`BasicEOABatchExecutor` of Vectorized/bebe) and keccak256 of its code. Both are the same on every chain (CREATE2). */
const DEFAULT_CONTRACT = '0x00000000bebedb7c30ee418158e26e31a5a8f3e2'
const DEFAULT_CODE = '0x6f6cc9f86564faeab6e6cc908b2a1558607e9dbe064b5d69b8841eaf9e1b868f'

/** Prefix of the code of a delegating account. The contract's address follows (EIP-7702). */
const DELEGATION = '0xef0100'
const codeSchema = v.pipe(v.string(), v.regex(/^0x([\da-fA-F]{2})*$/))
const asHex = (text: string): Hex => `0x${text.slice(2).toLowerCase()}`

/** Code of an account that delegates to the contract. */
export const delegationTo = (contract: string): Hex => concat([DELEGATION, asHex(contract)])

/** Contract to which an account with this code delegates; `undefined` for none. */
function delegateOf(accountCode: Hex): Hex | undefined {
  return accountCode.startsWith(DELEGATION) && accountCode.length === 48 ? `0x${accountCode.slice(8)}` : undefined
}

/**
 * Whether the contract can be used on a chain. A contract that itself delegates (EIP-7702) cannot be used, because the EVM follows only the first
 * delegation: it would execute the contract's code, which begins with the invalid opcode 0xEF.
 */
function isUsable(contract: string, contractCode: Hex): boolean {
  if (contract.toLowerCase() === DEFAULT_CONTRACT) return keccak256(contractCode) === DEFAULT_CODE
  return contractCode !== '0x' && delegateOf(contractCode) === undefined
}

export const readerOf =
  ({ session }: LoginWithKey, { chainId }: FrameChain): ReadChain =>
  (method, params) =>
    gateway.rpc(session, chainId, method, params)

/** Code of an address after its pending transactions, which may add or remove a delegation. */
const pendingCode = async (read: ReadChain, address: string): Promise<Hex> =>
  asHex(v.parse(codeSchema, await read('eth_getCode', [address, 'pending'])))

/** Contract to which an account delegates after its pending transactions; `undefined` for none. */
export const readDelegate = async (read: ReadChain, address: string): Promise<Hex | undefined> =>
  delegateOf(await pendingCode(read, address))

/** Reads an account's state from a chain, as it will be after the account's pending transactions. */
export async function readSmartAccountState(login: LoginWithKey, chain: FrameChain): Promise<SmartAccountState> {
  const contract = login.account.smartAccount
  if (contract === null) return { contract: null, isDelegated: false }
  const read = readerOf(login, chain)
  const [contractCode, accountCode] = await Promise.all([pendingCode(read, contract), pendingCode(read, login.address)])
  if (!isUsable(contract, contractCode)) return { contract: null, isDelegated: false }
  const delegate = delegateOf(accountCode)
  const isDelegated = delegate === contract.toLowerCase()
  return { contract: asHex(contract), isDelegated, ...(delegate && !isDelegated && { otherContract: delegate }) }
}

/** Ids of the chains on which the contract can be used. Chains that do not respond are omitted. */
export async function enabledNetworks(login: LoginWithKey): Promise<readonly number[]> {
  const enabled = await Promise.all(
    login.account.chains.map(async (chain) => {
      const { contract } = await readSmartAccountState(login, chain).catch(() => ({ contract: null }))
      return contract === null ? [] : [chain.chainId]
    }),
  )
  return enabled.flat()
}

export const notSupported = ({ name }: FrameChain): Promise<FrameError> =>
  refusal({
    code: 5760,
    message: `This account cannot be a smart account on ${name}.`,
    reason: 'NO_SMART_ACCOUNT',
  })

/** ERC-7821 mode: a batch executed by the account's own transaction, which reverts completely if a call fails. */
const MODE = `0x01${'00'.repeat(31)}` as const
const abi = parseAbi(['function execute(bytes32 mode, bytes executionData) payable'])
const callList = parseAbiParameters('(address to, uint256 value, bytes data)[]')

/** Calldata with which the account executes the calls in order. */
export const encodeBatch = (calls: readonly BatchCall[]): Hex =>
  encodeFunctionData({ abi, args: [MODE, encodeAbiParameters(callList, [calls])] })
