import { hexToBytes, keccak256, serializeSignature } from 'viem'
import type { WalletAccountType } from '../frame-messages.js'
import { type LoginWithKey, readShares } from './account/account.js'
import type { Approvals } from './approval/approvals.js'
import { type FrameChain, gateway } from './gateway.js'
import { signDigest, withKey } from './key/key.js'
import { personalMessage, type SigningRequest, typedDataMessage } from './messages/messages.js'
import { LONGEST_NONCE, readL1Fee } from './transactions/l1-fee.js'
import { sendWithNextNonce } from './transactions/nonce-lock.js'
import { markNotSent } from './transactions/not-sent.js'
import { buildTransaction, requestedNonce, serialize } from './transactions/transaction.js'
import { summarize } from './transactions/transaction-summary.js'

export interface SigningContext {
  readonly login: LoginWithKey
  readonly chain: FrameChain
  /** Origin of the requesting page, as reported by the browser. */
  readonly site: string
  readonly approvals: Approvals
  /** Account type that the visitor has chosen, or else the site's default. */
  readonly accountType: WalletAccountType
  /** Called with the hash of a signed transaction. The transaction is broadcast after the returned promise has resolved. */
  onSigned?(hash: `0x${string}`): Promise<void>
}

const sign = (login: LoginWithKey, digest: `0x${string}`, shares: Awaited<ReturnType<typeof readShares>>) =>
  withKey(shares, login.address, (key) => signDigest(hexToBytes(digest), key))

async function signMessage({ login, approvals }: SigningContext, request: SigningRequest): Promise<string> {
  await approvals.ask(request.summary)
  return serializeSignature(await sign(login, request.digest, await readShares(login)))
}

let previousTransaction: Promise<unknown> = Promise.resolve()

/** Runs `send` after the previous transaction was sent or rejected, because a node counts only sent transactions in the account's next nonce. */
function sendInTurn<T>({ approvals }: SigningContext, send: () => Promise<T>): Promise<T> {
  const answer = approvals.after(previousTransaction, () => markNotSent(send))
  previousTransaction = answer
  return answer
}

/** Handles `eth_sendTransaction`: after the visitor's approval, signs the transaction and broadcasts it once. Resolves with its hash. */
async function sendTransaction(context: SigningContext, params: unknown): Promise<string> {
  const { login, chain, site, approvals } = context
  const read = (method: string, args: readonly unknown[]): Promise<unknown> =>
    gateway.rpc(login.session, chain.chainId, method, args)
  const account = login.address
  const built = await buildTransaction(params, { account, chain, read })
  const nonce = requestedNonce(params)
  const { chainId } = chain
  const l1Fee = await readL1Fee(read, { chainId, gas: built.gas, raw: serialize({ nonce: LONGEST_NONCE, ...built }) })
  await approvals.ask(await summarize(built, { site, account, chain, read, nonce, l1Fee }))
  return sendWithNextNonce(context, async (nextNonce, shares) => {
    const transaction = { ...built, nonce: built.nonce ?? nextNonce }
    return serialize(transaction, await sign(login, keccak256(serialize(transaction)), shares))
  })
}

/** Removes the account's delegation (EIP-7702) on the chain, after the account's earlier transactions. Resolves with the transaction's hash. */
export const queueDelegationRemoval = (context: SigningContext): Promise<string> =>
  sendInTurn(context, async () => (await import('./transactions/remove-delegation.js')).removeDelegation(context))

/** Handles an EVM method that needs the visitor's approval. */
export async function signWith(context: SigningContext, method: string, params: unknown): Promise<unknown> {
  const summaryContext = { site: context.site, account: context.login.address, chain: context.chain }
  if (method === 'eth_sendTransaction') return sendInTurn(context, () => sendTransaction(context, params))
  if (method === 'wallet_sendCalls') {
    const { sendCalls } = await import('./transactions/smart-account-calls.js')
    return sendInTurn(context, () => sendCalls(context, params, sendTransaction))
  }
  if (method === 'eth_signTypedData_v4') return signMessage(context, typedDataMessage(params, summaryContext))
  return signMessage(context, personalMessage(params, summaryContext))
}
