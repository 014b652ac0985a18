import { Asset, Operation } from '@stellar/stellar-base'
import {
  type Context,
  formatAmount,
  type PreparedTransaction,
  type SendDraft,
  type SendLimit,
} from '@wallet-modal/kernel'
import { invalidArgument, prepareTransfer } from '@wallet-modal/kernel/transactions'
import type { StellarCall } from '../contract.js'
import { notEnough } from '../errors.js'
import { BASE_RESERVE, createHorizon } from '../horizon.js'
import { MAX_FEE } from '../transactions/fee.js'
import { inspectReceiver } from './receiver.js'

const DECIMALS = 7
/** Minimum balance of a new account, in stroops. */
const MIN_NEW_BALANCE = 2n * BASE_RESERVE

/** See `SendHandler.limit`. */
export async function findLimit(
  ctx: Context,
  { connection, network, token }: Pick<SendDraft, 'connection' | 'network' | 'token'>,
  signal: AbortSignal,
): Promise<SendLimit> {
  const account = await createHorizon(ctx, network.caipNetworkId, signal).account(connection.account.address)
  const reserve = account?.reserve ?? 0n
  const extras = reserve > 0n ? [{ code: 'reserve', amount: reserve }] : []
  const coins = (account?.spendable.get('native') ?? 0n) - reserve - MAX_FEE
  const spendable = token.address === undefined ? coins : (account?.spendable.get(token.address) ?? 0n)
  return { max: coins < 0n || spendable < 0n ? 0n : spendable, fee: MAX_FEE, extras }
}

function toAsset(token: string | undefined): Asset {
  const [code = '', issuer = ''] = token?.split('-') ?? []
  return token === undefined ? Asset.native() : new Asset(code, issuer)
}

/** See `SendHandler.prepare`. A payment to an account that does not exist creates it. */
export async function prepareSend(ctx: Context, draft: SendDraft, signal: AbortSignal): Promise<PreparedTransaction> {
  const { network, receiver, token } = draft
  const { address, issues } = await inspectReceiver(ctx, receiver, draft, signal)
  const refusal = issues.find(({ severity }) => severity === 'refuse')
  if (refusal || address !== receiver)
    throw invalidArgument(`${receiver} cannot be paid on ${network.name}. ${refusal?.text ?? ''}`.trim())
  const { max } = await findLimit(ctx, draft, signal)
  const amount = draft.amount === 'max' ? max : draft.amount
  if (amount <= 0n && draft.amount !== 'max') throw invalidArgument('Enter an amount above 0.')
  if (amount <= 0n || amount > max) throw notEnough(token.symbol)
  const isNew = issues.some(({ code }) => code === 'newAccount')
  if (isNew && amount < MIN_NEW_BALANCE)
    throw invalidArgument(
      `The receiver's account is new and has to hold at least ${formatAmount(MIN_NEW_BALANCE, DECIMALS)} XLM.`,
    )
  const text = formatAmount(amount, DECIMALS)
  const operation = isNew
    ? Operation.createAccount({ destination: receiver, startingBalance: text })
    : Operation.payment({ destination: receiver, amount: text, asset: toAsset(token.address) })
  return prepareTransfer<StellarCall>(draft, [{ operation: operation.toXDR('base64') }], signal)
}
