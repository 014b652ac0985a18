import { type Connector, type ConnectParams, type Context, connectors, type ReadonlySignal } from '@wallet-modal/kernel'
import type { LinkedWallet } from '../contract.js'
import { type CheckUrl, type Device, linkTarget, pairingLink } from '../deep-links/deep-links.js'
import type { WalletConnectOutput } from '../index.js'
import { readDevice } from './device.js'
import { findInstalled } from './installed-connector.js'
import { type PairingState, usableUri } from './pairing.js'
import { createPairingRequests, type PairingAttempt } from './pairing-requests.js'

/** How a wallet connects on this device: browser extension, mobile app or QR code, web app, desktop app. */
export type Platform = 'browser' | 'mobile' | 'webapp' | 'desktop'
type LinkPlatform = Exclude<Platform, 'browser'>

/** Model of the pairing views. */
export interface PairingModel {
  readonly pairing: ReadonlySignal<PairingState>
  readonly attempt: ReadonlySignal<PairingAttempt>
  readonly device: Device
  /** Connectors that {@link PairingModel.installedConnector} searches. The list grows as wallets announce themselves. */
  readonly connectors: ReadonlySignal<readonly Connector[]>
  /**
   * Starts pairing; the returned function cancels it. With `wallet`, opens its app on this device once, if possible. `request`: requested
   * namespace and network; default: the connector's first namespace.
   */
  start(wallet?: LinkedWallet, request?: ConnectParams): () => void
  /** Repeats the last connection request. */
  retry(): void
  /** Connector of the wallet if it is installed in this browser. */
  installedConnector(wallet: LinkedWallet | undefined): Connector | undefined
  /** Connects the wallet that is installed in this browser. */
  connectInstalled(wallet: LinkedWallet): void
  /** Called when the visitor selects a tab. All tabs except `browser` need a pairing code. */
  selectPlatform(platform: Platform): void
  /** Tabs to show for a wallet on this device. */
  platforms(wallet: LinkedWallet | undefined): readonly Platform[]
  /** Whether the wallet has a valid link for the platform. */
  canOpen(wallet: LinkedWallet | undefined, platform: LinkPlatform): boolean
  /** Opens the wallet with the current pairing URI, never with an expired one. */
  open(wallet: LinkedWallet, platform: LinkPlatform): void
}

const linkOf = (wallet: LinkedWallet | undefined, platform: LinkPlatform): string | undefined =>
  wallet && { mobile: wallet.mobile_link, webapp: wallet.webapp_link, desktop: wallet.desktop_link }[platform]

/** Calls `run` once there is a pairing code. Returns a function that stops waiting. */
function onceReady(pairing: ReadonlySignal<PairingState>, run: () => void): () => void {
  const unsubscribe = pairing.subscribe((state) => {
    if (state.status !== 'ready') return
    queueMicrotask(() => unsubscribe())
    run()
  })
  return unsubscribe
}

/** Platforms to offer for a wallet on a device. */
const platformsOf = (
  { isPhone }: Device,
  wallet: LinkedWallet | undefined,
  { installedConnector, canOpen }: Pick<PairingModel, 'installedConnector' | 'canOpen'>,
): readonly Platform[] =>
  (['browser', 'mobile', 'webapp', 'desktop'] as const).filter((platform) => {
    if (platform === 'mobile') return true
    if (platform === 'browser') return Boolean(installedConnector(wallet) ?? (!isPhone && wallet?.chrome_store))
    return canOpen(wallet, platform) && (platform === 'webapp' || !isPhone)
  })

/** Creates the model of the pairing views. Pairing runs while a view is open. */
export function createPairingModel(ctx: Context, output: WalletConnectOutput, check: CheckUrl): PairingModel {
  const { pairing } = output
  const requests = createPairingRequests(ctx, output)
  const device = readDevice()
  const allConnectors = ctx.all(connectors)
  /** Installed wallet of the last request; `undefined` if the last request displayed a pairing code. */
  let requestedConnector: Connector | undefined
  let params: ConnectParams | undefined
  /** Route key for which a wallet was opened automatically. Returning to that route does not open it again. */
  let openedRouteKey: number | undefined

  const request = (): void => requests.request(requestedConnector, params)
  const open = (wallet: LinkedWallet, platform: LinkPlatform): void => {
    const uri = usableUri(pairing.peek())
    const href = uri === null ? null : pairingLink(linkOf(wallet, platform), uri, { device, check })
    if (href === null) return
    if (platform === 'mobile') requests.setOpenedLink(wallet.mobile_link)
    ctx.openWindow(href, platform === 'mobile' ? linkTarget(device) : '_blank')
  }
  const installedConnector = (wallet: LinkedWallet | undefined) => findInstalled(wallet, allConnectors.value)
  const canOpen = (wallet: LinkedWallet | undefined, platform: LinkPlatform): boolean =>
    pairingLink(linkOf(wallet, platform), 'wc:0@2', { device, check }) !== null
  return {
    ...{ pairing, device, installedConnector, canOpen, open },
    attempt: requests.attempt,
    connectors: allConnectors,
    connectInstalled(wallet) {
      requestedConnector = installedConnector(wallet)
      if (requestedConnector) request()
    },
    selectPlatform(platform) {
      if (platform === 'browser' || !requestedConnector) return
      requestedConnector = undefined
      request()
    },
    start(wallet, connectParams) {
      requestedConnector = undefined
      params = connectParams
      request()
      // opens the app once, right after the visitor's choice. On iOS and in Telegram, only a click handler can open apps
      const mayOpen = device.isPhone && !device.isIos && !device.isTelegram && canOpen(wallet, 'mobile')
      const routeKey = ctx.router.current.peek()?.key
      const opensAutomatically = wallet && mayOpen && (routeKey === undefined || routeKey !== openedRouteKey)
      const openOnce = (): void => {
        openedRouteKey = routeKey
        if (wallet) open(wallet, 'mobile')
      }
      const stopWaiting = opensAutomatically ? onceReady(pairing, openOnce) : undefined
      return () => {
        stopWaiting?.()
        requests.stop()
      }
    },
    retry: request,
    platforms: (wallet) => platformsOf(device, wallet, { installedConnector, canOpen }),
  }
}
