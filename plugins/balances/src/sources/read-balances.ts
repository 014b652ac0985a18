import type { Context } from '@wallet-modal/kernel'
import { appraise } from '../flags/appraise.js'
import type { BalancesResult } from '../known-balances.js'
import { sharedOf } from '../shared.js'
import type { Reading } from '../stored-holdings.js'
import { type BalanceQuery, createSupported, isUnconfigured, readFromChain, readFromService } from './sources.js'

interface BalancesRequest extends BalanceQuery {
  /** Last result for the account. */
  readonly before: Reading | undefined
  /** Whether the service should read the known tokens from the chain again. */
  readonly isForced: boolean
}

/** Returns a function that reads balances from the service if it supports the network, else from the chain. */
export function createReadBalances(
  ctx: Context,
  tokens: readonly string[],
): (request: BalancesRequest) => Promise<BalancesResult> {
  const supported = createSupported(ctx)
  /**
   * Whether the service supports the network. If the service does not reply, returns `silent`, or throws if `before` is from the service: `before`
   * then stays displayed.
   */
  const checkSupport = async (caipNetworkId: string, before: Reading | undefined): Promise<boolean | 'silent'> => {
    try {
      return (await supported()).has(caipNetworkId)
    } catch (error) {
      if (isUnconfigured(error)) return false
      if (before?.source === 'service') throw error
      ctx.log.info('the balances are read from the chain', error)
      return 'silent'
    }
  }
  return async ({ before, isForced, ...query }) => {
    const { active } = query
    const support = await checkSupport(active.caipNetworkId, before)
    const tokensToRefresh = isForced ? (before?.tokens ?? []).flatMap(({ address }) => address ?? []) : undefined
    const fromService = support === true ? await readFromService(ctx, { ...query, tokensToRefresh }) : null
    const { heldTokens, isPartial } = fromService
      ? { heldTokens: fromService, isPartial: false }
      : await readFromChain(ctx, { ...query, ...sharedOf(ctx), assetIds: tokens })
    if (!active.network) throw new Error('no network')
    const readAt = Date.now()
    const source = fromService ? 'service' : 'chain'
    // `failedAt` marks the result as incomplete: the chain cannot list every token
    return {
      reading: { ...appraise(heldTokens, active.network), readAt, source },
      isConfirmed: true,
      ...((support === 'silent' || isPartial) && { failedAt: readAt, failedSource: 'service' }),
    }
  }
}
