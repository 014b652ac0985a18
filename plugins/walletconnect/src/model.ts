import { type Context, isWalletModalError, messageOf, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import type { LinkedWallet } from './contract.js'
import { readDevice } from './device.js'
import type { WalletConnectOutput } from './index.js'
import { type CheckUrl, type Device, linkTarget, pairingLink } from './links.js'
import { rememberWallet } from './opened-wallet.js'
import { type PairingState, usableUri } from './pairing.js'

export interface PairingAttempt {
  readonly status: 'waiting' | 'rejected' | 'failed'
  /** Key of what to say, where this plugin knows the reason. */
  readonly reason?: 'projectId' | 'relay'
  /** What the wallet or the relay said. */
  readonly message?: string
}

/** How a wallet can be reached from this device. */
export type Way = 'mobile' | 'webapp' | 'desktop'

/** What the views draw from. */
export interface PairingModel {
  readonly pairing: ReadonlySignal<PairingState>
  readonly attempt: ReadonlySignal<PairingAttempt>
  readonly device: Device
  /** Begins to pair; the returned function gives it up. Where a wallet is given, it is opened once on this device. */
  start(wallet?: LinkedWallet): () => void
  retry(): void
  /** The ways that a wallet offers here, the usual one first. */
  ways(wallet: LinkedWallet | undefined): readonly Way[]
  canOpen(wallet: LinkedWallet | undefined, way: Way): boolean
  /** Opens the wallet with the pairing that is good now; never with one that has lapsed. */
  open(wallet: LinkedWallet, way: Way): void
}

const linkOf = (wallet: LinkedWallet | undefined, way: Way): string | undefined =>
  wallet && { mobile: wallet.mobile_link, webapp: wallet.webapp_link, desktop: wallet.desktop_link }[way]

function toFailure(error: unknown): PairingAttempt {
  const cause = isWalletModalError(error) && isWalletModalError(error.cause) ? error.cause : error
  const code = isWalletModalError(cause) ? cause.code : undefined
  const message = messageOf(cause)
  if (code === 'NO_PROJECT_ID') return { status: 'failed', reason: 'projectId', message }
  return code === 'NETWORK_ERROR' ? { status: 'failed', reason: 'relay', message } : { status: 'failed', message }
}

/** Pairs for as long as a view shows it. */
export function createPairingModel(
  ctx: Context,
  { pairing, connector }: WalletConnectOutput,
  check: CheckUrl,
): PairingModel {
  const attempt = signal<PairingAttempt>({ status: 'waiting' })
  const device = readDevice()
  let stop = new AbortController()
  /** The link of the wallet that was opened on this device in the try that is under way. */
  let opened: string | undefined
  ctx.onDispose(() => stop.abort())

  const ask = (): void => {
    stop.abort()
    stop = new AbortController()
    const { signal: mine } = stop
    const wanted = connector.peek()
    opened = undefined
    const settle = (next: PairingAttempt): void => {
      if (!mine.aborted) attempt.value = next
    }
    attempt.value = { status: 'waiting' }
    if (!wanted) {
      settle({ status: 'failed', message: ctx.t('wc.unavailable') })
      return
    }
    let isCodeMade = false
    const unwatch = pairing.subscribe(({ status }) => {
      isCodeMade ||= status === 'ready'
    })
    ctx.connections.connect(wanted, { signal: mine }).then(
      ({ status }) => {
        if (mine.aborted) return
        if (status === 'rejected') settle({ status })
        if (status === 'connected' || status === 'notGranted') {
          // a session that was there already keeps the wallet that it was made with
          if (isCodeMade) rememberWallet(ctx, opened)
          ctx.router.close() // also where it was granted elsewhere, but not here
        }
      },
      (error: unknown) => settle(toFailure(error)),
    )
    mine.addEventListener('abort', unwatch)
  }
  const open = (wallet: LinkedWallet, way: Way): void => {
    const uri = usableUri(pairing.peek())
    const href = uri === null ? null : pairingLink(linkOf(wallet, way), uri, { device, check })
    if (href === null) return
    const target = way === 'mobile' ? linkTarget(device) : '_blank'
    if (way === 'mobile') opened = wallet.mobile_link
    window.open(href, target, 'noreferrer')
  }
  const canOpen = (wallet: LinkedWallet | undefined, way: Way): boolean =>
    pairingLink(linkOf(wallet, way), 'wc:0@2', { device, check }) !== null

  return {
    pairing,
    attempt,
    device,
    start(wallet) {
      ask()
      // once, in the wake of the visitor's choice; iOS and Telegram open apps only from a press
      const opensItself = wallet && device.isPhone && !device.isIos && !device.isTelegram && canOpen(wallet, 'mobile')
      const unsubscribe = opensItself
        ? pairing.subscribe((state) => {
            if (state.status !== 'ready') return
            queueMicrotask(() => unsubscribe?.())
            open(wallet, 'mobile')
          })
        : undefined
      return () => {
        unsubscribe?.()
        stop.abort()
      }
    },
    retry: ask,
    ways: (wallet) =>
      (['mobile', 'webapp', 'desktop'] as const).filter(
        (way) => way === 'mobile' || (canOpen(wallet, way) && (way === 'webapp' || !device.isPhone)),
      ),
    canOpen,
    open,
  }
}
