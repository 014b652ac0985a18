import {
  type Connector,
  computed,
  connectors,
  definePlugin,
  endpoints,
  lazyOnce,
  namespaces,
  networks,
  slot,
} from '@wallet-modal/kernel'
import { reportBlockedSandbox } from './blocked-by-policy.js'
import { Approve } from './contract.js'
import { sandboxNetworks, swapTargets } from './networks.js'
import { DEFAULT_URL, isLoopback, options, type SandboxOptions } from './options.js'

/** Found in a build, it says that the sandbox got into it; `wallet-modal doctor` looks for it. */
export const MARKER = 'wallet-modal-sandbox-runtime'

const services = ['catalogue', 'blockchain', 'rpc', 'analytics', 'relay', 'secure', 'jupiter'] as const
const ORDER = 1000

/** The embedded wallet's frame has a host of its own, so that it shares no origin with a page. */
const urlOf = (service: (typeof services)[number], base: string): string => {
  if (service === 'relay') return base.replace(/^http/, 'ws')
  if (service !== 'secure') return base
  const { port } = new URL(base)
  return `http://frame.localhost${port && `:${port}`}`
}

/** Of `@wallet-modal/swap`, by its name: a site without swaps does not load that plugin. */
const swapContracts = slot<{ readonly caipNetworkId: string; readonly address: string; readonly isOfApi: boolean }>(
  '@wallet-modal/swap#contracts',
)

/** Of `@wallet-modal/ens`, by its name. */
const ensDeployments = slot<{ readonly caipNetworkId: string; readonly serves: readonly string[] }>(
  '@wallet-modal/ens#deployments',
)

/** Of `@wallet-modal/onramp`, by its name. */
const onRampCheckouts = slot<{
  readonly origin: string
  readonly caipNetworkIds: readonly string[]
  open(url: string): boolean
}>('@wallet-modal/onramp#checkouts')

/** Development only: every service is the local sandbox server, and a funded test wallet is at hand. Production builds get an empty plugin. */
export const sandbox = definePlugin({
  name: '@wallet-modal/sandbox',
  kernel: '^0.1',
  options,
  permissions: {
    api: ['rpc:*'],
    origins: {
      connect: [DEFAULT_URL],
      image: [DEFAULT_URL],
      frame: ['http://frame.localhost:*'],
      window: ['http://127.0.0.1:*', 'http://localhost:*'],
    },
    storage: ['wallet/eip155', 'wallet/solana', 'wallet/polkadot', 'wallet/bip122'],
  },
  views: [Approve],
  ui: () => import('./ui.js'),
  setup(ctx, { url = DEFAULT_URL }: SandboxOptions) {
    // a build that was made for development by mistake must not offer public keys to visitors
    if (typeof location !== 'undefined' && !isLoopback(location.hostname)) return { url: null }
    const base = url.replace(/\/+$/, '')
    reportBlockedSandbox(ctx, base)
    for (const service of services) ctx.add(endpoints, { service, url: urlOf(service, base) }, { order: ORDER })
    const local = sandboxNetworks(base)
    const adapters = ctx.all(namespaces)
    const has = (namespace: string): boolean => adapters.value.some((one) => one.namespace === namespace)
    for (const network of local)
      ctx.add(
        networks,
        computed(() => (has(network.namespace) ? network : null)),
      )
    for (const { caipNetworkId, namespace } of local) {
      const address = swapTargets[namespace]
      const isOfApi = namespace === 'eip155'
      if (address !== undefined) ctx.add(swapContracts, { caipNetworkId, address, isOfApi })
    }
    const [evm] = local
    const serves = local.flatMap(({ caipNetworkId, namespace }) => (namespace === 'eip155' ? caipNetworkId : []))
    if (evm) ctx.add(ensDeployments, { caipNetworkId: evm.caipNetworkId, serves })
    ctx.add(onRampCheckouts, {
      origin: base,
      caipNetworkIds: local.flatMap(({ caipNetworkId, namespace }) =>
        namespace === 'eip155' || namespace === 'solana' ? caipNetworkId : [],
      ),
      open: (checkout) => ctx.openWindow(checkout),
    })
    const wallet = lazyOnce(async () => (await import('./wallet/wallet.js')).createSandboxWallet(ctx, local))
    const spoken = computed(() => [...new Set(local.map(({ namespace }) => namespace))].filter(has))
    ctx.add(
      connectors,
      computed((): Connector | null =>
        spoken.value.length > 0
          ? {
              id: MARKER,
              name: 'Sandbox Wallet',
              type: 'EXTERNAL',
              namespaces: spoken.value,
              provider: async (request) => (await wallet())(request),
            }
          : null,
      ),
    )
    return { url: base }
  },
})
