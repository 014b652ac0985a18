import type { BitcoinListener, BitcoinSession, SignMessageRequest } from './contract.js'

/** A PSBT in base64, and for each address the inputs that it signs. */
export interface SignTask {
  readonly psbt: string
  readonly signInputs: Readonly<Record<string, readonly number[]>>
}

/** What every family of wallets is brought to. Nothing here is checked against what was asked: `provider.ts` does that. */
export interface BitcoinWallet {
  connect(silent: boolean): Promise<BitcoinSession | null>
  /** In base64. */
  signMessage(request: SignMessageRequest): Promise<string>
  /** In base64; neither finished nor sent. */
  signPsbt(task: SignTask): Promise<string>
  /** Signs and sends in one go, where that is how the wallet sends. */
  signAndSend?(task: SignTask): Promise<{ readonly psbt: string; readonly txid: string }>
  /** Sends a finished transaction, in hex, and answers with its id. */
  send?(transaction: string): Promise<string>
  switchNetwork?(caipNetworkId: string): Promise<void>
  disconnect?(): Promise<void>
  watch(listener: BitcoinListener): () => void
}
