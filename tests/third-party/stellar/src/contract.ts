/** Error in any reply of a wallet (SEP-43). Code -4: the visitor rejected. */
export interface StellarFailure {
  readonly error?: { readonly code: number; readonly message: string }
}

/** A wallet in the page: `window.stellarWallets` maps stable ids to wallets. The methods are those of SEP-43. */
export interface StellarWallet {
  readonly name: string
  /** A `data:` image URI. */
  readonly icon?: string
  /** Whether the site has the visitor's permission. Never prompts. */
  isAllowed(): Promise<{ readonly isAllowed: boolean } & StellarFailure>
  getAddress(): Promise<{ readonly address: string } & StellarFailure>
  getNetwork(): Promise<{ readonly network: string; readonly networkPassphrase: string } & StellarFailure>
  /** Signs a message (SEP-53). The signature is base64. */
  signMessage(
    message: string,
    options: { readonly address: string; readonly networkPassphrase: string },
  ): Promise<{ readonly signedMessage: string; readonly signerAddress: string } & StellarFailure>
  /** Signs a transaction without sending it. The transaction and its signed form are XDR in base64. Wallets without this method cannot send. */
  signTransaction?(
    xdr: string,
    options: { readonly address: string; readonly networkPassphrase: string },
  ): Promise<{ readonly signedTxXdr: string; readonly signerAddress?: string } & StellarFailure>
  /** Calls `changed` when the address or network may have changed, until the returned function is called. */
  watch?(changed: () => void): () => void
}

/** A call of `transactions('stellar')`. */
export interface StellarCall {
  /** An operation as XDR, in base64. */
  readonly operation: string
}
