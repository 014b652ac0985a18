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
   * Order of the sections of the wallet list. Omitted sections follow in the default order. The sections in default order: `walletConnect` (pairing by
   * QR code or link), `recent` (the last two installed wallets that were used), `injected` (all other installed wallets), `featured` (see
   * `featuredWalletIds`), `custom` (see `customWallets`), `external` (wallets that ship as an SDK), `recommended` (further wallets of the catalogue).
   */
  connectorTypeOrder: listOf(oneOf(...sections)),
  /**
   * Order of the blocks of the Connect view, by kind. Without this option: `email`, `social`, `wallet`, then the kinds that other plugins add; but
   * `wallet` comes first if a wallet is installed.
   */
  connectMethodsOrder: listOf(text),
  /** Catalogue ids of the wallets listed before the other wallets of the catalogue, in this order. */
  featuredWalletIds: listOf(text),
  /** Catalogue ids. Of the catalogue, only these wallets are offered. The option does not affect installed wallets. */
  includeWalletIds: listOf(text),
  /** Wallets with these catalogue ids are not offered. An installed wallet with one of these ids is recognized by the rdns in its catalogue record, so it is hidden only once this record is loaded. */
  excludeWalletIds: listOf(text),
  /** The site's own wallets, listed with the wallets of the catalogue; `id` and `name` are required. */
  customWallets: listOf(customWallet),
  /** Whether the list of all wallets is offered. `ONLY_MOBILE`: only on phones and tablets. Default: `SHOW`. */
  allWallets: oneOf('SHOW', 'HIDE', 'ONLY_MOBILE'),
  /** Displays one row, "Continue with a wallet", instead of the wallets. The row opens the wallet list. */
  collapseWallets: flag,
  /** `false` has the effect of `collapseWallets` if the Connect view has another block, such as email or social login. Default: true. */
  emailShowWallets: flag,
  /** Checkbox that must be ticked before connecting; requires `termsUrl` or `privacyUrl`. */
  legalCheckbox: flag,
  /** URL of the terms of service. */
  termsUrl: pageUrl,
  /** URL of the privacy policy. */
  privacyUrl: pageUrl,
})

export type ConnectOptions = OptionsOfSchema<typeof options>
