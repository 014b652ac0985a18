import { readWith, type StandardSchema } from '@wallet-modal/kernel'
import type { CatalogueWallet } from './contract.js'

const fields = [
  'image_id',
  'image_url',
  'rdns',
  'homepage',
  'mobile_link',
  'desktop_link',
  'webapp_link',
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

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isText = (value: unknown): value is string => typeof value === 'string'

/** A record without a name or id is no wallet; other fields that are no text are left out. */
function readWallet(record: unknown): readonly CatalogueWallet[] {
  if (!isRecord(record)) return []
  const { id, name, chains } = record
  if (!isText(id) || !isText(name) || !id || !name) return []
  const texts = fields.flatMap((field) => (isText(record[field]) ? [[field, record[field]]] : []))
  const { image_url, ...rest }: Partial<CatalogueWallet> = Object.fromEntries(texts)
  // a service must not make the page ask its own server, or this machine
  const isForeign = image_url !== undefined && /^(https:\/\/|data:image\/)/.test(image_url)
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

/** The reply of `/getWallets`. One broken record does not cost the others. */
export const walletPage: StandardSchema<WalletPage> = readWith((reply) => {
  if (!isRecord(reply) || !Array.isArray(reply.data)) throw new Error('has no list of wallets')
  const { data, count } = reply
  const isCount = typeof count === 'number' && Number.isSafeInteger(count) && count >= data.length
  return { wallets: data.flatMap(readWallet), sent: data.length, count: isCount ? count : undefined }
})
