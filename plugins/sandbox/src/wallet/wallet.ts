import type { Context, Network } from '@wallet-modal/kernel'
import { createApprovals } from './approvals.js'
import { noFamily } from './errors.js'
import { families } from './family.js'
import { createMemory } from './memory.js'

/** The sandbox wallet over all chain families: answers with the wallet of one of them, each made once. */
export function createSandboxWallet(
  ctx: Context,
  networks: readonly Network[],
): (namespace: string) => Promise<unknown> {
  const ask = createApprovals(ctx)
  const made = new Map<string, Promise<unknown>>()

  const make = async (namespace: string): Promise<unknown> => {
    const [first, ...more] = networks.filter((network) => network.namespace === namespace)
    const load = Object.hasOwn(families, namespace) ? families[namespace] : undefined
    if (!first || !load) throw noFamily(namespace)
    const makeWallet = await load()
    const memory = createMemory(ctx, namespace, first.caipNetworkId)
    return makeWallet({ ctx, networks: [first, ...more], ask, memory })
  }
  return (namespace) => {
    const wallet = made.get(namespace) ?? make(namespace)
    made.set(namespace, wallet)
    wallet.catch(() => made.delete(namespace)) // a failed download is tried again
    return wallet
  }
}
