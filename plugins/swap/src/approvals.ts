import {
  type Context,
  computed,
  type ReadonlySignal,
  readWith,
  type SentTransaction,
  signal,
  type TransactionReview,
  type TransactionStatus,
} from '@wallet-modal/kernel'
import { readStoredTransaction, submissionId, toStoredTransaction } from '@wallet-modal/kernel/transactions'
import type { SwapForm } from './form/swap-form.js'

/** Storage key of approvals that are not confirmed yet. */
const APPROVALS = 'approvals'
const MAX_STORED = 10

/** Kind of the next transaction. `reset`: sets an existing allowance to 0, which some tokens require before another allowance. */
export function transactionKindOf({ actions }: TransactionReview): 'approval' | 'reset' | 'swap' {
  if (!actions.every(({ type }) => type === 'approval')) return 'swap'
  return actions.every((action) => action.type === 'approval' && action.amount === 0n) ? 'reset' : 'approval'
}

/** Submitted approvals that are not confirmed yet, also of earlier page loads. */
export interface PendingApprovals {
  /** Whether an approval of the form's account, network and token is pending on the chain. */
  readonly isPending: ReadonlySignal<boolean>
  /** Tracks a submitted approval. Resolves with its status once it is no longer pending. */
  follow(sent: SentTransaction): Promise<TransactionStatus>
  /** Tracks the approvals of earlier page loads. Calls `onEnded` with the status of each approval once it is no longer pending. */
  resume(onEnded: (status: TransactionStatus) => void): void
}

/** Resolves with the first status of a transaction that is not in `statuses`; with `unknown` if the transaction cannot be tracked. */
export async function statusAfter(
  ctx: Context,
  sent: SentTransaction,
  statuses: readonly TransactionStatus[],
): Promise<TransactionStatus> {
  const [namespace] = sent.caipNetworkId.split(':')
  const adapter = ctx.connections.adapters.peek().find((one) => one.namespace === namespace)
  const status = await adapter?.transactions?.track(sent)
  if (!status) return 'unknown'
  return new Promise((resolve) => {
    const stop = status.subscribe((state) => {
      if (statuses.includes(state)) return
      resolve(state)
      queueMicrotask(() => stop())
    })
  })
}

/**
 * Like {@link statusAfter}, but first reads the status from the chain, because the tracker may poll a transaction of an earlier page load only once a
 * minute.
 */
const currentStatusOrAfter: typeof statusAfter = async (ctx, sent, statuses) => {
  const [namespace] = sent.caipNetworkId.split(':')
  const adapter = ctx.connections.adapters.peek().find((one) => one.namespace === namespace)
  const status = await adapter?.transactions?.status(sent, ctx.abortSignal).catch(ctx.log.info)
  return !status || status === 'unknown' || statuses.includes(status) ? statusAfter(ctx, sent, statuses) : status
}

const storedApprovals = readWith((value): readonly SentTransaction[] =>
  Array.isArray(value) ? value.slice(0, MAX_STORED).map(readStoredTransaction) : [],
)

const keyOf = (caipNetworkId: string, address: string, assetId: string): string =>
  `${caipNetworkId} ${address} ${assetId}`

export function createPendingApprovals(
  ctx: Context,
  { context, pay }: Pick<SwapForm, 'context' | 'pay'>,
): PendingApprovals {
  const pending = signal<readonly SentTransaction[]>([])
  const readStored = (): readonly SentTransaction[] => ctx.storage.get(APPROVALS, storedApprovals) ?? []
  // reads the stored list before each change, because other tabs change it too
  const editStored = (sent: SentTransaction, added: readonly SentTransaction[]): void => {
    const id = submissionId(sent)
    const list = [...added, ...readStored().filter((one) => submissionId(one) !== id)]
    if (list.length === 0) ctx.storage.remove(APPROVALS)
    else ctx.storage.set(APPROVALS, list.slice(0, MAX_STORED).map(toStoredTransaction))
  }
  const followStored = async (
    sent: SentTransaction,
    statusOf: typeof statusAfter = statusAfter,
  ): Promise<TransactionStatus> => {
    pending.value = [sent, ...pending.peek()]
    try {
      const status = await statusOf(ctx, sent, ['pending'])
      // if tracking throws, the approval stays stored, and the next page load tries again
      if (!ctx.abortSignal.aborted) editStored(sent, [])
      return status
    } finally {
      if (!ctx.abortSignal.aborted) pending.value = pending.peek().filter((one) => one !== sent)
    }
  }
  return {
    follow(sent) {
      editStored(sent, [sent])
      return followStored(sent)
    },
    isPending: computed(() => {
      const { connection, network } = context.value ?? {}
      const formKey = keyOf(network?.caipNetworkId ?? '', connection?.account.address ?? '', pay.value?.assetId ?? '')
      return pending.value.some(
        (one) => one.type === 'approval' && keyOf(one.caipNetworkId, one.address, one.token.assetId) === formKey,
      )
    }),
    resume(onEnded) {
      for (const sent of readStored()) followStored(sent, currentStatusOrAfter).then(onEnded, ctx.log.info)
    },
  }
}
