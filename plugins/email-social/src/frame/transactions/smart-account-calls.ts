import * as v from 'valibot'
import { hexToBigInt, hexToBytes, keccak256, numberToHex, type TransactionSerializableEIP7702, zeroAddress } from 'viem'
import { hashAuthorization, serializeTransaction } from 'viem/utils'
import { FrameError, refusal } from '../gateway.js'
import { signDigest, withKey } from '../key/key.js'
import type { SigningContext } from '../signing.js'
import { withUnusedId } from './batch-ids.js'
import { LONGEST_NONCE, readL1Fee } from './l1-fee.js'
import { sendWithNextNonce } from './nonce-lock.js'
import {
  type BatchCall,
  delegationTo,
  encodeBatch,
  notSupported,
  readerOf,
  readSmartAccountState,
  type SmartAccountState,
} from './smart-account.js'
import { readCalls } from './smart-account-request.js'
import { sendRegistered } from './smart-account-status.js'
import { summarizeBatch } from './smart-account-summary.js'

type Hex = `0x${string}`

/** Gas of one authorization (EIP-7702). `eth_estimateGas` does not include it, because the authorization is signed only after the approval. */
const AUTHORIZATION_GAS = 25_000n

/**
 * Transaction of the account to itself. `data`: calldata that executes a batch, or `0x`. `authorize`: contract to delegate to (EIP-7702), zero
 * address to remove the delegation, or `null` for no authorization. Fees are in wei for each unit of gas.
 */
interface SelfTransaction {
  readonly chainId: number
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly data: Hex
  readonly authorize: Hex | null
}

const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[\da-fA-F]{1,64}$/),
  v.transform((text) => hexToBigInt(`0x${text.slice(2)}`)),
)

/** Transaction of the account to itself, before gas and fees are known. */
interface SelfCall extends Pick<SelfTransaction, 'data' | 'authorize'> {
  /** Contract to which the account delegates when the transaction is executed; zero address for none. */
  readonly delegate: Hex
}

/**
 * Reads gas and fees of a transaction to the account itself. Estimates gas with the code that the account will have at execution: an authorization
 * takes effect before the calls (EIP-7702), and the account's delegation may still be pending. For a removal, estimates gas without code, so that the
 * current contract cannot prevent the removal.
 */
export async function buildSelfTransaction(
  { login, chain }: SigningContext,
  { data, authorize, delegate }: SelfCall,
): Promise<SelfTransaction> {
  const read = readerOf(login, chain)
  const number = async (method: string, ...args: readonly unknown[]): Promise<bigint> =>
    v.parse(quantity, await read(method, args))
  const call = { from: login.address, to: login.address, value: '0x0', data }
  const code = delegate === zeroAddress ? '0x' : delegationTo(delegate)
  const [tip, price, estimate] = await Promise.all([
    number('eth_maxPriorityFeePerGas'),
    number('eth_gasPrice'),
    number('eth_estimateGas', call, 'latest', { [login.address]: { code } }),
  ])
  const maxFeePerGas = price * 2n + tip
  return {
    ...{ chainId: chain.chainId, maxFeePerGas, data },
    maxPriorityFeePerGas: tip,
    // adds 20 percent, because the calls may need more gas when they are mined; unused gas is not paid
    gas: (estimate * 6n) / 5n + (authorize === null ? 0n : AUTHORIZATION_GAS),
    authorize,
  }
}

/** Maximum fee of a transaction to the account itself, in wei. */
export async function readMaxFee(
  { login, chain }: SigningContext,
  { chainId, gas, maxFeePerGas, maxPriorityFeePerGas, data }: SelfTransaction,
): Promise<bigint> {
  const to: Hex = `0x${login.address.slice(2)}`
  const fields = { chainId, gas, maxFeePerGas, maxPriorityFeePerGas, data, to, value: 0n, nonce: LONGEST_NONCE }
  const raw = serializeTransaction({ ...fields, type: 'eip1559' })
  return gas * maxFeePerGas + (await readL1Fee(readerOf(login, chain), { chainId, gas, raw }))
}

