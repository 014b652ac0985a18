import type { ApiPromise } from '@polkadot/api'
import {
  messageOf,
  readWith,
  type SendDraft,
  type SendOutcome,
  type SendReview,
  WalletModalError,
} from '@wallet-modal/kernel'
import { assertUnchanged } from '@wallet-modal/kernel/assets'
import { parseAccounts } from '../accounts.js'
import { badAnswer, isRejection } from '../errors.js'
import { parseExtension } from '../extension.js'
import { bigintOf } from './codec.js'
import { type Passage, type Sending, traceOf } from './handler.js'
import { finish, type SignerPayload, signedBytes } from './payload.js'
import { isSignedBy } from './signature.js'

interface Ready {
  readonly api: ApiPromise
  readonly payload: SignerPayload
  readonly review: SendReview
  readonly passage: Passage
}

const hash = readWith((answer): string => {
  if (typeof answer === 'string' && /^0x[\da-f]{64}$/i.test(answer)) return answer
  throw new Error('is no hash')
})

const changed = (what: string): WalletModalError =>
  new WalletModalError('CHANGED_MEANWHILE', `${what} Nothing was sent: look at it again.`)

const reasons: readonly (readonly [RegExp, string])[] = [
  [/payment|balance too low/i, 'The account has too little for the fee.'],
  [/outdated|stale/i, 'Another transaction of this account came first. Try again.'],
  [/future/i, 'The wallet has sent something that has not arrived yet. Try again later.'],
  [/ancient birth|mortal/i, 'It took too long and is no longer valid. Try again.'],
  [/bad proof|bad signature/i, 'The chain does not accept the wallet’s signature. Update the wallet.'],
  [/priority is too low/i, 'Another transaction of this account waits in its place.'],
]
const ALREADY_THERE = 1013
/** A pool bans for a while what is not valid, and also what a block has just taken. */
const BANNED = 1012

/** A node's refusal in words; `undefined` where it may have taken the transaction nevertheless. */
function refusalOf(failure: unknown): WalletModalError | undefined {
  const { code, status = 0, message }: { code?: unknown; status?: number; message?: unknown } = Object(failure)
  const isOfPool = (status >= 1000 && status < 1100 && status !== BANNED) || status === 1
  const isOfCall = [-32600, -32601, -32602, -32700].includes(status)
  const said = String(message)
  if (code !== 'RPC_ERROR' || !(isOfPool || isOfCall || /\binvalid transaction\b|\b1010\b/i.test(said)))
    return undefined
  const cause = Object(failure).cause
  const whole = `${said} ${String(Object(cause).data ?? '')}`
  const reason = reasons.find(([pattern]) => pattern.test(whole))?.[1] ?? `The chain refuses it: ${said}`
  return new WalletModalError('NOT_SENT', `Nothing was sent. ${reason}`, { cause: failure })
}

/** Has a transfer signed by the extension, and sends it, once. */
export async function handOver(
  { ctx, passages }: Sending,
  draft: SendDraft,
  { api, payload, review, passage }: Ready,
): Promise<SendOutcome> {
  const { signer, accounts, name } = parseExtension(draft.connection.provider)
  if (typeof signer.signPayload !== 'function')
    throw new WalletModalError('UNSUPPORTED_METHOD', `${name} cannot sign transactions. Use another wallet.`)
  const list = parseAccounts(await accounts.get(), () => undefined)
  if (!list.some(({ given }) => given === payload.address)) throw changed(`${name} no longer offers ${review.from}.`)
  assertUnchanged(draft)
  if (JSON.stringify(payload) !== review.payload) throw changed('The transaction is not the one that was shown.')
  let signature: unknown
  try {
    signature = Object(await signer.signPayload({ ...payload })).signature
  } catch (error) {
    if (isRejection(error)) return { status: 'rejected' }
    throw new WalletModalError('NOT_SENT', `Nothing was sent. The wallet could not sign it: ${messageOf(error)}`, {
      cause: error,
    })
  }
  if (!isHex(signature) || !isSignedBy(review.from, signature, signedBytes(api, payload)))
    throw badAnswer('signPayload', `a signature of ${review.from} of what was shown`)
  await assertNext(api, review.from, passage.nonce)
  const signed = finish(api, payload, signature)
  passages.set(signed.hash, passage)
  const known = { hash: signed.hash, trace: traceOf(passage) }
  try {
    await ctx.api.rpc(review.caipNetworkId).write('author_submitExtrinsic', [signed.hex], { schema: hash })
  } catch (error) {
    if (Object(error).status === ALREADY_THERE) return { status: 'sent', ...known }
    const refusal = refusalOf(error)
    if (refusal) throw refusal
    return { status: 'unknown', ...known, cause: error }
  }
  return { status: 'sent', ...known }
}

/** The wallet may have asked for long. A pool puts the lighter one of two with the same number in the place of the other, and tells nobody. */
async function assertNext(api: ApiPromise, address: string, nonce: bigint): Promise<void> {
  let next: bigint
  try {
    next = bigintOf(await api.rpc.system.accountNextIndex(address), 'nonce')
  } catch (cause) {
    const why = `The node does not tell whether another transaction came first: ${messageOf(cause)}`
    throw new WalletModalError('NOT_SENT', `Nothing was sent. ${why}`, { cause })
  }
  if (next > nonce) throw changed('Another transaction of this account came first.')
}

const isHex = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x([\da-f]{2}){65,66}$/i.test(value)
