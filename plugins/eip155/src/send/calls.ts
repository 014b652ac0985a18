import { type SendOutcome, type SendReview, WalletModalError } from '@wallet-modal/kernel'
import { toChecksum } from '../address.js'
import { badAnswer, isRejection } from '../errors.js'
import { toHexChainId } from '../provider.js'
import { certainFailure, isWalletRefusal } from './failure.js'
import { isHash } from './hand-over.js'
import { type Payment, readCall, type TransactionRequest, toCall, toText } from './request.js'
import type { AskWallet } from './wallet-access.js'

/** How long a wallet may take to say what it can do, and how often and how long it is asked for the hash. */
export const CAPABILITIES_MS = 3_000
export const HASH_EVERY_MS = 1_000
export const HASH_WITHIN_MS = 60_000

/** What `wallet_sendCalls` is called with (EIP-5792). */
export interface CallsRequest {
  readonly version: '2.0.0'
  readonly from: string
  readonly chainId: string
  readonly atomicRequired: boolean
  readonly calls: readonly Pick<TransactionRequest, 'to' | 'value' | 'data'>[]
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Whether the account is a smart one on this network that the wallet takes calls for. Wallets that do not know the question answer no. */
export async function takesCalls(ask: AskWallet, from: string, reference: string): Promise<boolean> {
  const chainId = toHexChainId(reference)
  try {
    const answer = await Promise.race([ask('wallet_getCapabilities', [from, [chainId]]), wait(CAPABILITIES_MS)])
    const { atomic }: { readonly atomic?: unknown } = Object(Reflect.get(Object(answer), chainId))
    return Reflect.get(Object(atomic), 'status') === 'supported'
  } catch {
    return false // it does not know the method
  }
}

export function toCallsRequest(payment: Payment, reference: string): CallsRequest {
  const calls = Object.freeze([Object.freeze(toCall(payment))])
  return Object.freeze({
    version: '2.0.0',
    from: payment.from,
    chainId: toHexChainId(reference),
    atomicRequired: false,
    calls,
  })
}

export const callsToText = ({ calls, ...request }: CallsRequest): string =>
  [toText(request), ...calls.map((call, at) => `call ${at + 1}\n${toText(call)}`)].join('\n')

/** What the calls say. The wallet alone knows what they will cost. */
export function readCalls(request: CallsRequest): SendReview {
  const caipNetworkId = `eip155:${BigInt(request.chainId)}`
  const [call, ...more] = request.calls
  if (!call || more.length > 0)
    throw new WalletModalError('INVALID_DATA', 'The transaction is not one payment. Nothing was sent.')
  return Object.freeze({
    from: toChecksum(request.from),
    caipNetworkId,
    ...readCall(call, caipNetworkId),
    fee: 0n,
    isFeeOpen: true,
    extras: Object.freeze([]),
    payload: callsToText(request),
  })
}

/** The hash of the transaction that the calls ended up in, once there is one. A wallet that does not answer is not waited for. */
async function hashOf(ask: AskWallet, id: string): Promise<string | undefined> {
  let isLate = false
  const look = async (): Promise<string | undefined> => {
    while (!isLate) {
      try {
        const hash = readStatus(await ask('wallet_getCallsStatus', [id]))
        if (hash !== undefined) return hash
      } catch (error) {
        if (error instanceof WalletModalError) throw error
        // the wallet could not say just now, which says nothing about the transaction
      }
      await wait(HASH_EVERY_MS)
    }
    return undefined
  }
  try {
    return await Promise.race([look(), wait(HASH_WITHIN_MS).then(() => undefined)])
  } finally {
    isLate = true
  }
}

/** The hash, once there is one. Throws `NOT_SENT` where the wallet says that it came to nothing. */
function readStatus(answer: unknown): string | undefined {
  const { status, receipts }: { readonly status?: unknown; readonly receipts?: unknown } = Object(answer)
  const { transactionHash: hash, status: done }: { readonly transactionHash?: unknown; readonly status?: unknown } =
    Object(Array.isArray(receipts) ? receipts.at(-1) : undefined)
  // the transaction that carried the calls may be somebody else's, and fine
  if (status === 500 || done === '0x0')
    throw new WalletModalError('NOT_SENT', 'The network refused the transaction. Nothing was sent.')
  if (isHash(hash)) return hash.toLowerCase()
  // "not included onchain and the wallet will not retry"
  if (status === 400) throw new WalletModalError('NOT_SENT', 'The wallet gave the transaction up. Nothing was sent.')
  return undefined
}

/** B3: hands the calls over, once. */
export async function handOverCalls(ask: AskWallet, request: CallsRequest): Promise<SendOutcome> {
  let answer: unknown
  try {
    answer = await ask('wallet_sendCalls', [request])
  } catch (error) {
    if (isRejection(error)) return { status: 'rejected' }
    const certain = certainFailure(error)
    // what anybody further on says cannot be looked up: others hand the calls in, by nonces of their own
    if (certain && isWalletRefusal(error)) throw certain
    return { status: 'unknown', cause: error }
  }
  const id: unknown = typeof answer === 'string' ? answer : Object(answer).id
  if (typeof id !== 'string') return { status: 'unknown', cause: badAnswer('wallet_sendCalls', 'an id') }
  const hash = await hashOf(ask, id)
  if (hash !== undefined) return { status: 'sent', hash }
  return { status: 'unknown', cause: new Error('The wallet took the transaction and has no hash for it yet.') }
}
