import {
  type Context,
  type PreparedSend,
  type SendDraft,
  type SendOutcome,
  type SendReview,
  WalletModalError,
} from '@wallet-modal/kernel'
import { parseEvmAddress } from '../address.js'
import { type CallsRequest, callsToText, handOverCalls, readCalls, takesCalls, toCallsRequest } from './calls.js'
import { type Chain, createChain } from './chain.js'
import { type Before, type Found, lookBefore } from './find-sent.js'
import { weigh } from './funds.js'
import { changedMeanwhile, checkWallet, handOver } from './hand-over.js'
import { readRequest, type TransactionRequest, toRequest, toText } from './request.js'
import { simulateTransfer } from './simulate.js'
import { contractOf } from './token.js'
import type { AskWallet } from './wallet-access.js'

interface Preparing {
  readonly ctx: Context
  readonly ask: AskWallet
  found(one: Found): void
}

/** Whether the visitor's wallet, account and network are still those of the draft. */
function isUnchanged({ connections }: Context, { connection, network }: SendDraft): boolean {
  const now = connections.all
    .peek()
    .find(({ namespace, connectorId }) => namespace === connection.namespace && connectorId === connection.connectorId)
  return (
    now?.isInUse === true &&
    now.provider === connection.provider &&
    now.account.address === connection.account.address &&
    now.caipNetworkId === network.caipNetworkId
  )
}

/** A request, and the one way to hand it over. */
interface Handover {
  readonly review: SendReview
  /** What the request says now, as {@link SendReview.payload} says what it said. */
  toText(): string
  submit(chain: Chain, before: Before): Promise<SendOutcome>
}

interface Ready extends Handover {
  readonly draft: SendDraft
}

function createPrepared({ ctx, ask }: Preparing, { draft, review, ...handover }: Ready): PreparedSend {
  const { from, caipNetworkId, payload } = review
  let isUsed = false
  return Object.freeze({
    review,
    async submit() {
      if (isUsed) throw new WalletModalError('NOT_SENT', 'This transaction was handed over already.')
      isUsed = true
      const chain = createChain(ctx, caipNetworkId)
      const before = await lookBefore(chain, from)
      const [first] = ctx.connections.adapter('eip155').connections.peek()
      await checkWallet(ask, { from, caipNetworkId, first: first?.accounts[0]?.address })
      if (!isUnchanged(ctx, draft)) throw changedMeanwhile('The wallet, its account or its network is another one now.')
      if (handover.toText() !== payload) throw changedMeanwhile('The transaction is not the one that was shown.')
      return handover.submit(chain, before)
    },
  } satisfies PreparedSend)
}

/** Makes the transaction, and reads back from it what it does. */
export async function prepareSend(parts: Preparing, draft: SendDraft, signal: AbortSignal): Promise<PreparedSend> {
  const { connection, network, token, amount, speed = 'standard' } = draft
  const chain = createChain(parts.ctx, network.caipNetworkId, signal)
  const known = contractOf(token)
  if (!known || token.caipNetworkId !== network.caipNetworkId)
    throw new WalletModalError('INVALID_ARGUMENT', 'This token cannot be sent on this network.')
  const { contract } = known
  const receiver = parseEvmAddress(draft.receiver)
  const payment = { from: connection.account.address, receiver, contract }
  const isSmart = await takesCalls(parts.ask, payment.from, network.reference)
  const costs = await weigh(chain, { ...payment, amount, speed, isSmart })
  const received =
    contract === undefined
      ? undefined
      : await simulateTransfer(chain, { ...payment, contract, amount: costs.amount }, token.decimals)
  const paid = { ...payment, amount: costs.amount }
  const handover = isSmart
    ? byCalls(parts, toCallsRequest(paid, network.reference))
    : byTransaction(parts, toRequest(paid, network.reference, costs.gas, costs.price), costs.l1Fee)
  const review = Object.freeze({ ...handover.review, ...(received !== undefined && { received }) })
  return createPrepared(parts, { ...handover, draft, review })
}

const byTransaction = ({ ask, found }: Preparing, request: TransactionRequest, l1Fee: bigint): Handover => ({
  review: readRequest(request, l1Fee),
  toText: () => toText(request),
  submit: (chain, before) => handOver({ ask, chain, request, before, found }),
})

/** A smart account: the wallet makes the transaction, and pays for it as it sees fit (EIP-5792). */
const byCalls = ({ ask }: Preparing, request: CallsRequest): Handover => ({
  review: readCalls(request),
  toText: () => callsToText(request),
  submit: () => handOverCalls(ask, request),
})
