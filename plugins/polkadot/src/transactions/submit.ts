import type { ApiPromise } from '@polkadot/api'
import { type Context, type DriverOutcome, messageOf, readWith, WalletModalError } from '@wallet-modal/kernel'
import { invalidReply } from '@wallet-modal/kernel/assets'
import { changedMeanwhile, notSent } from '@wallet-modal/kernel/transactions'
import { isRejection } from '../errors.js'
import { parseAccounts } from '../wallets/accounts.js'
import { parseProvider } from '../wallets/parse-provider.js'
import { bigintOf } from './codec.js'
import { ALREADY_IN_POOL, refusalOf } from './errors.js'
import { type InclusionWindow, type InclusionWindows, toTrace } from './inclusion-window.js'
import { type SignerPayload, signedBytes, toSignedExtrinsic } from './payload.js'
import { isSignedBy } from './signature.js'

interface SignRequest {
  readonly provider: unknown
  readonly api: ApiPromise
  readonly payload: SignerPayload
  readonly caipNetworkId: string
  readonly inclusionWindow: InclusionWindow
  readonly inclusionWindows: InclusionWindows
}

const hashSchema = readWith((answer): string => {
  if (typeof answer === 'string' && /^0x[\da-f]{64}$/i.test(answer)) return answer
  throw new Error('is not a hash')
})

/** Throws `CHANGED_MEANWHILE` if the wallet no longer lists the account. `walletAddress`: address as the wallet writes it. */
export async function assertAccount(
  provider: unknown,
  { walletAddress, from }: { readonly walletAddress: string; readonly from: string },
): Promise<void> {
  const { accounts, name } = parseProvider(provider)
  const list = parseAccounts(await accounts.get(), () => undefined)
  if (!list.some((one) => one.walletAddress === walletAddress))
    throw changedMeanwhile(`${name} no longer offers ${from}.`)
}

/** Requests the signature from the extension, verifies it, and broadcasts the extrinsic once. */
export async function signAndBroadcast(
  ctx: Context,
  { provider, api, payload, caipNetworkId, inclusionWindow, inclusionWindows }: SignRequest,
): Promise<DriverOutcome> {
  const { address: from, nonce } = inclusionWindow
  const { signer, name } = parseProvider(provider)
  if (typeof signer.signPayload !== 'function')
    throw new WalletModalError('UNSUPPORTED_METHOD', `${name} cannot sign transactions. Use another wallet.`)
  let signature: unknown
  try {
    signature = Object(await signer.signPayload({ ...payload })).signature
  } catch (error) {
    if (isRejection(error)) return { status: 'rejected' }
    throw notSent(`The wallet could not sign the transaction: ${messageOf(error)}`, error)
  }
  if (!isHex(signature) || !isSignedBy(from, signature, signedBytes(api, payload)))
    throw invalidReply('signPayload', `a signature of the displayed transaction by ${from}`)
  await assertNonceUnused(api, from, nonce)
  const signedExtrinsic = toSignedExtrinsic(api, payload, signature)
  inclusionWindows.set(signedExtrinsic.hash, inclusionWindow)
  const submission = { hash: signedExtrinsic.hash, trace: toTrace(inclusionWindow) }
  try {
    await ctx.api.rpc(caipNetworkId).write('author_submitExtrinsic', [signedExtrinsic.hex], { schema: hashSchema })
  } catch (error) {
    if (Object(error).status === ALREADY_IN_POOL) return { status: 'sent', ...submission }
    const refusal = refusalOf(error)
    if (refusal) throw refusal
    return { status: 'unknown', ...submission, cause: error }
  }
  return { status: 'sent', ...submission }
}

/** Throws if another transaction used the nonce while the wallet waited for the visitor. */
async function assertNonceUnused(api: ApiPromise, address: string, nonce: bigint): Promise<void> {
  let next: bigint
  try {
    next = bigintOf(await api.rpc.system.accountNextIndex(address), 'nonce')
  } catch (cause) {
    const reason = `The node could not report whether another transaction was submitted first: ${messageOf(cause)}`
    throw notSent(reason, cause)
  }
  if (next > nonce) throw changedMeanwhile('Another transaction of this account was submitted first.')
}

const isHex = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x([\da-f]{2}){65,66}$/i.test(value)
