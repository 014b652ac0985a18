import { vi } from 'vitest'
import { createWalletModal } from '../../modal/modal.js'
import { definePlugin } from '../../plugins/plugin.js'
import { signal } from '../../signals.js'
import type { SentTransaction } from '../sent-transaction.js'
import type { FeeSpeed, SubmitOutcome, TransactionReview } from '../transactions.js'
import { createTransactionFlow } from './flow.js'
import type { FlowNotice, TransactionPlan } from './flow-state.js'

const host = definePlugin({ name: 'host', kernel: '^0.1', setup: (ctx) => ctx })
export const sent: SentTransaction & { readonly hash: string } = {
  ...{ type: 'contractCall', target: 'fake-contract', title: 'Call', caipNetworkId: 'fake:1', address: 'fake-1' },
  ...{ hash: '0xabc', sentAt: 1 },
}
export const settle = async (): Promise<unknown> => vi.advanceTimersByTimeAsync(1)

/** Flow whose plan, review and wallet the test controls. */
export function createStage() {
  const modal = createWalletModal({ plugins: [host()], prefetch: 'never', logLevel: 'silent' })
  const ctx = modal.use(host)
  if (!ctx) throw new Error('There is no context.')
  const stage = {
    review: { fee: 100n } as Partial<TransactionReview>,
    prepared: [] as FeeSpeed[],
    submitted: 0,
    prepareError: undefined as unknown,
    outcome: async (): Promise<SubmitOutcome> => ({ status: 'sent', sent }),
  }
  const planOf = (key: string, connectorId = 'zephyr'): TransactionPlan => ({
    ...{ key, namespace: 'fake', connectorId },
    async prepare(speed) {
      stage.prepared.push(speed)
      if (stage.prepareError !== undefined) throw stage.prepareError
      const review: TransactionReview = {
        ...{ from: 'fake-1', caipNetworkId: 'fake:1', actions: [], balanceChanges: 'unavailable', fee: 100n },
        ...{ extras: [], call: 'pay', payload: key },
        ...stage.review,
      }
      const submit = (): Promise<SubmitOutcome> => {
        stage.submitted++
        return stage.outcome()
      }
      return { review, submit }
    },
  })
  const plan = signal<TransactionPlan | null>(planOf('a'))
  const isCompleting = signal(false)
  const planFailure = signal<FlowNotice | undefined>(undefined)
  const flow = createTransactionFlow(ctx, { plan, isCompleting, planFailure })
  return Object.assign(stage, {
    ctx,
    errors: modal.errors,
    flow,
    plan,
    planOf,
    isCompleting,
    planFailure,
    [Symbol.dispose]: () => modal.dispose(),
  })
}