/**
 * Signs the authorization and the transaction with the account's next nonce, and broadcasts the transaction. The authorization is valid only on this
 * chain, and for the nonce after the transaction's nonce (EIP-7702). Resolves with the transaction's hash. Rejects with 4200 if `authorize` is
 * another contract than the gateway's.
 */
export async function sendSelfTransaction(
  context: SigningContext,
  { authorize, ...fields }: SelfTransaction,
): Promise<Hex> {
  const { login } = context
  const isRemoval = authorize === zeroAddress && fields.data === '0x'
  const isAllowed = authorize === null || isRemoval || authorize === login.account.smartAccount?.toLowerCase()
  if (fields.chainId < 1 || !isAllowed)
    throw new FrameError(4200, 'Only the smart account contract can be authorized, and only for one chain.')
  const to: Hex = `0x${login.address.slice(2)}`
  return sendWithNextNonce(context, (nonce, shares) =>
    withKey(shares, login.address, (key) => {
      const sign = (digest: Hex) => signDigest(hexToBytes(digest), key)
      const authorization = authorize && { address: authorize, chainId: fields.chainId, nonce: nonce + 1 }
      const authorizationList = authorization ? [{ ...authorization, ...sign(hashAuthorization(authorization)) }] : []
      const transaction: TransactionSerializableEIP7702 = {
        ...fields,
        nonce,
        type: 'eip7702',
        to,
        value: 0n,
        authorizationList,
      }
      const unsigned = authorization ? transaction : ({ ...fields, nonce, type: 'eip1559', to, value: 0n } as const)
      return serializeTransaction(unsigned, sign(keccak256(serializeTransaction(unsigned))))
    }),
  )
}

/** Sends calls as one atomic transaction, after one approval that lists them. */
async function sendBatch(context: SigningContext, calls: readonly BatchCall[], state: SmartAccountState): Promise<Hex> {
  const { login, chain, site, approvals } = context
  const { contract, isDelegated } = state
  if (contract === null) throw await notSupported(chain)
  const batch = await buildSelfTransaction(context, {
    data: encodeBatch(calls),
    authorize: isDelegated ? null : contract,
    delegate: contract,
  })
  await approvals.ask(
    await summarizeBatch(calls, {
      ...{ site, chain, state, account: login.address, read: readerOf(login, chain) },
      fee: await readMaxFee(context, batch),
    }),
  )
  return sendSelfTransaction(context, batch)
}

/** Sends one call as a plain transaction. */
type SendOne = (context: SigningContext, params: unknown) => Promise<string>

/**
 * Handles `wallet_sendCalls` (EIP-5792) and resolves with the batch id. Sends a single call as a plain transaction, without a delegation. Rejects
 * with 5710 for another chain, and 5720 for a used id. Several calls need a smart account: rejects with 5760 for a plain account, and on chains where
 * the smart account contract cannot be used.
 */
export async function sendCalls(context: SigningContext, params: unknown, sendOne: SendOne): Promise<unknown> {
  const { login, chain } = context
  const { id, chainId, calls } = readCalls(params, login.address)
  if (chainId !== chain.chainId) throw new FrameError(5710, 'The wallet is on another chain.')
  const send = async (): Promise<unknown> => ({
    id: await sendRegistered(context, { id, chainId }, (onSigned) => sendAll({ ...context, onSigned }, calls, sendOne)),
  })
  return id === undefined ? send() : withUnusedId(context, id, send)
}

async function sendAll(context: SigningContext, calls: readonly BatchCall[], sendOne: SendOne): Promise<string> {
  const { login, chain, accountType } = context
  const [only] = calls
  if (only && calls.length === 1) {
    const { to, data, value } = only
    return sendOne(context, [{ from: login.address, to, data, value: numberToHex(value) }])
  }
  if (accountType !== 'smartAccount')
    throw await refusal({
      code: 5760,
      message: 'Several calls at once need a smart account. Switch to it in the account’s settings.',
      reason: 'SMART_ACCOUNT_NEEDED',
    })
  return sendBatch(context, calls, await readSmartAccountState(login, chain))
}
