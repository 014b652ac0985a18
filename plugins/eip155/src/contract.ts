/** A wallet as EIP-1193 describes it. */
export interface Eip1193Provider {
  request(request: { readonly method: string; readonly params?: readonly unknown[] | object }): Promise<unknown>
  on?(event: string, listener: (payload: unknown) => void): unknown
  removeListener?(event: string, listener: (payload: unknown) => void): unknown
  /** Type of the wallet's accounts, read with every list of them. Default: `eoa`. A `smartAccount` is one by EIP-7702: its address is a key's own. */
  accountType?(): 'eoa' | 'smartAccount'
}

/** One call of a transaction, as the capability `transactions('eip155')` takes it and decoders get it: `Transactions<EvmCall>`. */
export interface EvmCall {
  readonly to: string
  /** In wei; default 0. `max` is everything that the fee leaves, for a plain transfer of coins only. */
  readonly value?: bigint | 'max'
  /** Calldata in hex; default `0x`. */
  readonly data?: `0x${string}`
}
