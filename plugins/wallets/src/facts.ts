/** Public data of one wallet. Unverified fields are absent. */
export interface WalletFacts {
  /** Id in this list; it differs from the ids of hosted catalogues. */
  readonly id: string
  readonly name: string
  readonly homepage: string
  /** CAIP-2 ids. A namespace without a reference means that any of its networks can be added. */
  readonly chains: readonly string[]
  /** Reverse domain name that the wallet announces (EIP-6963). */
  readonly rdns?: string
  /** Link to the mobile app: a scheme such as `zephyr://`, or https. */
  readonly mobile?: string
  readonly desktop?: string
  readonly webapp?: string
  /**
   * The wallet's published link that opens a page in its in-app browser. Placeholders: `{url}`, the encoded URL of the page;
   * `{urlTwice}`, this URL encoded twice; `{page}`, the URL without `https://`; `{origin}`, the page's encoded origin.
   */
  readonly browse?: string
  /** Id in Apple's App Store. */
  readonly ios?: string
  /** Package name in Google Play. */
  readonly android?: string
  /** Id in the Chrome Web Store. */
  readonly chrome?: string
  /** Background color, `#rrggbb`, of the initials that are drawn for a wallet without a logo. */
  readonly color?: string
}
