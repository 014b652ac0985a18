import { hexToBytes, keccak256, serializeSignature } from 'viem'
import type { WalletAccountType } from '../frame-messages.js'
import { type ReadyLogin, readShares } from './account/account.js'
import type { Approvals } from './approval/approvals.js'
import { type FrameChain, gateway } from './gateway.js'
import { signDigest, withKey } from './key/key.js'
import { personalMessage, type SigningRequest, typedDataMessage } from './messages/messages.js'
import { broadcast } from './transactions/broadcast.js'
import { buildTransaction, readNonce, requestedNonce, serialize } from './transactions/transaction.js'
import { summarize } from './transactions/transaction-summary.js'

export interface SigningContext {
  readonly login: ReadyLogin
  readonly chain: FrameChain
  /** Origin of the requesting page, as reported by the browser. */
  readonly site: string
  readonly approvals: Approvals
  /** Type chosen by the visitor, or the site's default. */
  readonly accountType: WalletAccountType
}

const sign = async (login: ReadyLogin, digest: `0x${string}`) =>
  withKey(await readShares(login), login.address, (key) => signDigest(hexToBytes(digest), key))

async function signMessage({ login, approvals }: SigningContext, request: SigningRequest): Promise<string> {
  await approvals.ask(request.summary)
  return serializeSignature(await sign(login, request.digest))
}

let previous: Promise<unknown> = Promise.resolve()

/** Runs `send` after the previous transaction was sent or rejected, because only then the node returns the next nonce. */
function sendInTurn<T>({ approvals }: SigningContext, send: () => Promise<T>): Promise<T> {
  const answer = approvals.after(previous, send)
  previous = answer
  return answer
}

/** Signs and broadcasts a transaction once, after the visitor's approval. Resolves with its hash. */
async function sendTransaction({ login, chain, site, approvals }: SigningContext, params: unknown): Promise<string> {
  const read = (method: string, args: readonly unknown[]): Promise<unknown> =>
    gateway.rpc(login.session, chain.chainId, method, args)
  const account = login.address
  const built = await buildTransaction(params, { account, chain, read })
  const nonce = requestedNonce(params)
  await approvals.ask(await summarize(built, { site, account, chain, read, nonce }))
  const transaction = { ...built, nonce: built.nonce ?? (await readNonce(read, account)) }
  const signature = await sign(login, keccak256(serialize(transaction)))
  const raw = serialize(transaction, signature)
  return broadcast(raw, (bytes) => gateway.rpc(login.session, chain.chainId, 'eth_sendRawTransaction', [bytes]))
}

/** Removes the account's delegation on the chain, in sequence with the account's other transactions. Resolves with the transaction's hash. */
export const removeInTurn = (context: SigningContext): Promise<string> =>
  sendInTurn(context, async () => (await import('./transactions/remove-delegation.js')).removeDelegation(context))

/** Handles a method that needs the visitor's approval. */
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
