import { colorFor } from '@wallet-modal/gateway/server'
import { readWallets } from '@wallet-modal/wallets/list'
import type { CatalogueWallet } from './wallet.js'

/** Catalogue of the sandbox: wallets and logos of `@wallet-modal/wallets`. `badge_type` is always `none`. */
export const wallets: readonly CatalogueWallet[] = (await readWallets()).map(
  ({ record, mark, color = colorFor(record.id), addsNetworks }, index) => ({
    ...record,
    image_id: record.id,
    order: index + 1,
    badge_type: 'none',
    color,
    addsNetworks,
    ...(mark && { mark }),
  }),
)
