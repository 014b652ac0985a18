import { type ConnectParams, type Context, computed, connectors, type ReadonlySignal, view } from '@wallet-modal/kernel'
import type { ConnectingWalletConnect as PairingView } from '@wallet-modal/walletconnect/contract'
import { type Attempts, createAttempts } from './attempt.js'
import { type Catalogue, createCatalogue, RECOMMENDED } from './catalogue/catalogue.js'
import { connectorChoices } from './connector-choices.js'
import { type CatalogueWallet, ConnectingMultiChain, Downloads } from './contract.js'
import { isTouch } from './device.js'
import { type ConnectMethods, createMethods } from './methods.js'
import type { ConnectOptions } from './options.js'
import { createParams } from './params.js'
import { createRecent } from './recent.js'
import { arrangeRows, type RowSources, type WalletRow } from './rows.js'

const INSTALLED_FIRST = ['injected', 'external', 'walletConnect', 'featured', 'custom', 'recommended'] as const

/** Referenced by name, so that a site does not need the WalletConnect plugin. */
const ConnectingWalletConnect: typeof PairingView = view('@wallet-modal/walletconnect#ConnectingWalletConnect')

/** The visitor's agreement to the terms. */
export interface Agreement {
  /** Signal: whether the checkbox of `legalCheckbox` is ticked. Without this option, the value is `true`. */
  readonly agreed: ReadonlySignal<boolean>
  /** `agree(true)` ticks the checkbox of `legalCheckbox`; `agree(false)` clears it. */
  agree(agreed: boolean): void
}

/**
 * Model of this plugin's views. Lazily loaded views call `isTouch` through the model: if they imported it, bundlers would move it to a separate chunk
 * that loads when the modal opens.
 */
export interface ConnectModel extends ConnectMethods, Agreement, Attempts {
  /** Params of the view `Connect`, `ConnectWallets` or `AllWallets` that is open, or was open last. */
  readonly params: ReadonlySignal<ConnectParams>
  readonly rows: ReadonlySignal<readonly WalletRow[]>
  /** Number of placeholder rows for catalogue wallets that are being loaded. */
  readonly placeholders: ReadonlySignal<number>
  readonly catalogue: Catalogue
  /** Connector ids of the most recently used wallets, newest first. */
  readonly recent: ReadonlySignal<readonly string[]>
  readonly termsUrl: string | undefined
  readonly privacyUrl: string | undefined
  /** Whether links to `termsUrl` and `privacyUrl` are displayed without a checkbox. */
  readonly hasLegalLinks: boolean
  /** Whether the Connect view displays one row that opens the wallet list, instead of the wallets. */
  readonly isCollapsed: ReadonlySignal<boolean>
  /** Whether the main pointing device is a finger, as on phones and tablets. */
  isTouch(): boolean
  /**
   * Whether the list of all wallets is offered. On phones, only if a row of {@link rows} can connect a wallet that is not installed: by pairing, or
   * in the wallet's own browser.
   */
  offersAll(): boolean
  /** Combines connectors and the given catalogue wallets in order, each wallet once. */
  arrange(wallets: readonly CatalogueWallet[]): readonly WalletRow[]
  /** Whether a wallet that is not installed can be paired through its links. */
  pairs(wallet: CatalogueWallet): boolean
  /** Opens the view that pairs with the wallet. A button in this view, for visitors without the wallet, calls `openDownloads`. */
  pair(wallet: CatalogueWallet, openDownloads: () => void): void
  /** Handles the visitor's choice of a wallet. */
  choose(row: WalletRow): void
}

