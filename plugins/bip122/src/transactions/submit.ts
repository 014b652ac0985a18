import {
  type Account,
  type Context,
  type DriverOutcome,
  isWalletModalError,
  WalletModalError,
} from '@wallet-modal/kernel'
import { notSent } from '@wallet-modal/kernel/transactions'
import type { BitcoinNode, BitcoinProvider } from '../contract.js'
import { isRejection } from '../errors.js'
import { createNode } from '../node.js'
import { type PreparedPsbt, preparePsbt } from '../psbt/psbt.js'
import { isProvider } from '../wallets/parse-provider.js'
import { ALREADY_IN_BLOCK, refusalOf, statusOf } from './errors.js'
import type { Coin } from './selection.js'
import { type Inputs, type SentInputs, toTrace } from './sent-inputs.js'
import { statusByOutputs } from './status.js'

interface SignRequest {
  readonly provider: unknown
  readonly account: Account
  /** In base64. The inputs of the PSBT are `coins`, in the same order. */
  readonly psbt: string
  readonly caipNetworkId: string
  readonly coins: readonly Coin[]
  readonly sentInputs: SentInputs
}

function requireProvider(provider: unknown): BitcoinProvider {
  if (isProvider(provider)) return provider
  throw new WalletModalError('NOT_CONNECTED', 'The wallet has no Bitcoin provider.')
}

/** Throws `CHANGED_MEANWHILE` unless the wallet's session still has this account. */
export async function assertAccount(provider: unknown, { address, type }: Account): Promise<void> {
  const accounts = await requireProvider(provider).getAccounts()
  if (!accounts.some((one) => one.address === address && one.type === type))
    throw new WalletModalError(
      'CHANGED_MEANWHILE',
      `The wallet no longer offers ${address}. Nothing was sent. Connect the wallet again.`,
    )
}

/** Requests the signature from the wallet, verifies it, and broadcasts the transaction once. */
export async function signAndBroadcast(
  ctx: Context,
  { provider, account, psbt, caipNetworkId, coins, sentInputs }: SignRequest,
): Promise<DriverOutcome> {
  const wallet = requireProvider(provider)
  const node = await createNode(ctx, caipNetworkId, ctx.abortSignal)
  const signInputs = { [account.address]: coins.map((_, at) => at) }
  const prepared = preparePsbt(psbt, { accounts: [account], signInputs })
  let signed: string
  try {
    signed = (await wallet.signPsbt({ psbt, signInputs })).psbt
  } catch (error) {
    if (isRejection(error)) return { status: 'rejected' }
    if (isWalletModalError(error)) throw error
    throw notSent(`The wallet could not sign the transaction: ${reasonOf(error)}`, error)
  }
  const { transaction, hash } = finishChecked(prepared, signed)
  await assertUnspent(node, coins, hash)
  const inputs: Inputs = { coins, height: await node.height().catch(() => 0) }
  sentInputs.set(hash, inputs)
  const submission = { hash, trace: toTrace(inputs) }
  try {
    await node.send(transaction)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal) throw refusal
    if (statusOf(error) !== ALREADY_IN_BLOCK) return { status: 'unknown', ...submission, cause: error }
  }
  return { status: 'sent', ...submission }
}

/**
 * Throws `NOT_SENT` if a coin was spent while the wallet waited for the visitor: with a higher fee, this transaction would replace the pending
 * transaction that spends the coin (BIP-125).
 */
async function assertUnspent(node: BitcoinNode, coins: readonly Coin[], hash: string): Promise<void> {
  let isSpent: boolean
  try {
    const outputs = await Promise.all(coins.map((coin) => node.output(coin, true)))
    // the coins are also spent if the wallet has already broadcast this transaction
    isSpent = outputs.includes(undefined) && (await statusByOutputs(node, hash)) === undefined
  } catch (error) {
    throw notSent(`The node does not report whether the coins are still unspent: ${reasonOf(error)}`, error)
  }
  if (isSpent) throw notSent('Some of these coins were spent in the meantime. Try again.')
}

/** Verifies the provider's reply: a script in the page could replace the provider by one that pays somebody else. */
function finishChecked({ check, finish, idOf }: PreparedPsbt, signed: string) {
  try {
    check(signed)
    return { transaction: finish(signed), hash: idOf(signed) }
  } catch (error) {
    throw notSent(reasonOf(error), error)
  }
}

const reasonOf = (error: unknown): string => {
  const { message }: { readonly message?: unknown } = Object(error)
  return typeof message === 'string' ? message.slice(0, 300) : 'it gave no reason.'
}
