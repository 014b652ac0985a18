import { type Context, type Network, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { createLatest } from '@wallet-modal/kernel/transactions'
import { createFamilies } from '../families/families.js'
import type { CostEstimate } from '../families/family.js'
import { isFamily } from '../families/names.js'

export interface NetworkCost {
  /** `undefined` while unknown. */
  readonly estimate: ReadonlySignal<CostEstimate | undefined>
  /** Whether the last read failed. */
  readonly hasFailed: ReadonlySignal<boolean>
  /** Discards the estimate, and reads a new one for this network. Displays a toast if reading fails. */
  read(network: Network | undefined): void
  /** Reads again if the last read failed. */
  retry(network: Network | undefined): void
}

/** Estimated network cost of a swap, at current fee rates. */
export function createNetworkCost(ctx: Context): NetworkCost {
  const estimate = signal<CostEstimate | undefined>(undefined)
  const latest = createLatest(ctx.abortSignal)
  const families = createFamilies(ctx)
  const hasFailed = signal(false)
  const read = (network: Network | undefined): void => {
    hasFailed.value = false
    estimate.value = undefined
    latest.stop()
    if (!network || !isFamily(network.namespace)) return
    const family = families[network.namespace]
    latest.run(async (abortSignal, isLatest) => {
      try {
        const reply = await family.estimate(network, abortSignal)
        if (isLatest()) estimate.value = reply
      } catch (error) {
        if (!isLatest()) return
        hasFailed.value = true
        ctx.log.info('the network cost could not be estimated', error)
        ctx.toast.error(ctx.t('toast.networkPrice'))
      }
    })
  }
  return {
    ...{ estimate, hasFailed, read },
    retry(network) {
      if (hasFailed.peek()) read(network)
    },
  }
}
