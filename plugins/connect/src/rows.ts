import type { Connector } from '@wallet-modal/kernel'
import { groupByWallet } from './connector-choices.js'
import type { CatalogueWallet } from './contract.js'
import { type Section, sections } from './sections.js'

/** Row of the list: `connector` is a wallet that can be connected, `wallet` a catalogue wallet that must be installed or paired first. */
export type WalletRow =
  | ConnectorRow
  | {
      readonly kind: 'wallet'
      readonly section: Section
      readonly wallet: CatalogueWallet
      readonly connector?: undefined
      readonly connectors?: undefined
    }

interface ConnectorRow {
  readonly kind: 'connector'
  readonly section: Section
  /** Connector shown in the row. */
  readonly connector: Connector
  /** Connectors of the same wallet, for different namespaces. */
  readonly connectors: readonly Connector[]
  readonly wallet?: undefined
}

export const rowKey = ({ kind, connector, wallet }: WalletRow): string => `${kind}:${(connector ?? wallet).id}`
export const rowName = ({ connector, wallet }: WalletRow): string => (connector ?? wallet).name

export interface RowSources {
  readonly connectors: readonly Connector[]
  /** Ids of previously used connectors, most recent first. */
  readonly recent: readonly string[]
  readonly featured: readonly CatalogueWallet[]
  readonly custom: readonly CatalogueWallet[]
  readonly recommended: readonly CatalogueWallet[]
  /** Lists only wallets that support this CAIP-2 namespace. Default: all wallets. */
  readonly namespace?: string | undefined
  readonly order?: readonly Section[] | undefined
  readonly excludeWalletIds?: readonly string[] | undefined
  /** Catalogue records of `excludeWalletIds`. */
  readonly excluded?: readonly CatalogueWallet[]
}

const sectionOf = ({ isInstalled, pairsByLink }: Connector): Section =>
  pairsByLink ? 'walletConnect' : isInstalled ? 'injected' : 'external'

/** Order within a section: wallets of several chain families, then announced wallets, then wallets found at a global variable. */
const typeOrder: readonly Connector['type'][] = ['MULTI_CHAIN', 'ANNOUNCED', 'INJECTED']
const rankOf = ([first, ...others]: readonly Connector[]): number => {
  const rank = first && others.length === 0 ? typeOrder.indexOf(first.type) : 0
  return rank < 0 ? typeOrder.length : rank
}

/** Whether a catalogue wallet and a connector are the same wallet: by rdns or catalogue id, never by display name. */
export const isSame = (wallet: CatalogueWallet, connector: Connector): boolean =>
  connector.walletId === wallet.id ||
  (wallet.rdns !== undefined && connector.rdns?.toLowerCase() === wallet.rdns.toLowerCase())

/** Whether a catalogue wallet supports a namespace. True without a namespace, and for a wallet without a list of chains. */
const supports = ({ chains = [] }: CatalogueWallet, namespace: string | undefined): boolean =>
  !namespace || chains.length === 0 || chains.some((chain) => chain.startsWith(`${namespace}:`))

/** All rows in order, each wallet once. Omits connectors with a block of their own, such as email login. */
export function arrangeRows({
  connectors,
  recent,
  featured,
  custom,
  recommended,
  namespace,
  order = [],
  excludeWalletIds = [],
  excluded = [],
}: RowSources): readonly WalletRow[] {
  const isExcluded = (connector: Connector): boolean =>
    excludeWalletIds.includes(connector.walletId ?? '') || excluded.some((wallet) => isSame(wallet, connector))
  const listedConnectors = connectors.filter(
    (connector) =>
      !connector.hasOwnBlock && !isExcluded(connector) && (!namespace || connector.namespaces.includes(namespace)),
  )
  const groups = groupByWallet(listedConnectors)
  const isRecent = (group: readonly Connector[], id: string): boolean =>
    group.some((connector) => connector.id === id && sectionOf(connector) === 'injected')
  const recentGroups = new Set(recent.flatMap((id) => groups.filter((group) => isRecent(group, id))))
  const others = groups.filter((group) => !recentGroups.has(group)).sort((a, b) => rankOf(a) - rankOf(b))
  const toRow = (group: readonly [Connector, ...Connector[]], section: Section): WalletRow => ({
    kind: 'connector',
    section,
    connector: group[0],
    connectors: group,
  })
  const listedIds = new Set<string>(excludeWalletIds)
  const wallets = (section: Section, list: readonly CatalogueWallet[]): readonly WalletRow[] =>
    list.flatMap((wallet) => {
      if (
        listedIds.has(wallet.id) ||
        !supports(wallet, namespace) ||
        listedConnectors.some((connector) => isSame(wallet, connector))
      )
        return []
      listedIds.add(wallet.id)
      return [{ kind: 'wallet', section, wallet }]
    })
  const rows: readonly WalletRow[] = [
    ...[...recentGroups].map((group) => toRow(group, 'recent')),
    ...others.map((group) => toRow(group, sectionOf(group[0]))),
    ...wallets('featured', featured),
    ...wallets('custom', custom),
    ...wallets('recommended', recommended),
  ]
  const ranked = [...new Set([...order, ...sections])]
  return rows.toSorted((a, b) => ranked.indexOf(a.section) - ranked.indexOf(b.section))
}
