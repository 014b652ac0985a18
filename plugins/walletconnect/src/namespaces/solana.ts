import { invalidReply } from '@wallet-modal/kernel/assets'
import { sessionEnded, unsupported } from '../errors.js'
import { fromBase58, fromBase64, toBase58, toBase64 } from './encodings.js'
import { connectedNetworkOf, firstChain, notifyAll, type ProviderOptions } from './provider-factory.js'
import { isSigned, withSignature } from './solana-transaction.js'

/** Wallet Standard names of the public clusters by CAIP-2 id. Other networks use their CAIP-2 id. */
export const clusters: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

interface WalletAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

interface TransactionInput {
  readonly account: { readonly address: string }
  readonly transaction: Uint8Array
  readonly chain?: string
  readonly options?: object
}

type Change = (properties: { readonly accounts: readonly WalletAccount[] }) => void

/** Wallet Standard features, with the WalletConnect method that implements each. */
const features = {
  'solana:signMessage': 'solana_signMessage',
  'solana:signTransaction': 'solana_signTransaction',
  'solana:signAndSendTransaction': 'solana_signAndSendTransaction',
} as const

const field = (answer: unknown, name: string): unknown => Reflect.get(Object(answer), name)

function signatureIn(answer: unknown, method: string): Uint8Array {
  const text = field(answer, 'signature')
  const bytes = typeof text === 'string' && text.length < 100 ? fromBase58(text) : null
  if (bytes?.length === 64) return bytes
  throw invalidReply(method, 'a signature')
}

interface SessionAccounts {
  all(): readonly WalletAccount[]
  /** Throws 4900 (EIP-1193) if the session has no account with this address. */
  find(address: string): WalletAccount
  /** Features for which the wallet has approved the method. */
  features(): readonly (keyof typeof features)[]
  /** CAIP-2 id of a request's network: `chain` if the request contains it, otherwise the active network. */
  networkOf(chain?: string): string
  watch(listener: Change): () => void
}

/** Accounts of a session, with the networks and features that the wallet has approved. */
function createSessionAccounts(options: ProviderOptions): SessionAccounts {
  const { ctx, session } = options
  const listeners = new Set<Change>()
  const initialChain = firstChain(options)
  const approvedFeatures = (): readonly (keyof typeof features)[] => {
    const { methods } = session.approved()
    return (Object.keys(features) as (keyof typeof features)[]).filter((name) => methods.includes(features[name]))
  }
  const accounts = (): readonly WalletAccount[] => {
    const approved = session.approved().accounts
    return [...new Set(approved.map(({ address }) => address))].flatMap((address) => {
      const publicKey = fromBase58(address)
      if (publicKey?.length !== 32) return []
      const ids = approved.flatMap((account) => (account.address === address ? [account.caipNetworkId] : []))
      const chains = ids.flatMap((id) => [clusters[id] ?? id, id])
      return [{ address, publicKey, chains: [...new Set(chains)], features: approvedFeatures() }]
    })
  }
  const find = (address: string): WalletAccount => {
    const account = accounts().find((candidate) => candidate.address === address)
    if (!account) throw sessionEnded()
    return account
  }
  const networkOf = (chain?: string): string => {
    if (chain) return Object.keys(clusters).find((id) => clusters[id] === chain) ?? chain
    return connectedNetworkOf(ctx, 'solana') ?? initialChain
  }
  const notifyListeners = (): void => notifyAll(listeners, (listener) => listener({ accounts: accounts() }))
  session.listen({
    changed: notifyListeners,
    event(name) {
      if (name === 'accountsChanged') notifyListeners() // the session determines the accounts
    },
    ended: notifyListeners,
  })
  return {
    ...{ find, networkOf },
    all: accounts,
    features: approvedFeatures,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Runs requests in sequence: a wallet shows one at a time. */
async function inSequence<Input, Output>(
  inputs: readonly Input[],
  run: (input: Input) => Promise<Output>,
): Promise<readonly Output[]> {
  const outputs: Output[] = []
  for (const input of inputs) outputs.push(await run(input))
  return outputs
}

/** Implementations of the signing features. */
function signingFeatures({ session }: ProviderOptions, accounts: SessionAccounts) {
  const sendRequest = (method: string, params: object, chain?: string): Promise<unknown> => {
    if (!session.approved().methods.includes(method)) throw unsupported(session.wallet, method)
    return session.request(accounts.networkOf(chain), method, params)
  }
  const signOne = async ({ account, transaction, chain }: TransactionInput): Promise<Uint8Array> => {
    const method = 'solana_signTransaction'
    const { address, publicKey } = accounts.find(account.address)
    const answer = await sendRequest(method, { transaction: toBase64(transaction), pubkey: address }, chain)
    // newer wallets return the transaction, which they may change (Wallet Standard); older wallets return only the signature
    const returnedTransaction = fromBase64(field(answer, 'transaction'))
    const signed = returnedTransaction ?? withSignature(transaction, publicKey, signatureIn(answer, method))
    if (signed && isSigned(signed, publicKey)) return signed
    throw invalidReply(method, 'a signed transaction')
  }
  return {
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: (
        ...inputs: readonly { readonly account: { readonly address: string }; readonly message: Uint8Array }[]
      ) =>
        inSequence(inputs, async ({ account, message }) => {
          const method = 'solana_signMessage'
          const { address } = accounts.find(account.address)
          const signedMessage = message.slice()
          const answer = await sendRequest(method, { message: toBase58(signedMessage), pubkey: address })
          return { signedMessage, signature: signatureIn(answer, method), signatureType: 'ed25519' }
        }),
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signTransaction: (...inputs: readonly TransactionInput[]) =>
        inSequence(inputs, async (input) => ({ signedTransaction: await signOne(input) })),
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signAndSendTransaction: (...inputs: readonly TransactionInput[]) =>
        inSequence(inputs, async ({ account, transaction, chain, options }) => {
          const method = 'solana_signAndSendTransaction'
          const { address } = accounts.find(account.address)
          const params = {
            transaction: toBase64(transaction),
            pubkey: address,
            ...(options && { sendOptions: options }),
          }
          return { signature: signatureIn(await sendRequest(method, params, chain), method) }
        }),
    },
  }
}

/** Creates the provider of a session: a Wallet Standard wallet. It accepts serialized transactions, which the protocol sends as base64. */
export function createSolanaWallet(options: ProviderOptions): object {
  const { session } = options
  const accounts = createSessionAccounts(options)
  const signing = signingFeatures(options, accounts)
  return {
    version: '1.0.0',
    get name() {
      return session.wallet // changes when another tab replaces the session by one with another wallet
    },
    // an empty image: the Wallet Standard requires a data URL, but a session has only image URLs
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    get chains() {
      return [...new Set(accounts.all().flatMap(({ chains }) => chains))]
    },
    get accounts() {
      return accounts.all()
    },
    get features() {
      return {
        'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: accounts.all() }) },
        'standard:disconnect': { version: '1.0.0', disconnect: session.leave },
        'standard:events': {
          version: '1.0.0',
          on: (_event: 'change', listener: Change) => accounts.watch(listener),
        },
        ...Object.fromEntries(accounts.features().map((name) => [name, signing[name]])),
      }
    },
  }
}
