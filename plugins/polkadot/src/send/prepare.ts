import type { ApiPromise } from '@polkadot/api'
import {
  createSubmit,
  type PreparedSend,
  type SendDraft,
  type SendExtra,
  type SendLimit,
  WalletModalError,
} from '@wallet-modal/kernel'
import { givenAddress, parseAccounts } from '../accounts.js'
import { addressForm } from '../chains.js'
import { parseExtension } from '../extension.js'
import { bigintOf } from './codec.js'
import { depositOf, type Funds, fundsOf, transferable } from './funds.js'
import type { Sending } from './handler.js'
import { type Block, feeFor, PERIOD, readReview, writePayload } from './payload.js'
import { inCoins, inspectReceiver } from './receiver.js'
import { handOver } from './submit.js'

type LimitDraft = Omit<SendDraft, 'amount' | 'receiver'> & { readonly receiver?: string }

const invalid = (sentence: string): WalletModalError => new WalletModalError('INVALID_ARGUMENT', sentence)

/** The chain may ask for a little more by the time that it arrives. */
const withSpare = (fee: bigint): bigint => fee + fee / 100n

async function latestBlock(api: ApiPromise): Promise<Block> {
  const hash = await api.rpc.chain.getFinalizedHead()
  const { number } = await api.rpc.chain.getHeader(hash)
  return { hash: hash.toHex(), number: number.toNumber() }
}

interface Means {
  readonly api: ApiPromise
  readonly funds: Funds
  readonly deposit: bigint
  /** The most that a transfer of this account costs. */
  readonly fee: bigint
  readonly signing: { readonly given: string; readonly nonce: bigint; readonly block: Block }
}

async function meansOf({ apis }: Sending, { connection, network }: LimitDraft, to: string): Promise<Means> {
  const { address } = connection.account
  const extension = parseExtension(connection.provider)
  const api = await (await apis()).ofNow(network)
  const [funds, nonce, block, list] = await Promise.all([
    fundsOf(api, address),
    api.rpc.system.accountNextIndex(address),
    latestBlock(api),
    extension.accounts.get(),
  ])
  const given = givenAddress(
    parseAccounts(list, () => undefined),
    connection.account,
  )
  const signing = { given, nonce: bigintOf(nonce, 'nonce'), block }
  // the largest amount takes the most bytes, and the fee is by the byte
  const fee = withSpare(await feeFor(api, { to, amount: funds.free }, signing))
  return { api, funds, deposit: depositOf(api), fee, signing }
}

const reserveOf = (deposit: bigint): readonly SendExtra[] => [{ code: 'reserve', amount: deposit }]

const mostOf = ({ funds, deposit, fee }: Means): bigint => {
  const most = transferable(funds, deposit) - fee
  return most > 0n ? most : 0n
}

/** See `SendHandler.limit`. */
export async function findLimit(sending: Sending, draft: LimitDraft): Promise<SendLimit> {
  const to = draft.receiver ?? draft.connection.account.address
  const means = await meansOf(sending, draft, to)
  const most = mostOf(means)
  const { isThere } = await fundsOf(means.api, to)
  return {
    max: isThere || most >= means.deposit ? most : 0n,
    fee: means.fee,
    extras: reserveOf(means.deposit),
  }
}

/** See `SendHandler.prepare`. */
export async function prepare(sending: Sending, draft: SendDraft): Promise<PreparedSend> {
  const { network, receiver } = draft
  const prefix = addressForm(network.caipNetworkId, sending.options)
  const report = await inspectReceiver(sending, receiver, draft)
  const refused = report.findings.find(({ severity }) => severity === 'refuse')
  if (refused || report.address !== receiver || prefix === 'h160')
    throw invalid(`${receiver} cannot be paid on ${network.name}: ${refused?.text ?? 'it is no address of it'}.`)
  const means = await meansOf(sending, draft, receiver)
  const { api, deposit, fee, funds, signing } = means
  const amount = draft.amount === 'max' ? mostOf(means) : draft.amount
  if (draft.amount !== 'max' && amount <= 0n) throw invalid('Enter an amount above 0.')
  if (amount <= 0n || amount + fee > transferable(funds, deposit))
    throw new WalletModalError(
      'INSUFFICIENT_FUNDS',
      `With the fee this needs ${inCoins(amount + fee, network)}. The account can send ${inCoins(transferable(funds, deposit), network)}: ${inCoins(deposit, network)} have to stay on it.`,
    )
  const { isThere } = await fundsOf(api, receiver)
  if (!isThere && amount < deposit)
    throw invalid(
      `The receiver's account is new and has to get at least ${inCoins(deposit, network)}, or the chain takes it away again.`,
    )
  const payload = writePayload(api, { to: receiver, amount }, signing)
  const review = readReview(api, payload, { network, prefix, fee, extras: reserveOf(deposit) })
  if (review.to !== receiver || review.from !== draft.connection.account.address || review.amount !== amount)
    throw new WalletModalError('INVALID_DATA', 'The transaction is not what was asked for. Nothing was sent.')
  const passage = {
    address: review.from,
    nonce: signing.nonce,
    searched: signing.block.number,
    until: signing.block.number + PERIOD,
  }
  return { review, submit: createSubmit(draft, () => handOver(sending, draft, { api, payload, review, passage })) }
}
