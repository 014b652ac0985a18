import { type Account, type Capability, capability } from '@wallet-modal/kernel'

interface SignTask {
  readonly psbt: string
  readonly signInputs: Readonly<Record<string, readonly number[]>>
}

export interface BitcoinSession {
  readonly accounts: readonly Account[]
  readonly caipNetworkId: string
}

export interface BitcoinListener {
  accounts(accounts: readonly Account[]): void
  network(caipNetworkId: string): void
  disconnected(): void
}

/** Wallet interface that `@wallet-modal/bip122` takes. */
export interface BitcoinWallet {
  connect(silent: boolean): Promise<BitcoinSession | null>
  signMessage(request: {
    readonly address: string
    readonly message: string
    readonly protocol?: 'ECDSA' | 'BIP322'
  }): Promise<string>
  signPsbt(task: SignTask): Promise<string>
  signAndSend(task: SignTask): Promise<{ readonly psbt: string; readonly txid: string }>
  switchNetwork(caipNetworkId: string): Promise<void>
  disconnect(): Promise<void>
  watch(listener: BitcoinListener): () => void
}

/**
 * Capability of `@wallet-modal/bip122`: creates the provider of a wallet, which checks PSBTs. Declared here by its name, because a site without
 * Bitcoin does not install that package.
 */
export const bitcoinProviders: Capability<{ create(wallet: BitcoinWallet): Promise<unknown> }> = capability(
  '@wallet-modal/bip122#bitcoinProviders',
)
