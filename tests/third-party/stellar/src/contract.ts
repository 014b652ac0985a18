/** What every answer of a wallet may hold instead (SEP-43): -4 says that the visitor declined. */
export interface StellarFailure {
  readonly error?: { readonly code: number; readonly message: string }
}

/** A wallet as pages find it: `window.stellarWallets` holds them by an id that stays the same. The methods are those of SEP-43. */
export interface StellarWallet {
  readonly name: string
  /** A `data:` image URI. */
  readonly icon?: string
  /** Whether the site has the visitor's permission. Never asks. */
  isAllowed(): Promise<{ readonly isAllowed: boolean } & StellarFailure>
  getAddress(): Promise<{ readonly address: string } & StellarFailure>
  getNetwork(): Promise<{ readonly network: string; readonly networkPassphrase: string } & StellarFailure>
  /** Signs by SEP-53; the signature is base64. */
  signMessage(
    message: string,
    options: { readonly address: string; readonly networkPassphrase: string },
  ): Promise<{ readonly signedMessage: string; readonly signerAddress: string } & StellarFailure>
  /** Signs a transaction and sends nothing. Both are XDR in base64. Wallets without it cannot send. */
  signTransaction?(
    xdr: string,
    options: { readonly address: string; readonly networkPassphrase: string },
  ): Promise<{ readonly signedTxXdr: string; readonly signerAddress?: string } & StellarFailure>
  /** Tells that address or network may be others now. */
  watch?(changed: () => void): () => void
}

/** A call of `transactions('stellar')`. */
export interface StellarCall {
  /** An operation as XDR, in base64. */
  readonly operation: string
}
