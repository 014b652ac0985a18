import {
  defineOptions,
  flag,
  listOf,
  type OptionsOfSchema,
  oneOf,
  recordOf,
  text,
  textLike,
} from '@wallet-modal/kernel'
import { sections } from './sections.js'

const customWallet = recordOf(
  {
    id: text,
    name: text,
    homepage: text,
    image_url: text,
    rdns: text,
    mobile_link: text,
    desktop_link: text,
    webapp_link: text,
    browse_link: text,
    app_store: text,
    play_store: text,
    chrome_store: text,
  },
  ['id', 'name'],
)

/** Only http(s) URLs and paths: a `javascript:` link would run code. */
const pageUrl = textLike(
  /^(?:https?:\/\/\S+|(?!\/\/|[a-zA-Z][-+.a-zA-Z\d]*:)\S+)$/,
  'a URL such as "https://shop.example/terms", or a path such as "/terms"',
)

export const options = defineOptions({
  /**
   * Order of the sections of the wallet list; omitted sections follow. Default: `walletConnect`, `recent` (the last two installed wallets that were
   * used), `injected` (other installed wallets), `featured`, `custom`, `external` (wallets that ship as an SDK), `recommended` (other wallets of the
   * catalogue).
   */
  connectorTypeOrder: listOf(oneOf(...sections)),
  /**
   * Order of the blocks of the Connect view, by kind; omitted kinds follow. Default: `email`, `social`, `wallet`; `wallet` first if a wallet is
   * installed.
   */
  connectMethodsOrder: listOf(text),
  /** Catalogue ids of featured wallets, in display order. Default: the first four that the catalogue service certifies. */
  featuredWalletIds: listOf(text),
  /** Catalogue ids. Limits the wallets of the catalogue to these and those of `featuredWalletIds`. Does not affect installed wallets. Default: all. */
  includeWalletIds: listOf(text),
  /** Catalogue ids of wallets that are not offered, even if installed. An installed wallet is hidden once its catalogue record is loaded. Default: none. */
  excludeWalletIds: listOf(text),
  /**
   * Wallets of the site, in addition to the catalogue; `id` and `name` are required. The type `CatalogueWallet` of `@wallet-modal/connect/contract`
   * describes the fields. Default: none.
   */
  customWallets: listOf(customWallet),
  /** Whether the list of all wallets is offered. `ONLY_MOBILE`: only on phones and tablets. Default: `SHOW`. */
  allWallets: oneOf('SHOW', 'HIDE', 'ONLY_MOBILE'),
  /** Displays one row, "Continue with a wallet", instead of the wallets. Default: false. */
  collapseWallets: flag,
  /** `false` has the effect of `collapseWallets` if the Connect view has another block, such as email or social login. Default: true. */
  emailShowWallets: flag,
  /** Shows a checkbox that must be ticked before connecting; requires `termsUrl` or `privacyUrl`. Default: false. */
  legalCheckbox: flag,
  /**
   * URL of the terms of service. With `legalCheckbox`, the text of the checkbox links to it. Otherwise, the link is below the wallets of the view
   * `Connect`. If the modal opens on the view `AllWallets`, as on phones, the link is above the list of this view. The view `ConnectWallets` has no
   * link. Default: none.
   */
  termsUrl: pageUrl,
  /** URL of the privacy policy. Its link is in the same places as the link of `termsUrl`. Default: none. */
  privacyUrl: pageUrl,
})

export type ConnectOptions = OptionsOfSchema<typeof options>
