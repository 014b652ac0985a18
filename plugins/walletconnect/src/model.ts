import { type Connector, type Context, connectors, type ReadonlySignal } from '@wallet-modal/kernel'
import { createAsking, type PairingAttempt } from './asking.js'
import type { LinkedWallet } from './contract.js'
import { readDevice } from './device.js'
import type { WalletConnectOutput } from './index.js'
import { installedAs } from './installed.js'
import { type CheckUrl, type Device, linkTarget, pairingLink } from './links.js'
import { type PairingState, usableUri } from './pairing.js'

/** How a wallet can be reached from this device: by its extension, by its app or a code, at its site, by its program. */
export type Way = 'browser' | 'mobile' | 'webapp' | 'desktop'
type LinkWay = Exclude<Way, 'browser'>

/** What the views draw from. */
export interface PairingModel {
  readonly pairing: ReadonlySignal<PairingState>
  readonly attempt: ReadonlySignal<PairingAttempt>
  readonly device: Device
  /** What {@link PairingModel.here} looks through; it grows while wallets announce themselves. */
  readonly connectors: ReadonlySignal<readonly Connector[]>
  /** Begins to pair; the returned function gives it up. Where a wallet is given, it is opened once on this device. */
  start(wallet?: LinkedWallet): () => void
  /** Asks again what was asked last. */
  retry(): void
  /** The wallet as it is installed in this browser. */
  here(wallet: LinkedWallet | undefined): Connector | undefined
  /** Asks the wallet that is installed in this browser. */
  askHere(wallet: LinkedWallet): void
  /** The visitor looks at another way: all but the browser need a code. */
  look(way: Way): void
  /** The ways that a wallet offers here. */
  ways(wallet: LinkedWallet | undefined): readonly Way[]
  canOpen(wallet: LinkedWallet | undefined, way: LinkWay): boolean
  /** Opens the wallet with the pairing that is good now; never with one that has lapsed. */
  open(wallet: LinkedWallet, way: LinkWay): void
}

const linkOf = (wallet: LinkedWallet | undefined, way: LinkWay): string | undefined =>
  wallet && { mobile: wallet.mobile_link, webapp: wallet.webapp_link, desktop: wallet.desktop_link }[way]

/** Pairs for as long as a view shows it. */
export function createPairingModel(ctx: Context, output: WalletConnectOutput, check: CheckUrl): PairingModel {
  const { pairing } = output
  const asking = createAsking(ctx, output)
  const device = readDevice()
  const found = ctx.all(connectors)
  /** The wallet in this browser that was asked last; `undefined` where that was any wallet that reads the code. */
  let askedHere: Connector | undefined
  /** The visit in which a wallet was opened by itself: coming back to it does not open the wallet again. */
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
      // once, in the wake of the visitor's choice; iOS and Telegram open apps only from a press
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
