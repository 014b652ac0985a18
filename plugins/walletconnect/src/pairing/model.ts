import { type Connector, type Context, connectors, type ReadonlySignal } from '@wallet-modal/kernel'
import type { LinkedWallet } from '../contract.js'
import type { WalletConnectOutput } from '../index.js'
import { type CheckUrl, type Device, linkTarget, pairingLink } from '../links/links.js'
import { createAsking, type PairingAttempt } from './asking.js'
import { readDevice } from './device.js'
import { installedAs } from './installed.js'
import { type PairingState, usableUri } from './pairing.js'

/** How a wallet connects on this device: browser extension, mobile app or QR code, web app, desktop app. */
export type Way = 'browser' | 'mobile' | 'webapp' | 'desktop'
type LinkWay = Exclude<Way, 'browser'>

/** Model of the pairing views. */
export interface PairingModel {
  readonly pairing: ReadonlySignal<PairingState>
  readonly attempt: ReadonlySignal<PairingAttempt>
  readonly device: Device
  /** Connectors that {@link PairingModel.here} searches; it grows as wallets announce themselves. */
  readonly connectors: ReadonlySignal<readonly Connector[]>
  /** Starts pairing; the returned function cancels it. A given wallet's app is opened once on this device, if possible. */
  start(wallet?: LinkedWallet): () => void
  /** Repeats the last connection request. */
  retry(): void
  /** Connector of the wallet if it is installed in this browser. */
  here(wallet: LinkedWallet | undefined): Connector | undefined
  /** Connects the wallet that is installed in this browser. */
  askHere(wallet: LinkedWallet): void
  /** Called when the visitor selects a tab. All tabs except `browser` need a pairing code. */
  look(way: Way): void
  /** Tabs to show for a wallet on this device. */
  ways(wallet: LinkedWallet | undefined): readonly Way[]
  canOpen(wallet: LinkedWallet | undefined, way: LinkWay): boolean
  /** Opens the wallet with the current pairing URI, never with an expired one. */
  open(wallet: LinkedWallet, way: LinkWay): void
}

const linkOf = (wallet: LinkedWallet | undefined, way: LinkWay): string | undefined =>
  wallet && { mobile: wallet.mobile_link, webapp: wallet.webapp_link, desktop: wallet.desktop_link }[way]

/** Creates the model. It pairs while a view is open. */
export function createPairingModel(ctx: Context, output: WalletConnectOutput, check: CheckUrl): PairingModel {
  const { pairing } = output
  const asking = createAsking(ctx, output)
  const device = readDevice()
  const found = ctx.all(connectors)
  /** Installed wallet of the last request; `undefined` if the last request was a pairing code. */
  let askedHere: Connector | undefined
  /** Route key for which a wallet was opened automatically. Returning to that route does not open it again. */
  let openedIn: number | undefined

  const ask = (): void => asking.ask(askedHere)
  const open = (wallet: LinkedWallet, way: LinkWay): void => {
    const uri = usableUri(pairing.peek())
    const href = uri === null ? null : pairingLink(linkOf(wallet, way), uri, { device, check })
    if (href === null) return
    const target = way === 'mobile' ? linkTarget(device) : '_blank'
    if (way === 'mobile') asking.noteOpened(wallet.mobile_link)
    ctx.openWindow(href, target)
  }
  const here = (wallet: LinkedWallet | undefined) => installedAs(wallet, found.value)
  const canOpen = (wallet: LinkedWallet | undefined, way: LinkWay): boolean =>
    pairingLink(linkOf(wallet, way), 'wc:0@2', { device, check }) !== null

  return {
    pairing,
    attempt: asking.attempt,
    device,
    connectors: found,
    here,
    askHere(wallet) {
      askedHere = here(wallet)
      if (askedHere) ask()
    },
    look(way) {
      if (way === 'browser' || !askedHere) return
      askedHere = undefined
      ask()
    },
    start(wallet) {
      askedHere = undefined
      ask()
      // opened once, right after the visitor's choice; iOS and Telegram open apps only from a click handler
      const mayOpen = device.isPhone && !device.isIos && !device.isTelegram && canOpen(wallet, 'mobile')
      const visit = ctx.router.current.peek()?.key
      const opensItself = wallet && mayOpen && (visit === undefined || visit !== openedIn)
      const unsubscribe = opensItself
        ? pairing.subscribe((state) => {
            if (state.status !== 'ready') return
            queueMicrotask(() => unsubscribe?.())
            openedIn = visit
            open(wallet, 'mobile')
          })
        : undefined
      return () => {
        unsubscribe?.()
        asking.stop()
      }
    },
    retry: ask,
    ways: (wallet) =>
      (['browser', 'mobile', 'webapp', 'desktop'] as const).filter((way) => {
        if (way === 'mobile') return true
        if (way === 'browser') return Boolean(here(wallet) ?? (!device.isPhone && wallet?.chrome_store))
        return canOpen(wallet, way) && (way === 'webapp' || !device.isPhone)
      }),
    canOpen,
    open,
  }
}
