import { type Account, type Context, readWith } from '@wallet-modal/kernel'
import { type BitcoinListener, type BitcoinSession, type BitcoinWallet, bitcoinProviders } from '../bitcoin.js'
import { badAnswer, sessionEnded, unknownChain, unsupported } from '../errors.js'
import { firstChain, type SessionLink, type ShapeParts } from '../shape.js'
import { toBase64 } from './base64.js'

/** Storage key of addresses that the session itself does not list. */
const ADDRESSES = 'addresses'
const MAX_ADDRESSES = 20
const EVENT = 'bip122_addressesChanged'

/** What a wallet told of its addresses, and of which session and network that holds. */
interface Told {
  /** The session's accounts when it was told; others make it void. */
  readonly of: string
  readonly accounts: readonly Account[]
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isTaproot = (address: string): boolean => /^(bc|tb|bcrt)1p/.test(address)

function readAccounts(answer: unknown): readonly Account[] {
  if (!Array.isArray(answer)) return []
  return answer.slice(0, MAX_ADDRESSES).flatMap((one: unknown): readonly Account[] => {
    const { address, publicKey, intention, type }: Readonly<Record<string, unknown>> = Object(one)
    if (!isText(address)) return []
    const isOrdinal = intention === 'ordinal' || type === 'ordinal'
    const key =
      isText(publicKey) && /^([\da-f]{64}|[\da-f]{66})$/i.test(publicKey) ? publicKey.toLowerCase() : undefined
    return [{ address, type: isOrdinal ? 'ordinal' : 'payment', ...(key && { publicKey: key }) }]
  })
}

const kept = readWith((value): Told => {
  const { of, accounts }: { readonly of?: unknown; readonly accounts?: unknown } = Object(value)
  if (!isText(of)) throw new Error('is not of a session')
  return { of, accounts: readAccounts(accounts) }
})

/** A signature as wallets of this protocol write it, hex or base64, in base64. */
function toBase64Signature(value: unknown): string {
  if (isText(value) && /^([\da-f]{2})+$/i.test(value))
    return toBase64(Uint8Array.from(value.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)))
  if (isText(value) && /^[A-Za-z\d+/]+={0,2}$/.test(value)) return value
  throw badAnswer('signMessage', 'a signature')
}

/** Addresses beyond those of the session: what else the wallet says the account has. Asked once per connection. */
function createAddressBook(ctx: Context, link: SessionLink) {
  const key = (chain: string): string =>
    link
      .approved()
      .accounts.flatMap((one) => (one.caipNetworkId === chain ? [`${chain}:${one.address}`] : []))
      .join()
  const check = async (accounts: readonly Account[]): Promise<readonly Account[]> => {
    const adapter = ctx.connections.adapter('bip122')
    const checked = await Promise.allSettled(
      accounts.map(async (one) => ({ ...one, address: await adapter.parseAddress(one.address) })),
    )
    return checked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  }
  return {
    known(chain: string): readonly Account[] {
      const told = ctx.storage.get(ADDRESSES, kept)
      return told && told.of === key(chain) ? told.accounts : []
    },
    /** Whether the wallet is yet to be asked; it counts as asked from then on, whatever it answers. */
    isDue(chain: string): boolean {
      const of = key(chain)
      if (ctx.storage.get(ADDRESSES, kept)?.of === of) return false
      ctx.storage.set(ADDRESSES, { of, accounts: [] })
      return true
    },
    /** True where something new was told. */
    async keep(chain: string, answer: unknown): Promise<boolean> {
      const of = key(chain)
      const accounts = await check(readAccounts(answer))
      if (accounts.length === 0 || of !== key(chain)) return false
      ctx.storage.set(ADDRESSES, { of, accounts })
      return true
    },
  }
}

/** A session as a Bitcoin wallet. */
function createBitcoinWallet(parts: ShapeParts): BitcoinWallet {
  const { ctx, link } = parts
  const book = createAddressBook(ctx, link)
  const listeners = new Set<BitcoinListener>()
  let chain = firstChain(parts)

  const main = (): string => {
    const account = link.approved().accounts.find(({ caipNetworkId }) => caipNetworkId === chain)
    if (!account) throw sessionEnded()
    return account.address
  }
  const session = (): BitcoinSession | null => {
    const { accounts, chains } = link.approved()
    if (!chains.includes(chain) && chains[0]) chain = chains[0]
    const known = book.known(chain)
    const own = accounts.flatMap(({ address, caipNetworkId }) => (caipNetworkId === chain ? [address] : []))
    const isMixed = own.some((address) => !isTaproot(address))
    const listed = own.map(
      (address): Account =>
        known.find((one) => one.address === address) ?? {
          address,
          type: isMixed && isTaproot(address) ? 'ordinal' : 'payment',
        },
    )
    const more = known.filter(({ address }) => !own.includes(address))
    return listed.length > 0 ? { accounts: [...listed, ...more], caipNetworkId: chain } : null
  }
  const tell = (): void => {
    const now = session()
    for (const listener of [...listeners]) {
      if (!now) listener.disconnected()
      else {
        listener.accounts(now.accounts)
        listener.network(now.caipNetworkId)
      }
    }
  }
  const learn = async (answer: unknown): Promise<void> => {
    if (await book.keep(chain, answer)) tell()
  }
  const ask = async (method: string, params: object): Promise<unknown> => {
    const account = main()
    if (!link.approved().methods.includes(method)) throw unsupported(link.wallet, method)
    return link.request(chain, method, { account, ...params })
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
  link.listen({
    changed: tell,
    event(name, data) {
      if (name === EVENT) learn(data).catch(ctx.log.info)
    },
    ended: tell,
  })
  return {
    async connect() {
      const now = session()
      if (now && link.approved().methods.includes('getAccountAddresses') && book.isDue(chain))
        ask('getAccountAddresses', {}).then(learn).catch(ctx.log.info) // the visitor does not wait for it
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
      chain = caipNetworkId
    },
    disconnect: link.leave,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A session as `@wallet-modal/bip122` hands wallets out: its PSBTs are checked by that plugin. */
export const createBitcoinProvider = async (parts: ShapeParts): Promise<unknown> =>
  parts.ctx.maybe(bitcoinProviders)?.create(createBitcoinWallet(parts)) ?? null
