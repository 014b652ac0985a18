/** Wallet errors, for all chain families. Codes are those of EIP-1193 and EIP-1474, and 4902 for an unknown chain. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  constructor(
    readonly code: 4001 | 4100 | 4200 | 4902 | -32602,
    message: string,
  ) {
    super(message)
  }
}

export const rejected = (): ProviderRpcError => new ProviderRpcError(4001, 'User rejected the request.')
export const unauthorized = (): ProviderRpcError =>
  new ProviderRpcError(4100, 'This site is not connected to the sandbox wallet.')
export const unsupported = (method: string): ProviderRpcError =>
  new ProviderRpcError(4200, `The sandbox wallet does not support "${method}".`)
export const unknownChain = (chainId: string): ProviderRpcError =>
  new ProviderRpcError(4902, `The sandbox wallet has no chain ${chainId}.`)
export const badParams = (message: string): ProviderRpcError => new ProviderRpcError(-32602, message)
export const noFamily = (namespace: string): ProviderRpcError =>
  new ProviderRpcError(4200, `The sandbox wallet has no accounts for "${namespace}".`)
