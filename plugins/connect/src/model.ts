import {
  type Connector,
  type Context,
  computed,
  connectors,
  messageOf,
  type ReadonlySignal,
  signal,
} from '@wallet-modal/kernel'
import { type Catalogue, createCatalogue, RECOMMENDED } from './catalogue.js'
import { type CatalogueWallet, ConnectingExternal, Downloads } from './contract.js'
import { type ConnectMethods, createMethods } from './methods.js'
import type { ConnectOptions } from './options.js'
import { createRecent } from './recent.js'
import { arrangeRows, type WalletRow } from './rows.js'

/** Whether the visitor agreed to the terms; without a checkbox that is so from the start. */
export interface Agreement {
  readonly agreed: ReadonlySignal<boolean>
  agree(agreed: boolean): void
}

/** A connection that was asked for. */
export interface ConnectAttempt {
  readonly connector: Connector
  readonly status: 'waiting' | 'rejected' | 'failed'
  /** What the wallet said, where it failed. */
  readonly message?: string
}

/** What the views of this plugin draw from. */
export interface ConnectModel extends ConnectMethods, Agreement {
  readonly rows: ReadonlySignal<readonly WalletRow[]>
  /** Rows to keep free for wallets that the catalogue has yet to name. */
  readonly reserved: ReadonlySignal<number>
  readonly attempt: ReadonlySignal<ConnectAttempt | null>
  readonly catalogue: Catalogue
  readonly recent: ReadonlySignal<readonly string[]>
  /** Wallets for those who have none: the site's own choice first. */
  readonly suggestions: ReadonlySignal<readonly CatalogueWallet[]>
  readonly termsUrl: string | undefined
  readonly privacyUrl: string | undefined
  choose(row: WalletRow): void
  connect(connector: Connector): void
  retry(): void
}

export function createConnectModel(ctx: Context, given: ConnectOptions, agreement: Agreement): ConnectModel {
  const { connectorTypeOrder: order, customWallets: custom = [], excludeWalletIds, termsUrl, privacyUrl } = given
  const catalogue = createCatalogue(ctx, given)
  const recent = createRecent(ctx)
  const offered = ctx.all(connectors)
  const attempt = signal<ConnectAttempt | null>(null)
  let stop = new AbortController()

  const rows = computed(() => {
    const known = arrangeRows({
      connectors: offered.value,
      recent: recent.ids.value,
      featured: catalogue.featured.value,
      custom,
      recommended: [],
      order,
      excludeWalletIds,
    })
    const room = Math.max(0, RECOMMENDED - known.length)
    const recommended = catalogue.recommended.value
    if (room === 0 || recommended.length === 0) return known
    const all = arrangeRows({
      connectors: offered.value,
      recent: recent.ids.value,
      featured: catalogue.featured.value,
      custom,
      recommended,
      order,
      excludeWalletIds,
    })
    return all.filter(
      (row) => row.section !== 'recommended' || all.filter((one) => one.section === 'recommended').indexOf(row) < room,
    )
  })
  const reserved = computed(() =>
    catalogue.state.value === 'loading' ? Math.max(0, RECOMMENDED - rows.value.length) : 0,
  )

  const ask = async (connector: Connector, { signal: given }: AbortController): Promise<void> => {
    attempt.value = { connector, status: 'waiting' }
    const settle = (next: ConnectAttempt): void => {
      if (!given.aborted) attempt.value = next
    }
    try {
      const outcome = await ctx.connections.connect(connector, { signal: given })
      if (outcome.status === 'rejected') settle({ connector, status: 'rejected' })
      if (outcome.status !== 'connected') return
      recent.remember(connector.id)
      if (ctx.router.current.peek()?.view.name === ConnectingExternal.name) ctx.router.close()
    } catch (error) {
      settle({ connector, status: 'failed', message: messageOf(error) })
    }
  }
  const connect = (connector: Connector): void => {
    const now = attempt.peek()
    if (now?.connector.id === connector.id && now.status === 'waiting') return
    stop.abort()
    const mine = new AbortController()
    stop = mine
    void ask(connector, mine)
    if (ctx.router.current.peek()?.view.name === ConnectingExternal.name) return
    // the wallet is asked at once, inside the visitor's click; leaving the view takes the question back
    void ctx.router.push(ConnectingExternal).finally(() => {
      stop.abort()
      attempt.value = null
    })
  }
  ctx.onDispose(() => stop.abort())
  return {
    rows,
    reserved,
    attempt,
    catalogue,
    recent: recent.ids,
    suggestions: computed(() =>
      [...catalogue.featured.value, ...custom, ...catalogue.recommended.value].slice(0, RECOMMENDED),
    ),
    ...agreement,
    ...createMethods(ctx, given.connectMethodsOrder),
    termsUrl,
    privacyUrl,
    choose(row) {
      if (row.kind === 'connector') connect(row.connector)
      else void ctx.router.push(Downloads, { wallet: row.wallet })
    },
    connect,
    retry() {
      const failed = attempt.peek()
      if (failed) connect(failed.connector)
    },
  }
}
