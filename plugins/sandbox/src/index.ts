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
import { createStandardWallet, register } from './wallet/solana/standard-wallet.js'

/** Id of the wallet's connector. `wallet-modal doctor` searches production builds for this text, to detect a sandbox that was bundled by mistake. */
export const MARKER = 'wallet-modal-sandbox-runtime'

const services = ['catalogue', 'blockchain', 'rpc', 'analytics', 'relay', 'secure', 'jupiter'] as const
/** Order of the sandbox's endpoints in their slot. An order above 0 overrides the site's own endpoints. */
const ORDER = 1000

/** URL of a service. The embedded wallet's frame has its own host name, so that its origin differs from the page's. */
const urlOf = (service: (typeof services)[number], base: string): string => {
  if (service === 'relay') return base.replace(/^http/, 'ws')
  if (service !== 'secure') return base
  const { port } = new URL(base)
  return `http://frame.localhost${port && `:${port}`}`
}

/** Slot of `@wallet-modal/swap`, declared by name: an import would load that plugin on sites without swaps. */
const swapContracts = slot<{ readonly caipNetworkId: string; readonly address: string; readonly isUsedByApi: boolean }>(
  '@wallet-modal/swap#contracts',
)

/** Slot of `@wallet-modal/ens`, declared by name. */
const ensDeployments = slot<{ readonly caipNetworkId: string; readonly chains: readonly string[] }>(
  '@wallet-modal/ens#deployments',
)

/** Slot of `@wallet-modal/onramp`, declared by name. */
const onRampCheckouts = slot<{
  readonly origin: string
  readonly caipNetworkIds: readonly string[]
  open(url: string): boolean
}>('@wallet-modal/onramp#checkouts')

/**
 * Connects the modal to the sandbox, a local server that replaces the hosted services and Jupiter's API during development. Also adds a test wallet,
 * which has funds on local chains. Production builds contain an empty plugin instead.
 */
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
    // a development build that was deployed by mistake must not offer visitors a wallet whose private keys everybody knows
    if (typeof location !== 'undefined' && !isLoopback(location.hostname)) return { url: null }
    const base = url.replace(/\/+$/, '')
    reportBlockedSandbox(ctx, base)
    for (const service of services) ctx.add(endpoints, { service, url: urlOf(service, base) }, { order: ORDER })
    const localNetworks = sandboxNetworks(base)
    const adapters = ctx.all(namespaces)
    const hasNamespace = (namespace: string): boolean => adapters.value.some((one) => one.namespace === namespace)
    for (const network of localNetworks)
      ctx.add(
        networks,
        computed(() => (hasNamespace(network.namespace) ? network : null)),
      )
    for (const { caipNetworkId, namespace } of localNetworks) {
      const address = swapTargets[namespace]
      const isUsedByApi = namespace === 'eip155'
      if (address !== undefined) ctx.add(swapContracts, { caipNetworkId, address, isUsedByApi })
    }
    const [ensNetwork] = localNetworks // the first EVM chain; names on all EVM chains are read from it
    const chains = localNetworks.flatMap(({ caipNetworkId, namespace }) =>
      namespace === 'eip155' ? caipNetworkId : [],
    )
    if (ensNetwork) ctx.add(ensDeployments, { caipNetworkId: ensNetwork.caipNetworkId, chains })
    ctx.add(onRampCheckouts, {
      origin: new URL(base).origin,
      caipNetworkIds: localNetworks.flatMap(({ caipNetworkId, namespace }) =>
        namespace === 'eip155' || namespace === 'solana' ? caipNetworkId : [],
      ),
      open: (checkout) => ctx.openWindow(checkout),
    })
    const wallet = lazyOnce(async () => (await import('./wallet/wallet.js')).createSandboxWallet(ctx, localNetworks))
    const standard = createStandardWallet(async () =>
      Object(await (await wallet())({ namespace: 'solana', silent: false })),
    )
    const hasSolana = computed(() => hasNamespace('solana'))
    if (typeof document !== 'undefined') ctx.effect(() => (hasSolana.value ? register(standard) : undefined))
    const localNamespaces = computed(() =>
      [...new Set(localNetworks.map(({ namespace }) => namespace))].filter(hasNamespace),
    )
    ctx.add(
      connectors,
      computed((): Connector | null =>
        localNamespaces.value.length > 0
          ? {
              id: MARKER,
              name: 'Sandbox Wallet',
              type: 'EXTERNAL',
              namespaces: localNamespaces.value,
              identity: standard,
              provider: async (request) => (await wallet())(request),
            }
          : null,
      ),
    )
    return { url: base }
  },
})
