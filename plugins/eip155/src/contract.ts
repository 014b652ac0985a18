/** EIP-1193 provider. `accountType` and `hasSession` are not part of EIP-1193; connectors of plugins may set them. */
export interface Eip1193Provider {
  request(request: { readonly method: string; readonly params?: readonly unknown[] | object }): Promise<unknown>
  on?(event: string, listener: (payload: unknown) => void): unknown
  removeListener?(event: string, listener: (payload: unknown) => void): unknown
  /** Type of the wallet's accounts, read whenever the wallet lists them. Default: `eoa`. `smartAccount`: an EOA with a delegation (EIP-7702). */
  accountType?(): 'eoa' | 'smartAccount'
  /**
   * `true` if the wallet is already connected, for example by WalletConnect. Signing in is then a separate request, not part of connecting
   * (ERC-7846).
   */
  readonly hasSession?: boolean
}

/** Call of a transaction, for the capability `transactions('eip155')` (`Transactions<EvmCall>`) and for decoders. */
export interface EvmCall {
  readonly to: string
  /** In wei; default 0. `max` is the entire balance minus the fee, for a plain transfer of the native coin only. */
  readonly value?: bigint | 'max'
  /** Calldata in hex; default `0x`. */
  readonly data?: `0x${string}`
}

declare module '@wallet-modal/kernel' {
  interface NamespaceTypes {
    readonly eip155: { readonly provider: Eip1193Provider; readonly address: `0x${string}` }
  }
}
