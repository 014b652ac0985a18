/** Public facts of one wallet. A field that is not known for sure is absent. */
export interface WalletFacts {
  /** A slug of this list; the ids of a hosted catalogue are others. */
  readonly id: string
  readonly name: string
  readonly homepage: string
  /** CAIP-2 ids; a bare namespace where the owner can add any network of it. */
  readonly chains: readonly string[]
  /** The reverse domain name that the wallet announces (EIP-6963). */
  readonly rdns?: string
  /** Link of the app on a phone: a scheme such as `zephyr://`, or https. */
  readonly mobile?: string
  readonly desktop?: string
  readonly webapp?: string
  /**
   * The wallet's published link that opens a page in its own browser. `{url}` stands for the page's address, encoded for a query; `{urlTwice}` for the
   * same encoded twice, `{page}` for the address without `https://`, `{origin}` for the encoded origin.
   */
  readonly browse?: string
  /** Number in Apple's App Store. */
  readonly ios?: string
  /** Package name in Google Play. */
  readonly android?: string
  /** Id in the Chrome Web Store. */
  readonly chrome?: string
  /** `#rrggbb` of a drawn mark, for wallets that have none here. */
  readonly color?: string
}