/** Rows of the Connect view, and of the list of all wallets. */
function createRows(
  ctx: Context,
  { customWallets: custom = [], connectorTypeOrder: order, excludeWalletIds, allWallets = 'SHOW' }: ConnectOptions,
  { catalogue, recent, params }: Pick<ConnectModel, 'catalogue' | 'recent' | 'params'>,
): Pick<ConnectModel, 'rows' | 'placeholders' | 'offersAll' | 'arrange'> {
  const allConnectors = ctx.all(connectors)
  const arrangeAll = (
    recommended: readonly CatalogueWallet[],
    overrides: Partial<RowSources> = {},
  ): readonly WalletRow[] => {
    ctx.t('') // subscribes to the language: `WalletRowItem` is memoized by row, so a new language needs new row objects
    return arrangeRows({
      connectors: allConnectors.value,
      recent: recent.value,
      featured: catalogue.featured.value,
      custom,
      recommended,
      namespace: params.value.namespace,
      excludeWalletIds,
      excluded: catalogue.excluded.value,
      ...overrides,
    })
  }
  const rows = computed(() => {
    let freeRows = RECOMMENDED - arrangeAll([], { order }).length
    return arrangeAll(catalogue.recommended.value, { order }).filter(
      (row) => row.section !== 'recommended' || freeRows-- > 0,
    )
  })
  return {
    rows,
    placeholders: computed(() =>
      catalogue.state.value === 'loading' && catalogue.isOffered() ? Math.max(0, RECOMMENDED - rows.value.length) : 0,
    ),
    offersAll: () =>
      allWallets !== 'HIDE' &&
      catalogue.isOffered() &&
      (isTouch()
        ? arrangeAll(catalogue.recommended.value).some(({ connector, wallet }) =>
            connector ? connector.pairsByLink : wallet.browse_link,
          )
        : allWallets === 'SHOW'),
    arrange: (wallets) => arrangeAll(wallets, { recent: [], order: INSTALLED_FIRST }),
  }
}

/** Handles the visitor's choice of a wallet: connects it, pairs with it, or shows its download links. */
function createChoice(
  ctx: Context,
  { catalogue, params, connect }: Pick<ConnectModel, 'catalogue' | 'params' | 'connect'>,
): Pick<ConnectModel, 'pairs' | 'pair' | 'choose'> {
  const pairs = ({ mobile_link, webapp_link, desktop_link }: CatalogueWallet): boolean => {
    const { namespace } = params.value
    return (
      Boolean(mobile_link ?? webapp_link ?? desktop_link) &&
      ctx.all(connectors).value.some((one) => one.pairsByLink && (!namespace || one.namespaces.includes(namespace)))
    )
  }
  const pair = (wallet: CatalogueWallet, openDownloads: () => void): void =>
    void ctx.router.push(ConnectingWalletConnect, {
      ...params.peek(),
      wallet: { ...wallet, image_url: catalogue.image(wallet).peek() ?? undefined },
      get: openDownloads,
    })
  return {
    pairs,
    pair,
    choose({ wallet, connector, connectors: rowConnectors }) {
      if (wallet) {
        const openDownloads = (): void => void ctx.router.push(Downloads, { wallet })
        return pairs(wallet) ? pair(wallet, openDownloads) : openDownloads()
      }
      const { namespace } = params.peek()
      const namespaces = namespace ? [namespace] : ctx.connections.adapters.peek().map((adapter) => adapter.namespace)
      const choices = connectorChoices(rowConnectors, namespaces)
      const [first = { connector, namespace: String(connector.namespaces[0]) }] = choices
      if (choices.length > 1) void ctx.router.push(ConnectingMultiChain, { choices })
      else connect(first)
    },
  }
}

export function createConnectModel(ctx: Context, pluginOptions: ConnectOptions, agreement: Agreement): ConnectModel {
  const { termsUrl, privacyUrl, legalCheckbox } = pluginOptions
  const { collapseWallets = false, emailShowWallets = true } = pluginOptions
  const catalogue = createCatalogue(ctx, pluginOptions)
  const { ids: recent, remember } = createRecent(ctx)
  const params = createParams(ctx)
  const attempts = createAttempts(ctx, params, remember)
  const methods = createMethods(ctx, pluginOptions.connectMethodsOrder, params)
  return {
    ...attempts,
    ...createRows(ctx, pluginOptions, { catalogue, recent, params }),
    ...createChoice(ctx, { catalogue, params, connect: attempts.connect }),
    ...agreement,
    ...methods,
    catalogue,
    params,
    recent,
    isTouch,
    termsUrl,
    privacyUrl,
    hasLegalLinks: !legalCheckbox && (termsUrl ?? privacyUrl) !== undefined,
    isCollapsed: computed(
      () => collapseWallets || (!emailShowWallets && methods.methods.value.some(({ kind }) => kind !== 'wallet')),
    ),
  }
}
