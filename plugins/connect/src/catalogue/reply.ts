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

/** A part of the catalogue. */
export interface WalletPage {
  readonly wallets: readonly CatalogueWallet[]
  /** How many records were sent, also those that are no wallet. */
  readonly sent: number
  /** How many wallets fulfil the request, on all pages; absent where the service does not say. */
  readonly count: number | undefined
}

/** Asks for wallets of the site's networks. `badge_type` is known to services alone. */
export type Ask = (
  query: Partial<WalletQuery> & Pick<WalletQuery, 'entries'> & { readonly badge_type?: 'certified' | undefined },
  abortSignal?: AbortSignal,
) => Promise<WalletPage>

/** Beginnings of the stores' own pages: a link to elsewhere would stand beside the wallet's name as if the store had it. */
const stores: Readonly<Record<string, readonly string[]>> = {
  app_store: ['https://apps.apple.com/', 'https://itunes.apple.com/'],
  play_store: ['https://play.google.com/store/apps/'],
  chrome_store: ['https://chromewebstore.google.com/', 'https://chrome.google.com/webstore/'],
}

/** Whether a link of a store field leads to that store; true for other fields. */
function isAtStore(field: string, text: string): boolean {
  const pages = Object.hasOwn(stores, field) ? stores[field] : undefined
  if (!pages) return true
  const { href } = URL.canParse(text) ? new URL(text) : { href: '' }
  return pages.some((page) => href.startsWith(page))
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** A record without a name or id is no wallet; other fields that are no text, and store links that lead elsewhere, are left out. */
function readWallet(given: unknown): readonly CatalogueWallet[] {
  const record: Readonly<Record<string, unknown>> = Object(given)
  const { id, chains } = record
  // controls and direction marks would turn the sentences that the name stands in
  const name = isText(record.name) && record.name.replace(/\p{C}/gu, '')
  if (!isText(id) || !id || !name) return []
  const texts = fields.flatMap((field) => {
    const text = record[field]
    return isText(text) && isAtStore(field, text) ? [[field, text]] : []
  })
  const { image_url, ...rest }: Partial<CatalogueWallet> = Object.fromEntries(texts)
  // a service must not make the page ask its own server, or this machine
  const isForeign = /^(https:\/\/|data:image\/)/.test(image_url ?? '')
  return [
    {
      ...rest,
      ...(Array.isArray(chains) && { chains: chains.filter(isText) }),
      ...(isForeign && { image_url }),
      id,
      name,
    },
  ]
}

/** Reads a reply of `/getWallets`, or of a list of wallets. One broken record does not cost the others. */
export function readPage(reply: unknown): WalletPage {
  const { data, count }: Readonly<Record<string, unknown>> = Object(reply)
  if (!Array.isArray(data)) throw new Error('has no list of wallets')
  const isCount = Number.isSafeInteger(count) && Number(count) >= data.length
  return { wallets: data.flatMap(readWallet), sent: data.length, count: isCount ? Number(count) : undefined }
}

export const walletPage: StandardSchema<WalletPage> = readWith(readPage)
