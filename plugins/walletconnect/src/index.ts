import {
  authenticator,
  type Connector,
  computed,
  connectors,
  definePlugin,
  endpoints,
  lazyOnce,
  type ReadonlySignal,
  sessionNamespaces,
  signal,
} from '@wallet-modal/kernel'
import { CONNECTOR_ID, OWN_NAMESPACES } from './connector.js'
import { ConnectingWalletConnect, ConnectingWalletConnectBasic } from './contract.js'
import { bitcoinProviders } from './namespaces/bitcoin.js'
import { options, type WalletConnectOptions } from './options.js'
import type { PairingState } from './pairing/pairing.js'
import type { InterruptedRequest } from './sessions/interrupted.js'

export type { WalletConnectOptions } from './options.js'
export type { PairingState } from './pairing/pairing.js'
export type { InterruptedRequest } from './sessions/interrupted.js'

/**
 * Order of this plugin's namespaces in the slot: before the default order, so that other plugins can replace them by contributing the same namespace.
 */
const FIRST = -1

/** Return value of `modal.use(walletconnect)`, and model of the plugin's views. */
export interface WalletConnectOutput {
  /** Signal: state of the pairing. Contains the pairing code, for pages that display their own QR code. */
  readonly pairing: ReadonlySignal<PairingState>
  /** Signal: list of the requests that a page load interrupted. When the wallet replies, the plugin adds the reply to the request. */
  readonly interrupted: ReadonlySignal<readonly InterruptedRequest[]>
  /**
   * Signal: the connector. `null` if the site has no network of a supported chain family, or if there is neither a project id, nor the option
   * `relayUrl`, nor a relay of another plugin.
   */
  readonly connector: ReadonlySignal<Connector | null>
}

/** Connects wallets by QR code or link, on this device or on another one. One session contains all chain families that the wallet approves. */
export const walletconnect = definePlugin({
  name: '@wallet-modal/walletconnect',
  kernel: '^0.1',
  optional: [bitcoinProviders, authenticator],
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: {
    api: ['relay:/', 'rpc:*'],
    // any window origin, because any wallet may have a link; `deep-links.ts` validates each link
    origins: { connect: ['wss://relay.walletconnect.org'], window: ['*'] },
    storage: ['addresses', 'chains', 'client', 'link'],
  },
  views: [ConnectingWalletConnectBasic, ConnectingWalletConnect],
  ui: () => import('./ui.js'),
  setup(ctx, pluginOptions: WalletConnectOptions): WalletConnectOutput {
    const { relayUrl } = pluginOptions
    const pairing = signal<PairingState>({ status: 'idle' })
    const interrupted = signal<readonly InterruptedRequest[]>([])
    const approved = signal<readonly string[] | null>(null)
    const load = lazyOnce(async () =>
      (await import('./walletconnect.js')).createWalletConnect(ctx, pluginOptions, { pairing, approved, interrupted }),
    )
    const services = ctx.all(endpoints)
    for (const namespace of OWN_NAMESPACES) {
      const loadSupport = async () => (await import('./namespaces/families.js')).createOwnSupport(ctx, namespace)
      ctx.add(sessionNamespaces, { namespace, load: loadSupport }, { order: FIRST })
    }
    const contributions = ctx.all(sessionNamespaces)
    /** Without a project id there is no relay, unless an option or a plugin sets the relay. */
    const hasRelay = (): boolean =>
      Boolean(pluginOptions.projectId ?? ctx.site.projectId) ||
      services.value.some(({ service }) => service === 'relay')
    const connector = computed((): Connector | null => {
      const siteNamespaces = ctx.networks.value.map(({ namespace }) => namespace)
      const supported = new Set(contributions.value.map(({ namespace }) => namespace))
      const namespaces = [...supported].filter((name) => siteNamespaces.includes(name))
      if (namespaces.length === 0 || !hasRelay()) return null
      const connector: Connector = {
        id: CONNECTOR_ID,
        name: 'WalletConnect',
        type: 'WALLET_CONNECT',
        pairsByLink: true,
        namespaces,
        view: ConnectingWalletConnectBasic,
        approved,
        provider: async (request) => (await load()).provider(connector, request),
      }
      return connector
    })
    if (relayUrl) ctx.add(endpoints, { service: 'relay', url: relayUrl }, { order: 1 })
    ctx.add(connectors, connector)
    return { pairing, interrupted, connector }
  },
})
