import { readWith, type StandardSchema, type WalletQuery } from '@wallet-modal/kernel'
import type { CatalogueWallet } from '../contract.js'

const fields = [
  'badge_type',
  'image_id',
  'image_url',
  'rdns',
  'homepage',
  'mobile_link',
  'desktop_link',
  'webapp_link',
  'browse_link',
  'app_store',
  'play_store',
  'chrome_store',
] as const

/** Page of the catalogue. */
export interface WalletPage {
  readonly wallets: readonly CatalogueWallet[]
  /** Number of received records, including invalid ones. */
  readonly sent: number
  /** Total number of matches on all pages; absent if the service does not return it. */
  readonly count: number | undefined
}

/** Requests wallets. Default of `chains`: the site's networks. A local list does not support `badge_type`. */
export type RequestWallets = (
  query: Partial<WalletQuery> & Pick<WalletQuery, 'entries'> & { readonly badge_type?: 'certified' | undefined },
  abortSignal?: AbortSignal,
) => Promise<WalletPage>

/** Allowed URL prefixes of the store links, so that a link labelled as an app store cannot lead to another site. */
const stores: Readonly<Record<string, readonly string[]>> = {
  app_store: ['https://apps.apple.com/', 'https://itunes.apple.com/'],
  play_store: ['https://play.google.com/store/apps/'],
  chrome_store: ['https://chromewebstore.google.com/', 'https://chrome.google.com/webstore/'],
}

/** Whether the link in a store field leads to that store; true for other fields. */
function isStoreLink(field: string, text: string): boolean {
  const pages = Object.hasOwn(stores, field) ? stores[field] : undefined
  if (!pages) return true
  const { href } = URL.canParse(text) ? new URL(text) : { href: '' }
  return pages.some((page) => href.startsWith(page))
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Parses a record. The result is empty if the record has no name or id. Omits other fields that are not text, and store links to other hosts. */
function readWallet(entry: unknown): readonly CatalogueWallet[] {
  const record: Readonly<Record<string, unknown>> = Object(entry)
  const { id, chains } = record
  // control and direction characters could reorder the sentences that contain the name
  const name = isText(record.name) && record.name.replace(/\p{C}/gu, '')
  if (!isText(id) || !id || !name) return []
  const texts = fields.flatMap((field) => {
    const text = record[field]
    return isText(text) && isStoreLink(field, text) ? [[field, text]] : []
  })
  const { image_url, ...otherFields }: Partial<CatalogueWallet> = Object.fromEntries(texts)
  // with other URLs, a service could make the page send requests to the site's own server or to the visitor's machine
  const isAllowed = /^(https:\/\/|data:image\/)/.test(image_url ?? '')
  return [
    {
      ...otherFields,
      ...(Array.isArray(chains) && { chains: chains.filter(isText) }),
      ...(isAllowed && { image_url }),
      id,
      name,
    },
  ]
}

/** Parses a reply of `/getWallets`, or a local list. Invalid records are ignored. */
export function readPage(reply: unknown): WalletPage {
  const { data, count }: Readonly<Record<string, unknown>> = Object(reply)
  if (!Array.isArray(data)) throw new Error('has no list of wallets')
  const isCount = Number.isSafeInteger(count) && Number(count) >= data.length
  return { wallets: data.flatMap(readWallet), sent: data.length, count: isCount ? Number(count) : undefined }
}

export const walletPage: StandardSchema<WalletPage> = readWith(readPage)
