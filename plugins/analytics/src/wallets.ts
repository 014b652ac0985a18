import { type Connector, type Context, connectors } from '@wallet-modal/kernel'
import type { Report } from './report.js'
import type { Visit } from './views.js'

const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches
const linkPlatform = (): string => (isTouch() ? 'mobile' : 'qrcode')

const connectorOf = (ctx: Context, connectorId: string): Connector | undefined =>
  ctx
    .all(connectors)
    .peek()
    .find(({ id }) => id === connectorId)

/** Connection method: `mobile` or `qrcode` for a pairing, `email` for a wallet with its own block in the Connect view, otherwise `browser`. */
export function methodOf(ctx: Context, connectorId: string): string {
  const connector = connectorOf(ctx, connectorId)
  if (connector?.pairsByLink) return linkPlatform()
  return connector?.hasOwnBlock ? 'email' : 'browser'
}

/** Views that list wallets. */
const walletListViews: ReadonlySet<string> = new Set(
  ['Connect', 'ConnectWallets', 'AllWallets', 'GetWallet'].map((name) => `@wallet-modal/connect#${name}`),
)
/** View with the blocks of the wallets that have their own block. */
const CONNECT = '@wallet-modal/connect#Connect'
const PAIRING = '@wallet-modal/walletconnect#ConnectingWalletConnect'
const DOWNLOADS = '@wallet-modal/connect#Downloads'

/** View name without the package: `Connect` for `@wallet-modal/connect#Connect`. */
const shortName = (view: string | undefined): string | undefined => view?.slice(view.indexOf('#') + 1)

interface Selection {
  /**
   * Short name of the view in which the last wallet, or the login of an embedded wallet, was selected; `undefined` if it was selected outside the
   * modal, or if nothing was selected.
   */
  view(): string | undefined
}

interface SelectionDependencies {
  readonly report: Report
  readonly visit: Visit
}

/**
 * Reports each wallet that a visitor selects. `platform` is the connection method (see {@link methodOf}), or `unsupported` if the view with the
 * wallet's downloads opens.
 */
export function recordSelections(ctx: Context, { report, visit }: SelectionDependencies): Selection {
  let selectedIn: string | undefined
  const select = (name: string, platform: string, from: string | undefined): void => {
    selectedIn = shortName(from)
    const view = selectedIn
    queueMicrotask(() => report('SELECT_WALLET', { name, platform, ...(view && { view }) }))
  }
  let lastKey = 0
  /** {@link CONNECT} if this view was displayed since the modal opened. */
  let blockView: string | undefined
  ctx.effect(() => {
    const route = ctx.router.current.value
    if (!route || route.view.name === CONNECT) blockView = route?.view.name
    if (!route || route.key <= lastKey) return
    lastKey = route.key
    const { name } = route.view
    const wallet: { readonly name?: unknown } = Object(Object(route.params).wallet)
    const from = visit.previous()
    if (name === PAIRING && typeof wallet.name !== 'string') selectedIn = shortName(from)
    if (typeof wallet.name !== 'string') return
    if (name === PAIRING && from !== DOWNLOADS) select(wallet.name, linkPlatform(), from)
    else if (name === DOWNLOADS && from !== undefined && walletListViews.has(from))
      select(wallet.name, 'unsupported', from)
  })
  /** Id of the connector that is connecting, by namespace; empty if there is none. */
  const connectingIds = new Map<string, string>()
  ctx.effect(() => {
    for (const { namespace, state } of ctx.connections.adapters.value) {
      const current = state.value
      const connectorId = current.status === 'connecting' ? current.connectorId : ''
      if (connectingIds.get(namespace) === connectorId) continue
      connectingIds.set(namespace, connectorId)
      const connector = connectorOf(ctx, connectorId)
      if (connector?.hasOwnBlock) selectedIn = shortName(blockView)
      if (!connector || connector.hasOwnBlock) continue
      if (connector.pairsByLink && ctx.router.current.peek()?.view.name === PAIRING) continue
      const currentView = ctx.router.current.peek()?.view.name
      // the connector's own view is already open: the wallet was selected in the view before it
      const isInOwnView = currentView !== undefined && currentView === connector.view?.name
      select(connector.name, methodOf(ctx, connectorId), isInOwnView ? visit.previous() : visit.current())
    }
  })
  return { view: () => selectedIn }
}
