import {
  type Context,
  computed,
  type FinalStatus,
  type ReadonlySignal,
  readWith,
  signal,
  type TransactionPlan,
  type TransactionStatus,
  transactions,
  WalletModalError,
} from '@wallet-modal/kernel'
import { createTransactionFlow, type TransactionFlow } from '@wallet-modal/kernel/transactions'
import { type Address, decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { approve, swap } from './calls.js'
import type { ExchangeParams } from './contract.js'
import type { ExchangeOptions } from './options.js'

export interface ExchangeModel {
  readonly flow: TransactionFlow
  begin(params: ExchangeParams): void
  /**
   * Submits the shown transaction. Resolves with true once the exchange itself is sent, and with false once an approval has a final status: then the
   * next transaction is prepared, which is another approval if the allowance is still too small.
   */
  submit(): Promise<boolean>
}

const hex = readWith((answer): Hex => answer as Hex)

/** Resolves with the final status of a transaction, or with `undefined` when `abortSignal` is aborted. */
const finalStatus = (
  status: ReadonlySignal<TransactionStatus>,
  abortSignal: AbortSignal,
): Promise<FinalStatus | undefined> =>
  new Promise((resolve) => {
    const settle = (result?: FinalStatus): void => {
      resolve(result)
      queueMicrotask(() => stop()) // subscribe() calls its function before it returns
    }
    const stop = status.subscribe((now) => {
      if (now !== 'pending' && now !== 'unknown') settle(now)
    })
    abortSignal.addEventListener('abort', () => settle())
  })

/** Approves the token if the allowance is too small, then exchanges. */
export function createExchangeModel(ctx: Context, { contract }: ExchangeOptions): ExchangeModel {
  const evmTransactions = ctx.get(transactions('eip155'))
  const params = signal<ExchangeParams | null>(null)
  /** Incremented after an approval, confirmed or not, so that the plan is recomputed. */
  const approvals = signal(0)

  const readAllowance = async (
    { token }: ExchangeParams,
    owner: Address,
    abortSignal: AbortSignal,
  ): Promise<bigint> => {
    const request = { abi: erc20Abi, functionName: 'allowance', args: [owner, contract as Address] } as const
    const read = { to: token.address, data: encodeFunctionData(request) }
    const data = await ctx.api
      .rpc(token.caipNetworkId)
      .read('eth_call', [read, 'latest'], { schema: hex, signal: abortSignal })
    return decodeFunctionResult({ abi: erc20Abi, functionName: 'allowance', data })
  }
  const plan = computed((): TransactionPlan | null => {
    const [wanted, connection] = [params.value, ctx.connections.active.value]
    const network = connection?.network
    if (!wanted || !network || connection.namespace !== 'eip155') return null
    const { token, amount } = wanted
    return {
      key: [connection.connectorId, connection.account.address, token.assetId, amount, approvals.value].join(' '),
      namespace: connection.namespace,
      connectorId: connection.connectorId,
      async prepare(speed, abortSignal) {
        if (!contract) throw new WalletModalError('INVALID_OPTIONS', 'Set the option "contract" of the exchange.')
        const from = connection.account.address as Address
        const isAllowed = (await readAllowance(wanted, from, abortSignal)) >= amount
        const { calls, expected } = isAllowed
          ? swap(wanted, contract as Address, { network, from })
          : approve(wanted, contract as Address)
        const coin = { assetId: 'coin', caipNetworkId: network.caipNetworkId, ...network.nativeCurrency }
        const request = {
          ...{ connection, network, calls, speed, expects: [expected] },
          summarize: () =>
            isAllowed
              ? ({ type: 'swap', pay: { token, amount }, receive: { token: coin, amount } } as const)
              : ({ type: 'approval', token, amount, spender: contract } as const),
        }
        return evmTransactions.prepare(request, abortSignal)
      },
    }
  })
  const flow = createTransactionFlow(ctx, { plan })
  return {
    flow,
    begin(next) {
      params.value = next
    },
    async submit() {
      const outcome = await flow.submit()
      if (outcome.status !== 'sent') return false
      if (outcome.sent.type !== 'approval') return true
      const status = await finalStatus(await evmTransactions.track(outcome.sent), ctx.abortSignal)
      if (!status) return false
      if (status !== 'confirmed') ctx.toast.error(ctx.t(status === 'replaced' ? 'replaced' : 'failed'))
      approvals.value++
      flow.prepare()
      return false
    },
  }
}
