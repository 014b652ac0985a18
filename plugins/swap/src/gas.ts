import { type Context, type ReadonlySignal, readWith, signal } from '@wallet-modal/kernel'
import { createLatest } from '@wallet-modal/kernel/transactions'

/** Gas of a swap, as a first guess: the transaction itself is estimated on the chain. */
const SWAP_GAS = 150_000n

const quantity = readWith((answer): bigint => {
  if (typeof answer !== 'string' || !/^0x[\da-f]{1,64}$/i.test(answer)) throw new TypeError('no quantity')
  return BigInt(answer)
})

export interface NetworkCost {
  /** In wei; `undefined` until it is known. */
  readonly cost: ReadonlySignal<bigint | undefined>
  read(caipNetworkId: string | undefined): void
}

/** What a swap costs about, at the network's gas price. */
export function createNetworkCost(ctx: Context): NetworkCost {
  const cost = signal<bigint | undefined>(undefined)
  const latest = createLatest(ctx.abortSignal)
  return {
    cost,
    read(caipNetworkId) {
      cost.value = undefined
      latest.stop()
      if (caipNetworkId === undefined) return
      latest.run(async (stop, isLatest) => {
        try {
          const price = await ctx.api.rpc(caipNetworkId).read('eth_gasPrice', [], { schema: quantity, signal: stop })
          if (isLatest()) cost.value = price * SWAP_GAS
        } catch (error) {
          if (!isLatest()) return
          ctx.log.info('the gas price could not be read', error)
          ctx.toast.error(ctx.t('toast.networkPrice'))
        }
      })
    },
  }
}
