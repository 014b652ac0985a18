import type { Connector } from '@wallet-modal/kernel'
import type { CatalogueWallet } from './contract.js'
import { type Section, sections } from './sections.js'

/** One line of the list: a wallet that can be asked now, or one that has to be got first. */
export type WalletRow =
  | { readonly kind: 'connector'; readonly section: Section; readonly connector: Connector }
  | { readonly kind: 'wallet'; readonly section: Section; readonly wallet: CatalogueWallet }

export const rowKey = (row: WalletRow): string =>
  row.kind === 'connector' ? `connector:${row.connector.id}` : `wallet:${row.wallet.id}`
export const rowName = (row: WalletRow): string => (row.kind === 'connector' ? row.connector.name : row.wallet.name)

interface RowSources {
  readonly connectors: readonly Connector[]
  /** Ids of connectors used before, the last one first. */
  readonly recent: readonly string[]
  readonly featured: readonly CatalogueWallet[]
  readonly custom: readonly CatalogueWallet[]
  readonly recommended: readonly CatalogueWallet[]
  readonly order?: readonly Section[] | undefined
  readonly excludeWalletIds?: readonly string[] | undefined
}

const sectionOf = ({ type }: Connector): Section =>
  type === 'WALLET_CONNECT' ? 'walletConnect' : type === 'EXTERNAL' ? 'external' : 'injected'

const injectedRank = { MULTI_CHAIN: 0, ANNOUNCED: 1, INJECTED: 2, EXTERNAL: 3, WALLET_CONNECT: 3, AUTH: 3 } as const

/** A catalogue wallet is the same as a connector by rdns or by catalogue id, never by its display name. */
const isSame = (wallet: CatalogueWallet, connector: Connector): boolean =>
  connector.walletId === wallet.id || (wallet.rdns !== undefined && connector.rdns === wallet.rdns.toLowerCase())

/** The whole list in order, each wallet once. Email and social wallets have blocks of their own. */
export function arrangeRows({
  connectors,
  recent,
  featured,
  custom,
  recommended,
  order = [],
  excludeWalletIds = [],
}: RowSources): readonly WalletRow[] {
  const offered = connectors.filter(
    ({ type, walletId }) => type !== 'AUTH' && !(walletId !== undefined && excludeWalletIds.includes(walletId)),
  )
  const used = recent.flatMap((id) => offered.find((one) => one.id === id && sectionOf(one) === 'injected') ?? [])
  const others = offered
    .filter((one) => !used.includes(one))
    .sort((a, b) => injectedRank[a.type] - injectedRank[b.type])
  const known = new Set<string>()
  const wallets = (section: Section, list: readonly CatalogueWallet[]): readonly WalletRow[] =>
    list.flatMap((wallet) => {
      if (known.has(wallet.id) || offered.some((connector) => isSame(wallet, connector))) return []
      known.add(wallet.id)
      return [{ kind: 'wallet', section, wallet }]
    })
  const rows: readonly WalletRow[] = [
    ...used.map((connector): WalletRow => ({ kind: 'connector', section: 'recent', connector })),
    ...others.map((connector): WalletRow => ({ kind: 'connector', section: sectionOf(connector), connector })),
    ...wallets('featured', featured),
    ...wallets('custom', custom),
    ...wallets('recommended', recommended),
  ]
  const ranked = [...new Set([...order, ...sections])]
  return rows.toSorted((a, b) => ranked.indexOf(a.section) - ranked.indexOf(b.section))
}
