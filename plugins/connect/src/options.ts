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

/** No other scheme than http: a link of `javascript:` would run code. */
const pageUrl = textLike(
  /^(?:https?:\/\/\S+|(?!\/\/|[a-zA-Z][-+.a-zA-Z\d]*:)\S+)$/,
  'an address such as "https://shop.example/terms" or "/terms"',
)

export const options = defineOptions({
  /** Order of the list's sections; those left out follow in the usual order. */
  connectorTypeOrder: listOf(oneOf(...sections)),
  /** Order of the blocks by kind; other plugins may bring kinds of their own, last by default. Default: `email`, `social`, `wallet`; wallet comes first where one is installed. */
  connectMethodsOrder: listOf(text),
  /** Catalogue ids shown first, in this order. */
  featuredWalletIds: listOf(text),
  /** Of the catalogue only these ids are offered. What is installed is offered all the same. */
  includeWalletIds: listOf(text),
  /** These catalogue ids are never offered, also where they are installed: the catalogue tells the rdns by which they are known there. */
  excludeWalletIds: listOf(text),
  /** Wallets of the site's own, listed beside those of the catalogue; `id` and `name` are needed. */
  customWallets: listOf(customWallet),
  /** Whether the list of all wallets is offered; `SHOW` by default. */
  allWallets: oneOf('SHOW', 'HIDE', 'ONLY_MOBILE'),
  /** Puts the wallets behind one row, "Continue with a wallet". */
  collapseWallets: flag,
  /** With `false` the wallets are behind that row where another block, such as email or social login, is offered. On by default. */
  emailShowWallets: flag,
  /** A checkbox that has to be ticked before connecting; needs at least one of the two URLs. */
  legalCheckbox: flag,
  /** Where the terms of service are. */
  termsUrl: pageUrl,
  /** Where the privacy policy is. */
  privacyUrl: pageUrl,
})

export type ConnectOptions = OptionsOfSchema<typeof options>
