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

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** A record without a name or id is no wallet; other fields that are no text are left out. */
function readWallet(record: unknown): readonly CatalogueWallet[] {
  if (!isRecord(record)) return []
  const { id, name } = record
  if (typeof id !== 'string' || typeof name !== 'string' || !id || !name) return []
  const texts = fields.flatMap((field) => (typeof record[field] === 'string' ? [[field, record[field]]] : []))
  const { image_url, ...rest }: Partial<CatalogueWallet> = Object.fromEntries(texts)
  // a service must not make the page ask its own server, or this machine
  const isForeign = image_url !== undefined && /^(https:\/\/|data:image\/)/.test(image_url)
  return [{ ...rest, ...(isForeign && { image_url }), id, name }]
}

/** The reply of `/getWallets`. One broken record does not cost the others. */
export const walletPage: StandardSchema<readonly CatalogueWallet[]> = readWith((reply) => {
  if (!isRecord(reply) || !Array.isArray(reply.data)) throw new Error('has no list of wallets')
  return reply.data.flatMap(readWallet)
})
