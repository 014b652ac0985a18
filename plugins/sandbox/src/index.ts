import { computed, connectors, definePlugin, endpoints, namespaces, networks } from '@wallet-modal/kernel'
import { Approve } from './contract.js'
import { sandboxEvmNetworks, sandboxSolanaNetwork } from './networks.js'
import { DEFAULT_URL, isLoopback, options, type SandboxOptions } from './options.js'
import { createSandboxProvider } from './wallet/provider.js'

/** Found in a build, it says that the sandbox got into it; `wallet-modal doctor` looks for it. */
export const MARKER = 'wallet-modal-sandbox-runtime'

const services = ['catalogue', 'blockchain', 'rpc', 'analytics', 'relay', 'secure'] as const
const ORDER = 1000

/** Development only: every service is the local sandbox server, and a funded test wallet is at hand. Production builds get an empty plugin. */
export const sandbox = definePlugin({
  name: '@wallet-modal/sandbox',
  kernel: '^0.1',
  options,
  permissions: { api: ['rpc:*'], storage: ['wallet'] },
  views: [Approve],
  ui: () => import('./ui.js'),
  setup(ctx, { url = DEFAULT_URL }: SandboxOptions) {
    // a build that was made for development by mistake must not offer public keys to visitors
    if (typeof location !== 'undefined' && !isLoopback(location.hostname)) return { url: null }
    const base = url.replace(/\/+$/, '')
    for (const service of services)
      ctx.add(endpoints, { service, url: service === 'relay' ? base.replace(/^http/, 'ws') : base }, { order: ORDER })
    const evm = sandboxEvmNetworks(base)
    const adapters = ctx.all(namespaces)
    const has = (namespace: string): boolean => adapters.value.some((one) => one.namespace === namespace)
    const provider = createSandboxProvider(ctx, evm)
    for (const network of [...evm, sandboxSolanaNetwork(base)])
      ctx.add(
        networks,
        computed(() => (has(network.namespace) ? network : null)),
      )
    ctx.add(
      connectors,
      computed(() =>
        has('eip155')
          ? {
              id: MARKER,
              name: 'Sandbox Wallet',
              type: 'EXTERNAL' as const,
              namespaces: ['eip155'],
              provider: async () => provider,
            }
          : null,
      ),
    )
    return { url: base }
  },
})
