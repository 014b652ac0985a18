import { type Context, computed, type Network, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import type { SwapContext } from '../context.js'
import { sourcesFor } from '../quotes/offers.js'

/** Networks on which the output of a swap can be received. */
export interface Destinations {
  /** The active network, then the site's networks to which a source can bridge. Empty without a wallet. */
  readonly all: ReadonlySignal<readonly Network[]>
  /** Network on which the output is received: the active network until the visitor chooses another. `undefined` without a wallet. */
  readonly current: ReadonlySignal<Network | undefined>
  /** Chooses the network on which the output is received. While `all` does not contain this network, `current` is the active network. */
  choose(caipNetworkId: string): void
}

export function createDestinations(ctx: Context, swapContext: ReadonlySignal<SwapContext | null>): Destinations {
  const chosenNetworkId = signal<string | undefined>(undefined)
  const all = computed((): readonly Network[] => {
    const { network, sources } = swapContext.value ?? {}
    if (!network || !sources) return []
    const others = ctx.networks.value.filter((one) => one.caipNetworkId !== network.caipNetworkId)
    return [network, ...others.filter((one) => sourcesFor(sources, { network, receiveNetwork: one }).length > 0)]
  })
  return {
    all,
    current: computed(
      () => all.value.find(({ caipNetworkId }) => caipNetworkId === chosenNetworkId.value) ?? all.value[0],
    ),
    choose(caipNetworkId) {
      chosenNetworkId.value = caipNetworkId
    },
  }
}
