import type { Context, Network, ProviderRequest } from '@wallet-modal/kernel'
import { createApprovals } from './approvals.js'
import { noFamily } from './errors.js'
import { families } from './family.js'
import { createWalletStorage } from './wallet-storage.js'

/** Returns the `provider` function of the sandbox wallet's connector. The function creates a chain family's wallet on the family's first request. */
export function createSandboxWallet(
  ctx: Context,
  networks: readonly Network[],
): (request: Pick<ProviderRequest, 'namespace' | 'silent'>) => Promise<unknown> {
  const ask = createApprovals(ctx)
  const wallets = new Map<string, Promise<unknown>>()

  const create = async (namespace: string): Promise<unknown> => {
    const [first, ...more] = networks.filter((network) => network.namespace === namespace)
    const load = Object.hasOwn(families, namespace) ? families[namespace] : undefined
    if (!first || !load) throw noFamily(namespace)
    const createWallet = await load()
    const walletStorage = createWalletStorage(ctx, namespace, first.caipNetworkId)
    return createWallet({ ctx, host: location.host, networks: [first, ...more], ask, walletStorage })
  }
  return async ({ namespace, silent }) => {
    const creation = wallets.get(namespace) ?? create(namespace)
    wallets.set(namespace, creation)
    creation.catch(() => wallets.delete(namespace)) // so that the next request retries a failed download
    const wallet = await creation
    return typeof wallet === 'function' ? wallet({ silent }) : wallet // for Polkadot, `wallet` is the extension's `enable`
  }
}
