import type { Context } from '@wallet-modal/kernel'
import { appraise } from '../flags/appraise.js'
import type { Known } from '../known-balances.js'
import { sharedOf } from '../shared.js'
import type { Reading } from '../stored-holdings.js'
import { createSupported, isUnconfigured, type Question, readFromChain, readFromService } from './sources.js'

interface BalancesRequest extends Question {
  /** Last result for the account. */
  readonly before: Reading | undefined
  /** Whether the service should read the known tokens from the chain again. */
  readonly isForced: boolean
}

/** Returns a function that reads balances from the service if it supports the network, else from the chain. */
export function createReadBalances(
  ctx: Context,
  tokens: readonly string[],
): (request: BalancesRequest) => Promise<Known> {
  const supported = createSupported(ctx)
  /** Whether the service supports the network; `silent` if it does not reply. Then the previous balances of the service remain. */
  const askService = async (caipNetworkId: string, before: Reading | undefined): Promise<boolean | 'silent'> => {
    try {
      return (await supported()).has(caipNetworkId)
    } catch (error) {
      if (isUnconfigured(error)) return false
      if (before?.source === 'service') throw error
      ctx.log.info('the chain is asked itself', error)
      return 'silent'
    }
  }
  return async ({ before, isForced, ...question }) => {
    const { active } = question
    const served = await askService(active.caipNetworkId, before)
    const fresh = isForced ? (before?.tokens ?? []).flatMap(({ address }) => address ?? []) : undefined
    const fromService = served === true ? await readFromService(ctx, { ...question, fresh }) : null
    const { heldTokens, isPartial } = fromService
      ? { heldTokens: fromService, isPartial: false }
      : await readFromChain(ctx, { ...question, ...sharedOf(ctx), known: tokens })
    if (!active.network) throw new Error('no network')
    const readAt = Date.now()
    const source = fromService ? 'service' : 'chain'
    // the chain cannot list every token: the others must not appear to be gone
    return {
      reading: { ...appraise(heldTokens, active.network), readAt, source },
      isConfirmed: true,
      ...((served === 'silent' || isPartial) && { failedAt: readAt, unread: 'service' }),
    }
  }
}
