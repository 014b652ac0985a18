import type { Account } from '@wallet-modal/kernel'
import { badAnswer, sessionEnded, unknownChain, unsupported } from '../errors.js'
import { type BitcoinListener, type BitcoinSession, type BitcoinWallet, bitcoinProviders } from './bitcoin.js'
import { createAddressBook } from './bitcoin-addresses.js'
import { toBase64 } from './encodings.js'
import { firstChain, notifyAll, type ShapeParts } from './shape.js'

const EVENT = 'bip122_addressesChanged'
const isText = (value: unknown): value is string => typeof value === 'string'
const isTaproot = (address: string): boolean => /^(bc|tb|bcrt)1p/.test(address)

/** Converts a signature from hex or base64 (wallets use both) to base64. */
function toBase64Signature(value: unknown): string {
  if (isText(value) && /^([\da-f]{2})+$/i.test(value))
    return toBase64(Uint8Array.from(value.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)))
  if (isText(value) && /^[A-Za-z\d+/]+={0,2}$/.test(value)) return value
  throw badAnswer('signMessage', 'a signature')
}

/** Accounts and active network of a session. The protocol lists only one address for each account; the others come from the address book. */
interface SessionState {
  chain(): string
  switchTo(caipNetworkId: string): void
  /** Address of the session on the active network. */
  mainAddress(): string
  read(): BitcoinSession | null
  /** Stores addresses that the wallet has listed. */
  learn(answer: unknown): Promise<void>
  /** Whether to request the addresses from the wallet. */
  isDue(): boolean
  watch(listener: BitcoinListener): () => void
}

function createSessionState(parts: ShapeParts): SessionState {
  const { ctx, link } = parts
  const book = createAddressBook(ctx, link)
  const listeners = new Set<BitcoinListener>()
  let chain = firstChain(parts)
  const read = (): BitcoinSession | null => {
    const { accounts, chains } = link.approved()
    if (!chains.includes(chain) && chains[0]) chain = chains[0]
    const approved = accounts.flatMap(({ address, caipNetworkId }) => (caipNetworkId === chain ? [address] : []))
    const all = withTypes(approved, book.known(chain))
    return all.length > 0 ? { accounts: all, caipNetworkId: chain } : null
  }
  const report = (): void => {
    const now = read()
    notifyAll(listeners, (listener) => {
      if (!now) return listener.disconnected()
      listener.accounts(now.accounts)
      listener.network(now.caipNetworkId)
    })
  }
  const learn = async (answer: unknown): Promise<void> => {
    if (await book.keep(chain, answer)) report()
  }
  link.listen({
    changed: report,
    event(name, data) {
      if (name === EVENT) learn(data).catch(ctx.log.info)
    },
    ended: report,
  })
  return {
    chain: () => chain,
    switchTo(caipNetworkId) {
      chain = caipNetworkId
    },
    mainAddress() {
      const account = link.approved().accounts.find(({ caipNetworkId }) => caipNetworkId === chain)
      if (!account) throw sessionEnded()
      return account.address
    },
    read,
    learn,
    isDue: () => book.isDue(chain),
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The approved addresses, then other known ones. Without a known type, taproot is for ordinals if there are other addresses. */
function withTypes(approved: readonly string[], known: readonly Account[]): readonly Account[] {
  if (approved.length === 0) return []
  const isMixed = approved.some((address) => !isTaproot(address))
  const listed = approved.map(
    (address): Account =>
      known.find((one) => one.address === address) ?? {
        address,
        type: isMixed && isTaproot(address) ? 'ordinal' : 'payment',
      },
  )
  return [...listed, ...known.filter(({ address }) => !approved.includes(address))]
}

/** Adapts a WalletConnect session to the `BitcoinWallet` interface. */
function createBitcoinWallet(parts: ShapeParts): BitcoinWallet {
  const { ctx, link } = parts
  const state = createSessionState(parts)
  const ask = async (method: string, params: object): Promise<unknown> => {
    const account = state.mainAddress()
    if (!link.approved().methods.includes(method)) throw unsupported(link.wallet, method)
    return link.request(state.chain(), method, { account, ...params })
  }
  const signPsbt = async (
    { psbt, signInputs }: Parameters<BitcoinWallet['signPsbt']>[0],
    broadcast: boolean,
  ): Promise<{ readonly psbt: string; readonly txid: unknown }> => {
    const inputs = Object.entries(signInputs).flatMap(([address, indexes]) =>
      indexes.map((index) => ({ address, index })),
    )
    const answer = Object(await ask('signPsbt', { psbt, signInputs: inputs, broadcast }))
    const { psbt: signed, txid }: { readonly psbt?: unknown; readonly txid?: unknown } = answer
    if (!isText(signed)) throw badAnswer('signPsbt', 'a PSBT')
    return { psbt: signed, txid }
  }
  return {
    async connect() {
      const now = state.read()
      if (now && link.approved().methods.includes('getAccountAddresses') && state.isDue())
        ask('getAccountAddresses', {}).then(state.learn).catch(ctx.log.info) // not awaited, so that connecting is not delayed
      return now
    },
    async signMessage({ address, message, protocol }) {
      const params = { message, address, ...(protocol && { protocol: protocol.toLowerCase() }) }
      return toBase64Signature(Reflect.get(Object(await ask('signMessage', params)), 'signature'))
    },
    signPsbt: async (task) => (await signPsbt(task, false)).psbt,
    async signAndSend(task) {
      const { psbt, txid } = await signPsbt(task, true)
      if (isText(txid) && /^[\da-f]{64}$/i.test(txid)) return { psbt, txid }
      throw badAnswer('signPsbt', 'a transaction id')
    },
    async switchNetwork(caipNetworkId) {
      if (!link.approved().chains.includes(caipNetworkId)) throw unknownChain(link.wallet)
      state.switchTo(caipNetworkId)
    },
    disconnect: link.leave,
    watch: state.watch,
  }
}

/** Creates the provider of `@wallet-modal/bip122` for a session, which checks its PSBTs. `null` without that plugin. */
export const createBitcoinProvider = async (parts: ShapeParts): Promise<unknown> =>
  parts.ctx.maybe(bitcoinProviders)?.create(createBitcoinWallet(parts)) ?? null
