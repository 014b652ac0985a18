import type { WalletFacts } from './facts.js'
import { furtherWallets } from './furtherWallets.js'
import { leadingWallets } from './leadingWallets.js'
import { moreWallets } from './moreWallets.js'
import type { CatalogueWallet } from './wallet.js'

/** The sandbox's catalogue: public facts of real wallets with drawn marks. Nobody is certified here, so `badge_type` is `none`. */
export const wallets: readonly CatalogueWallet[] = [...leadingWallets, ...moreWallets, ...furtherWallets].map(toWallet)

function toWallet(facts: WalletFacts, index: number): CatalogueWallet {
  const { mobile, desktop, webapp, ios, android, chrome, ...rest } = facts
  return {
    ...rest,
    image_id: facts.id,
    order: index + 1,
    badge_type: 'none',
    ...(mobile && { mobile_link: mobile }),
    ...(desktop && { desktop_link: desktop }),
    ...(webapp && { webapp_link: webapp }),
    ...(ios && { app_store: `https://apps.apple.com/app/id${ios}` }),
    ...(android && { play_store: `https://play.google.com/store/apps/details?id=${android}` }),
    ...(chrome && { chrome_store: `https://chromewebstore.google.com/detail/${chrome}` }),
  }
}
