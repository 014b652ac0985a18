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
   * Order of the sections of the wallet list. Sections that you omit follow in the default order. Default: `walletConnect`, `recent`, `injected`,
   * `featured`, `custom`, `external`, `recommended`.
   */
  connectorTypeOrder: listOf(oneOf(...sections)),
  /**
   * Order of the blocks of the view `Connect`. A block is named by its kind: `email`, `social`, `wallet`, or a kind of another plugin. Kinds that you
   * omit follow the listed ones. Default: `wallet`, `email`, `social` if a wallet is installed, otherwise `email`, `social`, `wallet`.
   */
  connectMethodsOrder: listOf(text),
  /** Catalogue ids of featured wallets, in display order. Default: the first four wallets that the catalogue service marks as certified. */
  featuredWalletIds: listOf(text),
  /**
   * Catalogue ids. With this option, the modal offers no other wallets of the catalogue, except those in `featuredWalletIds`. The option does not
   * affect installed wallets. Default: all wallets.
   */
  includeWalletIds: listOf(text),
  /**
   * Catalogue ids of wallets that the modal does not offer. If such a wallet is installed, the modal hides it as soon as the catalogue record of the
   * wallet is loaded. Default: none.
   */
  excludeWalletIds: listOf(text),
  /**
   * Wallets that the site adds to the list. `id` and `name` are required. The type `CatalogueWallet` of `@wallet-modal/connect/contract` describes
   * the fields. Default: none.
   */
  customWallets: listOf(customWallet),
  /**
   * Whether the wallet list ends with the row "All Wallets", which opens the view `AllWallets`. `ONLY_MOBILE`: only on phones and tablets. Without
   * a catalogue, the list has no such row. On phones and tablets, the list has this row only if one of its wallets can be paired or can open the
   * page. Default: `SHOW`.
   */
  allWallets: oneOf('SHOW', 'HIDE', 'ONLY_MOBILE'),
  /**
   * `true`: instead of the wallets, the view `Connect` has one row, "Continue with a wallet". This row opens the view `ConnectWallets`. Default:
   * `false`.
   */
  collapseWallets: flag,
  /** `false` has the effect of `collapseWallets: true` if the view `Connect` also has another block, such as email login. Default: `true`. */
  emailShowWallets: flag,
  /**
   * `true`: the visitor must tick a checkbox before connecting in a view of the modal. Exception: the view `ProfileWallets` reconnects wallets
   * without the checkbox. `modal.connections.connect()` and `<wallet-modal-wallet-button>` ignore the checkbox. Requires `termsUrl` or `privacyUrl`.
   * Default: `false`.
   */
  legalCheckbox: flag,
  /**
   * URL of the terms of service. With `legalCheckbox`, the text of the checkbox contains the link. Without `legalCheckbox`, the link is at the end
   * of the view `Connect`. If the modal opens with the view `AllWallets`, the link is above the list of that view. Default: none.
   */
  termsUrl: pageUrl,
  /** URL of the privacy policy. The link is next to the link of `termsUrl`. Default: none. */
  privacyUrl: pageUrl,
})

export type ConnectOptions = OptionsOfSchema<typeof options>
