import { type Context, computed, connectors, type ReadonlySignal } from '@wallet-modal/kernel'
import { type Attempts, createAttempts } from './attempt.js'
import { type Catalogue, createCatalogue, RECOMMENDED } from './catalogue.js'
import { type CatalogueWallet, Downloads } from './contract.js'
import { type ConnectMethods, createMethods } from './methods.js'
import type { ConnectOptions } from './options.js'
import { createRecent } from './recent.js'
import { arrangeRows, type WalletRow } from './rows.js'

/** Whether the visitor agreed to the terms; without a checkbox that is so from the start. */
export interface Agreement {
  readonly agreed: ReadonlySignal<boolean>
  agree(agreed: boolean): void
}

/** What the views of this plugin draw from. */
export interface ConnectModel extends ConnectMethods, Agreement, Attempts {
  readonly rows: ReadonlySignal<readonly WalletRow[]>
  /** Rows to keep free for wallets that the catalogue has yet to name. */
  readonly reserved: ReadonlySignal<number>
  readonly catalogue: Catalogue
  readonly recent: ReadonlySignal<readonly string[]>
  /** Wallets for those who have none: the site's own choice first. */
  readonly suggestions: ReadonlySignal<readonly CatalogueWallet[]>
  readonly termsUrl: string | undefined
  readonly privacyUrl: string | undefined
  choose(row: WalletRow): void
}

export function createConnectModel(ctx: Context, given: ConnectOptions, agreement: Agreement): ConnectModel {
  const { connectorTypeOrder: order, customWallets: custom = [], excludeWalletIds, termsUrl, privacyUrl } = given
  const catalogue = createCatalogue(ctx, given)
  const recent = createRecent(ctx)
  const offered = ctx.all(connectors)
  const attempts = createAttempts(ctx, recent.remember)

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
  return {
    rows,
    reserved,
    ...attempts,
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
      if (row.kind === 'connector') attempts.connect(row.connector)
      else void ctx.router.push(Downloads, { wallet: row.wallet })
    },
  }
}
