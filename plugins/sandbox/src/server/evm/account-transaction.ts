import { directionOf, type Movement, type Operation, operationOf } from '../engines/activity.js'
import type { NodeTransaction } from './chain-records.js'
import { type EvmAddress, ZERO_ADDRESS } from './evm-address.js'
import type { IndexedTransaction } from './indexed-blocks.js'
import { intentOf, type Transfer } from './transfers.js'

/** Transaction with the transfers from and to one account. */
export interface AccountTransaction {
  readonly transaction: NodeTransaction
  readonly mined?: IndexedTransaction
  readonly operation: Operation
  readonly transfers: readonly (Transfer & { readonly direction: Movement['direction'] })[]
}

const withDirection = (transfers: readonly Transfer[], account: string): AccountTransaction['transfers'] =>
  transfers.flatMap((transfer) => {
    const direction = directionOf(account, transfer.from, transfer.to)
    return direction === undefined ? [] : [{ ...transfer, direction }]
  })

/** Operation and transfers of a mined transaction for an account. */
export function fromMined(mined: IndexedTransaction, account: string): AccountTransaction {
  const transfers = withDirection(mined.transfers, account)
  const transferOperation = operationOf(
    transfers.map(({ direction, contract, id, from, to }) => ({
      direction,
      asset: `${contract}/${id}`,
      isMintOrBurn: from === ZERO_ADDRESS || to === ZERO_ADDRESS,
    })),
  )
  const operation = (): Operation => {
    if (mined.hasFailed) return intendedOperation(mined)
    if (mined.created && mined.from === account) return 'deploy'
    return transferOperation ?? (mined.approvers.some((one) => one === account) ? 'approve' : 'execute')
  }
  return { transaction: mined, mined, operation: operation(), transfers }
}

/** Operation and transfers that a pending transaction will have for an account if it succeeds. */
export function fromPending(transaction: NodeTransaction, account: string): AccountTransaction {
  const { from, to, value, input } = transaction
  if (!to) return { transaction, operation: 'deploy', transfers: [] }
  const { transfer } = intentOf(input, from, to)
  const coins = value > 0n || input === '0x' ? [{ from, to, amount: value }] : []
  const transfers = withDirection([...coins, ...(transfer ? [transfer] : [])], account)
  const isReceived = transfers.length > 0 && transfers.every(({ direction }) => direction === 'in')
  return { transaction, operation: isReceived ? 'receive' : intendedOperation(transaction), transfers }
}

/** Operation that a failed or pending transaction was meant to perform, decoded from its calldata. */
function intendedOperation({ from, to, input }: NodeTransaction): Operation {
  if (!to) return 'deploy'
  const { kind } = intentOf(input, from, to)
  if (kind === 'approve') return 'approve'
  return kind === 'call' ? 'execute' : 'send'
}

/**
 * Payer and payee of a transaction. If all transfers have the same payer and payee and none is a mint or burn, returns this payer and payee.
 * Otherwise returns the transaction's sender, and its `to` or the created contract.
 */
export function partiesOf(
  { from, to }: NodeTransaction,
  created: EvmAddress | null,
  transfers: AccountTransaction['transfers'],
): { readonly from: EvmAddress; readonly to: EvmAddress | null } {
  const [first] = transfers
  const isOnePair = first && transfers.every((one) => one.from === first.from && one.to === first.to)
  if (isOnePair && first.from !== ZERO_ADDRESS && first.to !== ZERO_ADDRESS) return { from: first.from, to: first.to }
  return { from, to: to ?? created }
}
