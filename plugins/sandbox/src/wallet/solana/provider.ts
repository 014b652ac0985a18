import type { Network } from '@wallet-modal/kernel'
import { optional, string } from 'valibot'
import { badParams, unauthorized } from '../errors.js'
import type { WalletParts } from '../family.js'
import { readBytes } from '../readable.js'
import { describeTransaction } from './approval.js'
import { isMessage, parseTransaction } from './message.js'
import { messageSchema, read, sendSchema, transactionSchema } from './requests.js'
import { signInSchema, toSignInMessage } from './sign-in.js'
import { developmentKeys, type Key } from './signer.js'
import { icon } from './standard-wallet.js'

/** Name of the local cluster in the Wallet Standard. */
const LOCAL = 'solana:localnet'
const versions = { supportedTransactionVersions: ['legacy', 0] } as const

interface Account {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

interface Change {
  readonly accounts: readonly Account[]
}

const signing = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signIn']
interface SolanaParts extends WalletParts {
  /** Default: the development accounts. */
  readonly keys?: () => readonly Key[]
  /** Wallet Standard name of a network. Default: the local cluster. */
  readonly chainOf?: (network: Network) => string
}

/** Runs tasks one after the other until one fails. */
async function inTurn<In, Out>(inputs: readonly In[], run: (input: In) => Promise<Out>): Promise<readonly Out[]> {
  const outputs: Out[] = []
  for (const input of inputs) outputs.push(await run(input))
  return outputs
}

/** Wallet Standard test wallet on the sandbox's Solana chain: asks for approval to connect, sign or send. */
export function createSolanaWallet({
  ctx,
  host,
  networks,
  ask,
  memory,
  keys = () => developmentKeys,
  chainOf = () => LOCAL,
}: SolanaParts): object {
  const [{ caipNetworkId }] = networks
  const chains = networks.map(chainOf)
  const all = (): readonly Account[] =>
    keys().map(({ address, publicKey }) => Object.freeze({ address, publicKey, chains, features: signing }))
  const listeners = new Set<(change: Change) => void>()
  const accounts = (): readonly Account[] => (memory.get().connected ? all() : [])

  const allow = (connected: boolean): void => {
    if (memory.get().connected === connected) return
    memory.set({ connected })
    for (const listener of [...listeners]) listener({ accounts: accounts() })
  }
  const keyOf = (address: string): Key => {
    const key = accounts().length > 0 ? keys().find((one) => one.address === address) : undefined
    if (!key) throw unauthorized()
    return key
  }
  const networkOf = (chain: string | undefined): Network => {
    const [first] = networks
    const isMeant = (one: Network): boolean => chain === chainOf(one) || chain === one.caipNetworkId
    const found = chain === undefined ? first : networks.find(isMeant)
    if (!found) throw badParams(`The wallet is on ${chains.join(' and ')}, not on ${chain}.`)
    return found
  }
  /** Transaction with the account's signature, once the visitor has approved. */
  const sign = async (
    kind: 'transaction' | 'signTransaction',
    {
      account: { address },
      transaction,
    }: { readonly account: { readonly address: string }; readonly transaction: Uint8Array },
    network: Network,
  ): Promise<Uint8Array> => {
    const key = keyOf(address)
    const given = transaction.slice() // copied, so that the site cannot change the bytes after they were displayed
    const parsed = parseTransaction(given)
    const place = parsed.message.accounts.slice(0, parsed.message.signerCount).indexOf(address)
    if (place < 0) throw badParams(`${address} is no signer of this transaction.`)
    const description = await describeTransaction(ctx, parsed, network)
    await ask({ kind, address, caipNetworkId: network.caipNetworkId, ...description })
    given.set(await key.sign(parsed.messageBytes), 1 + 64 * place)
    return given
  }

  const features = {
    'standard:connect': {
      version: '1.0.0',
      async connect({ silent = false }: { readonly silent?: boolean } = {}) {
        if (!silent && accounts().length === 0) {
          const [{ address } = { address: '' }, ...more] = all()
          const facts = more.map((one) => ({ label: 'account', value: one.address, format: 'address' }) as const)
          await ask({ kind: 'connect', address, caipNetworkId, facts })
          allow(true)
        }
        return { accounts: accounts() }
      },
    },
    'standard:disconnect': { version: '1.0.0', disconnect: async () => allow(false) },
    'standard:events': {
      version: '1.0.0',
      on(event: unknown, listener: (change: Change) => void) {
        if (event === 'change') listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: (...inputs: readonly unknown[]) =>
        inTurn(inputs, async (input) => {
          const { account, message } = read(messageSchema, input)
          const key = keyOf(account.address)
          const signedMessage = message.slice()
          if (isMessage(signedMessage)) throw badParams('This is a transaction, not a message. Ask to sign it as one.')
          const payload = readBytes(signedMessage)
          await ask({ kind: 'message', address: key.address, caipNetworkId, facts: [], payload })
          return { signedMessage, signature: await key.sign(signedMessage), signatureType: 'ed25519' }
        }),
    },
    'solana:signTransaction': {
      version: '1.0.0',
      ...versions,
      signTransaction: (...inputs: readonly unknown[]) =>
        inTurn(inputs, async (input) => {
          const request = read(transactionSchema, input)
          const network = networkOf(request.chain)
          return { signedTransaction: await sign('signTransaction', request, network) }
        }),
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      ...versions,
      signAndSendTransaction: (...inputs: readonly unknown[]) =>
        inTurn(inputs, async (input) => {
          const request = read(sendSchema, input)
          const network = networkOf(request.chain)
          const signed = await sign('transaction', request, network)
          const base64 = btoa(String.fromCharCode(...signed))
          const config = { encoding: 'base64', ...request.options }
          await ctx.api.rpc(network.caipNetworkId).write('sendTransaction', [base64, config], { schema: string() })
          return { signature: signed.slice(1, 65) } // the first signature identifies the transaction
        }),
    },
    'solana:signIn': {
      version: '1.0.0',
      signIn: (...inputs: readonly unknown[]) =>
        inTurn(inputs.length > 0 ? inputs : [{}], async (input) => {
          const given = read(optional(signInSchema, {}), input)
          const { domain = host, address = all()[0]?.address } = given
          const account = all().find((one) => one.address === address)
          const key = keys().find((one) => one.address === address)
          if (domain !== host) throw badParams(`The page is ${host}, not ${domain}.`)
          if (!account || !key) throw badParams(`The sandbox wallet does not hold ${address}.`)
          const payload = toSignInMessage({ ...given, domain, address: account.address })
          await ask({ kind: 'signIn', address: account.address, caipNetworkId, facts: [], payload })
          allow(true)
          const signedMessage = new TextEncoder().encode(payload)
          return { account, signedMessage, signature: await key.sign(signedMessage), signatureType: 'ed25519' }
        }),
    },
  }
  return {
    version: '1.0.0',
    name: 'Sandbox Wallet',
    icon,
    chains,
    features,
    get accounts() {
      return accounts()
    },
  }
}
