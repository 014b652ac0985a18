import { base58 } from '@scure/base'
import { EmailWalletError } from '../errors.js'
import type { FrameChannel } from '../frame-channel.js'
import type { ShowFrameFor } from './evm-provider.js'
import { notify } from './notify.js'

interface Account {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

interface Change {
  readonly accounts: readonly Account[]
}

type ChangeListener = (change: Change) => void

/** Options of the embedded Solana wallet. */
export interface SolanaWalletOptions {
  readonly channel: () => Promise<FrameChannel>
  readonly showFrameFor: ShowFrameFor
  /** CAIP-2 ids of the networks; the default network comes first. */
  readonly networks: readonly [string, ...string[]]
  signOut(): Promise<void>
}

/** Wallet Standard wallet, and methods for the code that has created it. */
export interface SolanaWalletHandle {
  /** `Wallet` of the Wallet Standard. */
  readonly wallet: object
  /**
   * Replaces the connected account with the account of the current login and emits `change`. Removes the connected account if the frame does not
   * reply in {@link REPLACE_MS}. Does nothing if no account is connected. Never rejects.
   */
  replaceAccount(): Promise<void>
  /** Removes the account and emits `change`. */
  disconnected(): void
}

/** Time limit for reading the account of a new login. The frame may have to create this account first. */
const REPLACE_MS = 10_000

/** CAIP-2 ids of the public clusters, by Wallet Standard name. */
export const clusters: Readonly<Record<string, string>> = {
  'solana:mainnet': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:devnet': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:testnet': 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
}
const features = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction']

/** Calls `run` for one input after the other. Stops at the first error and rejects with it. */
async function inTurn<In, Out>(inputs: readonly In[], run: (input: In) => Promise<Out>): Promise<readonly Out[]> {
  const outputs: Out[] = []
  for (const input of inputs) outputs.push(await run(input))
  return outputs
}

const fieldOf = (value: unknown, name: string): string => {
  const field: unknown = Reflect.get(Object(value), name)
  if (typeof field === 'string') return field
  throw new EmailWalletError(-32_603, 'The wallet returned an invalid response.')
}

interface SigningInput {
  readonly chain?: string
  readonly transaction: Uint8Array
  readonly options?: object
}

/**
 * Converts a Wallet Standard chain name to a CAIP-2 id; also accepts a CAIP-2 id. Default: the first network. Throws 4902 if `networks` does not have
 * it.
 */
function toCaipNetworkId(networks: SolanaWalletOptions['networks'], chain: string | undefined): string {
  if (chain === undefined) return networks[0]
  const caipNetworkId = clusters[chain] ?? chain
  const isLocal = (id: string): boolean => !Object.values(clusters).includes(id)
  const network = networks.find((id) => id === caipNetworkId) ?? (chain === 'solana:localnet' && networks.find(isLocal))
  if (network) return network
  throw new EmailWalletError(4902, 'The embedded wallet does not know this network.')
}

interface SigningFeatureOptions {
  approve(method: string, params: unknown, chainId: string): Promise<unknown>
  networkOf(chain: string | undefined): string
  address(): string | undefined
}

const signingFeatures = ({ approve, networkOf, address }: SigningFeatureOptions) => ({
  'solana:signMessage': {
    version: '1.1.0',
    signMessage: (...inputs: readonly { readonly message: Uint8Array }[]) =>
      inTurn(inputs, async ({ message }) => {
        const signedMessage = message.slice()
        const params = { message: base58.encode(signedMessage), pubkey: address() }
        const signature = fieldOf(await approve('solana_signMessage', params, networkOf(undefined)), 'signature')
        return { signedMessage, signature: base58.decode(signature), signatureType: 'ed25519' }
      }),
  },
  'solana:signTransaction': {
    version: '1.0.0',
    supportedTransactionVersions: ['legacy', 0],
    signTransaction: (...inputs: readonly SigningInput[]) =>
      inTurn(inputs, async ({ transaction, chain }) => {
        const params = { transaction: base58.encode(transaction) }
        const answer = await approve('solana_signTransaction', params, networkOf(chain))
        return { signedTransaction: base58.decode(fieldOf(answer, 'transaction')) }
      }),
  },
  'solana:signAndSendTransaction': {
    version: '1.0.0',
    supportedTransactionVersions: ['legacy', 0],
    signAndSendTransaction: (...inputs: readonly SigningInput[]) =>
      inTurn(inputs, async ({ transaction, chain, options }) => {
        const params = { transaction: base58.encode(transaction), ...(options && { options: nodeOptions(options) }) }
        const answer = await approve('solana_signAndSendTransaction', params, networkOf(chain))
        return { signature: base58.decode(fieldOf(answer, 'signature')) }
      }),
  },
})

interface ConnectionFeatureOptions {
  connect(): Promise<Change>
  signOut(): Promise<void>
  /** Listeners of `change`, the only event. */
  readonly listeners: Set<ChangeListener>
}

/** Features of the Wallet Standard that connect, disconnect and report changed accounts. */
const connectionFeatures = ({ connect, signOut, listeners }: ConnectionFeatureOptions) => ({
  'standard:connect': { version: '1.0.0', connect },
  'standard:disconnect': { version: '1.0.0', disconnect: signOut },
  'standard:events': {
    version: '1.0.0',
    on(event: unknown, listener: ChangeListener) {
      if (event === 'change') listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  },
})

/** Account in the frame's reply to `solana_requestAccounts`. */
function toAccount(reply: unknown, chains: readonly string[]): Account {
  const [first]: readonly unknown[] = Object(reply)
  const address = fieldOf(first, 'pubkey')
  return { address, publicKey: base58.decode(address), chains, features }
}

/** Creates a Wallet Standard wallet that forwards requests to the frame. */
export function createSolanaWallet({
  channel,
  showFrameFor,
  networks,
  signOut,
}: SolanaWalletOptions): SolanaWalletHandle {
  const listeners = new Set<ChangeListener>()
  let accounts: readonly Account[] = []
  /** Number of changes of `accounts` and of started replacements. A replacement is discarded if this number has changed since it started. */
  let changes = 0
  const setAccounts = (next: readonly Account[]): void => {
    changes++
    accounts = next
    notify(listeners, (listener) => listener({ accounts }))
  }
  const networkOf = (chain: string | undefined): string => toCaipNetworkId(networks, chain)
  const sendRequest = async (method: string, params: unknown, chainId: string, timeoutMs?: number): Promise<unknown> =>
    (await channel()).request('RPC_REQUEST', { method, params, chainId }, timeoutMs)
  const approve = (method: string, params: unknown, chainId: string): Promise<unknown> =>
    showFrameFor(() => sendRequest(method, params, chainId))

  /** Requests the account from the frame at each call, because another account may have logged in since the last call. */
  const readAccount = async (timeoutMs?: number): Promise<Account> => {
    const reply = await sendRequest('solana_requestAccounts', undefined, networks[0], timeoutMs)
    return toAccount(reply, networks)
  }
  const connect = async (): Promise<Change> => {
    const account = await readAccount()
    if (accounts[0]?.address !== account.address) setAccounts([account])
    return { accounts }
  }
  const wallet = {
    version: '1.0.0',
    name: 'Email',
    chains: networks,
    get accounts() {
      return accounts
    },
    features: {
      ...connectionFeatures({ connect, signOut, listeners }),
      ...signingFeatures({ approve, networkOf, address: () => accounts[0]?.address }),
    },
  }
  return {
    wallet,
    async replaceAccount() {
      if (accounts.length === 0) return
      const change = ++changes
      const next = await readAccount(REPLACE_MS).then(
        (account) => [account],
        () => [],
      )
      if (change === changes) setAccounts(next)
    },
    disconnected() {
      if (accounts.length > 0) setAccounts([])
    },
  }
}

/** Returns only the options that `sendTransaction` of a node accepts. */
function nodeOptions(options: object): object {
  const { skipPreflight, preflightCommitment, maxRetries, minContextSlot }: Readonly<Record<string, unknown>> =
    Object(options)
  const accepted = { skipPreflight, preflightCommitment, maxRetries, minContextSlot }
  return Object.fromEntries(Object.entries(accepted).filter(([, value]) => value !== undefined))
}
