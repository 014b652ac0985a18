import { type Context, computed, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { createLatest, type Failure, failureOf } from '@wallet-modal/kernel/transactions'
import type { BuyContext } from './context.js'
import type { OnRampOptions, OnRampProvider } from './contract.js'

/** Options of a provider on the active network. */
export type OfferState =
  | { readonly status: 'none' | 'loading' }
  | { readonly status: 'ready'; readonly options: OnRampOptions }
  | { readonly status: 'failed'; readonly failure: Failure }

export interface Offer {
  readonly state: ReadonlySignal<OfferState>
  refresh(): void
}

/** Currencies, limits and tokens of the chosen provider, reloaded when the provider or the network changes. */
export function createOffer(
  ctx: Context,
  context: ReadonlySignal<BuyContext | null>,
  provider: ReadonlySignal<OnRampProvider | undefined>,
): Offer {
  const reply = signal<{ readonly key: string; readonly state: OfferState } | null>(null)
  const latest = createLatest(ctx.abortSignal)
  const key = computed(() => {
    const [network, id] = [context.value?.network, provider.value?.id]
    return network && id !== undefined ? `${id} ${network.caipNetworkId}` : undefined
  })
  const refresh = (): void => {
    const [network, source, requestedKey] = [context.peek()?.network, provider.peek(), key.peek()]
    if (!network || !source || requestedKey === undefined) return
    reply.value = null
    latest.run(async (abortSignal, isLatest) => {
      const settle = (state: OfferState): void => {
        if (isLatest()) reply.value = { key: requestedKey, state }
      }
      try {
        settle({ status: 'ready', options: await source.options(network, abortSignal) })
      } catch (error) {
        if (isLatest()) ctx.log.info('the currencies and tokens of an on-ramp provider could not be read', error)
        settle({ status: 'failed', failure: failureOf(error) })
      }
    })
  }
  ctx.effect(() => {
    latest.stop()
    if (key.value !== undefined) queueMicrotask(refresh)
  })
  return {
    refresh,
    state: computed((): OfferState => {
      if (key.value === undefined) return { status: 'none' }
      return reply.value?.key === key.value ? reply.value.state : { status: 'loading' }
    }),
  }
}
