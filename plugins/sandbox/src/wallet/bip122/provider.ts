import { string } from 'valibot'
import { unauthorized } from '../errors.js'
import type { WalletOptions } from '../family.js'
import { readBytes } from '../readable.js'
import { accountOf, type BitcoinAccount, accounts as developmentAccounts } from './accounts.js'
import type { Keyring } from './keys.js'
import { messageRequest, psbtRequest, read } from './requests.js'

interface Session {
  readonly accounts: readonly BitcoinAccount[]
  readonly caipNetworkId: string
}

interface SignedPsbt {
  readonly psbt: string
  readonly txid?: string
}

interface Listener {
  disconnected(): void
}

/** Wallet with the interface `BitcoinProvider` of `@wallet-modal/bip122`. */
export interface SandboxBitcoinWallet {
  /** With `silent`, never asks for approval, and resolves to `null` if the site is not authorized. */
  connect(request: { readonly silent: boolean }): Promise<Session | null>
  getAccounts(): Promise<readonly BitcoinAccount[]>
  signMessage(request: unknown): Promise<string>
  signPsbt(request: unknown): Promise<SignedPsbt>
  disconnect(): Promise<void>
  watch(listener: Listener): () => void
}

interface Bip122WalletOptions extends WalletOptions {
  /** Default: the published development accounts. */
  readonly keyring?: Keyring
}

const developmentKeyring = async (): Promise<Keyring> => (await import('./keys.js')).developmentKeyring

/** Test wallet with a payment and an ordinals address on the sandbox's Bitcoin chain. Asks for approval to connect, sign or send. */
export function createBip122Wallet(options: Bip122WalletOptions): SandboxBitcoinWallet {
  const { networks, ask, walletStorage, keyring } = options
  const accounts = keyring?.accounts ?? developmentAccounts
  const [{ caipNetworkId }] = networks
  const [{ address: payment }, { address: ordinals }] = accounts
  const listeners = new Set<Listener>()
  return {
    async connect({ silent }) {
      if (!walletStorage.get().connected) {
        if (silent) return null
        const facts = [{ label: 'ordinals', value: ordinals, format: 'address' }] as const
        await ask({ kind: 'connect', address: payment, caipNetworkId, facts })
        walletStorage.set({ connected: true })
      }
      return { accounts, caipNetworkId }
    },
    getAccounts: async () => (walletStorage.get().connected ? accounts : []),
    async signMessage(request) {
      if (!walletStorage.get().connected) throw unauthorized()
      return signMessage(options, request)
    },
    async signPsbt(request) {
      if (!walletStorage.get().connected) throw unauthorized()
      return signPsbt(options, request)
    },
    async disconnect() {
      walletStorage.set({ connected: false })
      for (const listener of [...listeners]) listener.disconnected()
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

async function signMessage({ networks, ask, keyring }: Bip122WalletOptions, request: unknown): Promise<string> {
  const [{ caipNetworkId }] = networks
  const { address, message, protocol } = read(messageRequest, request)
  const account = accountOf(address, keyring?.accounts ?? developmentAccounts)
  const { protocolOf, signMessage: sign } = await import('./message.js')
  const signatureProtocol = protocolOf(account, protocol)
  const payload = readBytes(new TextEncoder().encode(message))
  await ask({ kind: 'message', address, caipNetworkId, facts: [], payload })
  const keys = keyring ?? (await developmentKeyring())
  return sign(keys.keyOf(account), { message, protocol: signatureProtocol })
}

/** Signs the wallet's inputs. If the request sets `broadcast`, also finalizes and broadcasts the transaction, once. */
async function signPsbt(
  { ctx, networks: [network], ask, keyring }: Bip122WalletOptions,
  request: unknown,
): Promise<SignedPsbt> {
  const { caipNetworkId } = network
  const parsed = read(psbtRequest, request)
  const [{ readPsbt }, { describePsbt }] = await Promise.all([import('./psbt.js'), import('./approval.js')])
  const keys = keyring ?? (await developmentKeyring())
  const psbt = readPsbt(parsed, keys)
  const address = psbt.inputs.find(({ signer }) => signer)?.address ?? keys.accounts[0].address
  const kind = parsed.broadcast ? 'transaction' : 'signTransaction'
  await ask({ kind, address, caipNetworkId, ...describePsbt(psbt, network) })
  const signed = psbt.sign()
  if (!parsed.broadcast) return { psbt: signed }
  const transaction = psbt.finish()
  const rpc = ctx.api.rpc(caipNetworkId)
  return { psbt: signed, txid: await rpc.write('sendrawtransaction', [transaction], { schema: string() }) }
}
