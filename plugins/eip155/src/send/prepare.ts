import {
  type Context,
  type PreparedSend,
  type SendDraft,
  type SendReview,
  WalletModalError,
} from '@wallet-modal/kernel'
import { parseEvmAddress } from '../address.js'
import { type Chain, createChain } from './chain.js'
import type { Before, Found } from './find-sent.js'
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

const lookBefore = async (chain: Chain, from: string): Promise<Before> => {
  const [nonce, block] = await Promise.all([
    chain.quantity('eth_getTransactionCount', from, 'latest'),
    chain.quantity('eth_blockNumber'),
  ])
  return { nonce, block }
}

interface Ready {
  readonly draft: SendDraft
  readonly request: TransactionRequest
  readonly review: SendReview
}

function createPrepared({ ctx, ask, found }: Preparing, { draft, request, review }: Ready): PreparedSend {
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
      if (toText(request) !== payload) throw changedMeanwhile('The transaction is not the one that was shown.')
      return handOver({ ask, chain, request, before, found })
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
  const costs = await weigh(chain, { ...payment, amount, speed })
  const received =
    contract === undefined
      ? undefined
      : await simulateTransfer(chain, { ...payment, contract, amount: costs.amount }, token.decimals)
  const request = toRequest({ ...payment, amount: costs.amount }, network.reference, costs.gas, costs.price)
  const review = Object.freeze({ ...readRequest(request), ...(received !== undefined && { received }) })
  return createPrepared(parts, { draft, request, review })
}
