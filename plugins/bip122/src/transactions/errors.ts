import { messageOf, type Network, WalletModalError } from '@wallet-modal/kernel'
import { amountWithSymbol } from '@wallet-modal/kernel/assets'
import { notSent } from '@wallet-modal/kernel/transactions'

export const notEnough = (available: bigint, network: Network): WalletModalError =>
  new WalletModalError(
    'INSUFFICIENT_FUNDS',
    `The account can spend ${amountWithSymbol(available, network.nativeCurrency)}, which is not enough for this transaction and its fee. Coins that are not confirmed yet cannot be spent.`,
  )

/** JSON-RPC codes that mean: the node rejected the transaction or the call, and relayed nothing. */
const refusals = new Set([-25, -26, -22, -8, -3, -1, -28, -32600, -32601, -32602, -32700])
/** JSON-RPC code that means: the transaction is already in a block. */
export const ALREADY_IN_BLOCK = -27

const reasons: readonly (readonly [RegExp, string])[] = [
  [/missingorspent|missing-inputs|missing inputs/i, 'Some of these coins were spent in the meantime. Try again.'],
  [
    /mempool-conflict|insufficient fee|replacement/i,
    'Another pending transaction spends the same coins and pays a higher fee.',
  ],
  [/min (relay )?fee not met/i, 'The fee is too low for the network right now. Try again, or choose a faster speed.'],
  [/dust/i, 'The amount is smaller than the network allows.'],
  [/too-long-mempool-chain/i, 'Too many transactions of this account are pending. Try again after the next block.'],
]

/** JSON-RPC error code of a failed request. */
export const statusOf = (failure: unknown): number | undefined => {
  const { code, status }: { readonly code?: unknown; readonly status?: unknown } = Object(failure)
  return code === 'RPC_ERROR' && typeof status === 'number' ? status : undefined
}

/** A node's rejection as an error for visitors; `undefined` if the transaction may have been accepted. */
export function refusalOf(failure: unknown): WalletModalError | undefined {
  if (!refusals.has(statusOf(failure) ?? 0)) return undefined
  const message = messageOf(failure)
  const reason =
    reasons.find(([pattern]) => pattern.test(message))?.[1] ?? `The network rejected the transaction: ${message}`
  return notSent(reason, failure)
}
