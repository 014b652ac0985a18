import { hex } from '@scure/base'
import type { BitcoinListener, BitcoinSession, BitcoinWallet, SignTask } from '@wallet-modal/bip122/contract'
import type { Account } from '@wallet-modal/kernel'
import { invalidReply } from '@wallet-modal/kernel/assets'
import { sessionEnded, unknownChain, unsupported } from '../errors.js'
import { bitcoinProviders } from './bitcoin.js'
import { createAddressBook } from './bitcoin-addresses.js'
import { toBase64 } from './encodings.js'
import { firstChain, notifyAll, type ProviderOptions } from './provider-factory.js'

const ADDRESSES_CHANGED = 'bip122_addressesChanged'
const isText = (value: unknown): value is string => typeof value === 'string'
const isTaproot = (address: string): boolean => /^(bc|tb|bcrt)1p/.test(address)

/** Converts a signature from hex or base64 (wallets use both) to base64. */
function toBase64Signature(value: unknown): string {
  if (isText(value) && /^([\da-f]{2})+$/i.test(value)) return toBase64(hex.decode(value))
  if (isText(value) && /^[A-Za-z\d+/]+={0,2}$/.test(value)) return value
  throw invalidReply('signMessage', 'a signature')
}

/** Accounts and active network of a session. The session contains one address for each account; the other addresses come from the address book. */
interface SessionState {
  chain(): string
  switchTo(caipNetworkId: string): void
  /** Address of the session on the active network. Throws 4900 (EIP-1193) if there is none. */
  mainAddress(): string
  /** Accounts and active network; `null` if the session has no account on the network. */
  read(): BitcoinSession | null
  /** Stores addresses that the wallet has returned for a network. */
  storeAddresses(caipNetworkId: string, answer: unknown): Promise<void>
  /** Returns true once for each session and network: the caller then requests the addresses from the wallet. */
  claimRequest(): boolean
  watch(listener: BitcoinListener): () => void
}

function createSessionState(options: ProviderOptions): SessionState {
  const { ctx, session } = options
  const book = createAddressBook(ctx, session)
  const listeners = new Set<BitcoinListener>()
  let chain = firstChain(options)
  const read = (): BitcoinSession | null => {
    const { accounts, chains } = session.approved()
    if (!chains.includes(chain) && chains.length > 0) chain = firstChain(options)
    const approved = accounts.flatMap(({ address, caipNetworkId }) => (caipNetworkId === chain ? [address] : []))
    const all = withTypes(approved, book.addresses(chain))
    return all.length > 0 ? { accounts: all, caipNetworkId: chain } : null
  }
  const notifyListeners = (): void => {
    const bitcoinSession = read()
    notifyAll(listeners, (listener) => {
      if (!bitcoinSession) return listener.disconnected()
      listener.accounts(bitcoinSession.accounts)
      listener.network(bitcoinSession.caipNetworkId)
    })
  }
  const storeAddresses = async (caipNetworkId: string, answer: unknown): Promise<void> => {
    if (await book.store(caipNetworkId, answer)) notifyListeners()
  }
  session.listen({
    changed: notifyListeners,
    event(name, data, caipNetworkId) {
      if (name === ADDRESSES_CHANGED) storeAddresses(caipNetworkId, data).catch(ctx.log.info)
    },
    ended: notifyListeners,
  })
  return {
    chain: () => chain,
    switchTo(caipNetworkId) {
      chain = caipNetworkId
    },
    mainAddress() {
      const account = session.approved().accounts.find(({ caipNetworkId }) => caipNetworkId === chain)
      if (!account) throw sessionEnded()
      return account.address
    },
    read,
    storeAddresses,
    claimRequest: () => book.claimRequest(chain),
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * The approved addresses, then all other stored addresses. The type of an approved address that is not stored is `payment`; for a taproot address,
 * it is `ordinal` if another approved address is not taproot.
 */
function withTypes(approved: readonly string[], stored: readonly Account[]): readonly Account[] {
  if (approved.length === 0) return []
  const isMixed = approved.some((address) => !isTaproot(address))
  const listed = approved.map(
    (address): Account =>
      stored.find((account) => account.address === address) ?? {
        address,
        type: isMixed && isTaproot(address) ? 'ordinal' : 'payment',
      },
  )
  return [...listed, ...stored.filter(({ address }) => !approved.includes(address))]
}

/** Adapts a WalletConnect session to the `BitcoinWallet` interface. */
function createBitcoinWallet(options: ProviderOptions): BitcoinWallet {
  const { ctx, session } = options
  const state = createSessionState(options)
  const sendRequest = async (method: string, params: object): Promise<unknown> => {
    const account = state.mainAddress()
    if (!session.approved().methods.includes(method)) throw unsupported(session.wallet, method)
    return session.request(state.chain(), method, { account, ...params })
  }
  const signPsbt = async (
    { psbt, signInputs }: SignTask,
    broadcast: boolean,
  ): Promise<{ readonly psbt: string; readonly txid: unknown }> => {
    const inputs = Object.entries(signInputs).flatMap(([address, indexes]) =>
      indexes.map((index) => ({ address, index })),
    )
    const answer = Object(await sendRequest('signPsbt', { psbt, signInputs: inputs, broadcast }))
    const { psbt: signed, txid }: { readonly psbt?: unknown; readonly txid?: unknown } = answer
    if (!isText(signed)) throw invalidReply('signPsbt', 'a PSBT')
    return { psbt: signed, txid }
  }
  return {
    async connect() {
      const bitcoinSession = state.read()
      if (bitcoinSession && session.approved().methods.includes('getAccountAddresses') && state.claimRequest())
        sendRequest('getAccountAddresses', {}) // not awaited, so that connecting is not delayed
          .then((answer) => state.storeAddresses(bitcoinSession.caipNetworkId, answer))
          .catch(ctx.log.info)
      return bitcoinSession
    },
    async signMessage({ address, message, protocol }) {
      const params = { message, address, ...(protocol && { protocol: protocol.toLowerCase() }) }
      return toBase64Signature(Reflect.get(Object(await sendRequest('signMessage', params)), 'signature'))
    },
    signPsbt: async (task) => (await signPsbt(task, false)).psbt,
    async signAndSend(task) {
      const { psbt, txid } = await signPsbt(task, true)
      if (isText(txid) && /^[\da-f]{64}$/i.test(txid)) return { psbt, txid }
      throw invalidReply('signPsbt', 'a transaction id')
    },
    async switchNetwork(caipNetworkId) {
      if (!session.approved().chains.includes(caipNetworkId)) throw unknownChain(session.wallet)
      state.switchTo(caipNetworkId)
    },
    disconnect: session.leave,
    watch: state.watch,
  }
}

/** Creates the provider of a session. Uses `@wallet-modal/bip122`, which checks PSBTs; `null` without that plugin. */
export const createBitcoinProvider = async (options: ProviderOptions): Promise<unknown> =>
  options.ctx.maybe(bitcoinProviders)?.create(createBitcoinWallet(options)) ?? null
