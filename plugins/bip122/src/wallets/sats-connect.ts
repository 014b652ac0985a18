import type { Account, Network, ProviderRequest } from '@wallet-modal/kernel'
import { errorCodes, invalidReply } from '@wallet-modal/kernel/assets'
import { caipOfName, nameOf } from '../chains.js'
import type { BitcoinProvider, BitcoinSession, BitcoinWallet } from '../contract.js'
import { unsupported } from '../errors.js'
import { arrangeAccounts, networkOf, toAccount } from './accounts.js'
import { call } from './call.js'
import { createProvider } from './provider.js'
import { createRefresh } from './refresh.js'

const addresses = ['payment', 'ordinals'] as const
/** JSON-RPC codes of sats-connect. */
const REJECTED = -32000
const ACCESS_DENIED = -32002
const UNKNOWN_METHOD = -32601
/**
 * EIP-1193 code by sats-connect code. The codes are converted because wallets with other interfaces use -32002 with another meaning: a second request
 * while a prompt is open.
 */
const codes: ReadonlyMap<unknown, number> = new Map([
  [REJECTED, 4001],
  [ACCESS_DENIED, 4100],
])

/** Error for an error reply of a wallet. A rejection gets the code 4001, as in the other wallet interfaces. A missing permission gets 4100. */
function toError(method: string, error: unknown): Error {
  const { code, message }: { code?: unknown; message?: unknown } = Object(error)
  const text = typeof message === 'string' && message ? message.slice(0, 500) : `The wallet refused "${method}".`
  return Object.assign(new Error(text), { code: codes.get(code) ?? code })
}

const has = (error: unknown, ...codes: readonly number[]): boolean =>
  errorCodes(error).some((code) => codes.some((one) => one === code))

const expectText = (value: unknown, method: string, expected: string): string => {
  if (typeof value === 'string' && value !== '') return value
  throw invalidReply(method, expected)
}

/** Reply to the first request whose method the wallet supports. Sends the requests one after the other. */
async function firstSupported(
  ...requests: readonly (() => Promise<BitcoinSession | null>)[]
): Promise<BitcoinSession | null> {
  const [request, ...others] = requests
  if (!request) throw unsupported('connect')
  try {
    return await request()
  } catch (error) {
    if (others.length > 0 && has(error, UNKNOWN_METHOD)) return firstSupported(...others)
    throw error
  }
}

interface SatsRequests {
  request(method: string, params: unknown): Promise<unknown>
  /** Requests a session; the wallet may prompt. */
  connect(): Promise<BitcoinSession | null>
  /** `null` if the site has no permission yet. */
  connectSilently(): Promise<BitcoinSession | null>
}

function createRequests(provider: object, networks: readonly Network[]): SatsRequests {
  const request = async (method: string, params: unknown): Promise<unknown> => {
    const answer: unknown = await call(provider, 'request', method, params)
    const { error, result }: { error?: unknown; result?: unknown } = Object(answer)
    if (error !== undefined && error !== null) throw toError(method, error)
    return result
  }
  const toSession = (accounts: unknown, network: unknown, method: string): BitcoinSession | null => {
    if (!Array.isArray(accounts)) throw invalidReply(method, 'a list of addresses')
    const ownAccounts = accounts.filter((one) =>
      addresses.some((purpose) => purpose === Reflect.get(Object(one), 'purpose')),
    )
    if (ownAccounts.length === 0) return null
    const arrangedAccounts: readonly Account[] = arrangeAccounts(ownAccounts.map(toAccount))
    const { name }: { name?: unknown } = Object(Reflect.get(Object(network), 'bitcoin'))
    return {
      accounts: arrangedAccounts,
      caipNetworkId: caipOfName('satsConnect', name) ?? networkOf(arrangedAccounts, networks),
    }
  }
  const requestSession = async (method: string, params: unknown): Promise<BitcoinSession | null> => {
    const answer = await request(method, params)
    const { addresses: list, network }: { addresses?: unknown; network?: unknown } = Object(answer)
    return toSession(list, network, method)
  }
  const connectSilently = async (): Promise<BitcoinSession | null> => {
    try {
      return await requestSession('wallet_getAccount', null)
    } catch (error) {
      if (has(error, 4100, UNKNOWN_METHOD)) return null
      throw error
    }
  }
  /** For wallets without `wallet_connect`. Some reply with a list of addresses, the oldest wallets with an object that contains the list. */
  const requestLegacy = async (method: 'getAccounts' | 'getAddresses'): Promise<BitcoinSession | null> => {
    const answer = await request(method, { purposes: [...addresses] })
    return toSession(Array.isArray(answer) ? answer : Reflect.get(Object(answer), 'addresses'), undefined, method)
  }
  return {
    request,
    connectSilently,
    connect: () =>
      firstSupported(
        () => requestSession('wallet_connect', { addresses: [...addresses] }),
        () => requestLegacy('getAccounts'),
        () => requestLegacy('getAddresses'),
      ),
  }
}

/** Adapts a provider with the sats-connect interface: JSON-RPC through `request(method, params)`. */
export function toSatsWallet(provider: object, networks: readonly Network[]): BitcoinWallet {
  const { request, connect, connectSilently } = createRequests(provider, networks)
  return {
    connect: (silent) => (silent ? connectSilently() : connect()),
    async signMessage({ address, message, protocol }) {
      const answer = await request('signMessage', { address, message, ...(protocol && { protocol }) })
      return expectText(Reflect.get(Object(answer), 'signature'), 'signMessage', 'a signature')
    },
    async signPsbt({ psbt, signInputs }) {
      const answer = await request('signPsbt', { psbt, signInputs, broadcast: false })
      return expectText(Reflect.get(Object(answer), 'psbt'), 'signPsbt', 'a PSBT')
    },
    async signAndSend({ psbt, signInputs }) {
      const { psbt: signed, txid }: { psbt?: unknown; txid?: unknown } = Object(
        await request('signPsbt', { psbt, signInputs, broadcast: true }),
      )
      return { psbt: expectText(signed, 'signPsbt', 'a PSBT'), txid: expectText(txid, 'signPsbt', 'a transaction id') }
    },
    async switchNetwork(caipNetworkId) {
      const name = nameOf('satsConnect', caipNetworkId)
      if (!name) throw unsupported('switch to this network')
      await request('wallet_changeNetwork', { name })
    },
    async disconnect() {
      try {
        await request('wallet_disconnect', null)
      } catch (error) {
        if (!has(error, UNKNOWN_METHOD)) throw error
      }
    },
    watch(listener) {
      const { run, stop: cancel } = createRefresh(connectSilently, listener)
      const add: unknown = Reflect.get(provider, 'addListener')
      if (typeof add !== 'function') return () => undefined
      const events = { accountChange: run, networkChange: run, disconnect: () => listener.disconnected() }
      const stops: readonly unknown[] = Object.entries(events).map((event) => Reflect.apply(add, provider, event))
      return () => {
        cancel()
        for (const stop of stops) if (typeof stop === 'function') stop()
      }
    },
  }
}

/** Provider for an entry of `window.btc_providers`. */
export const connectSats = (provider: object, { networks }: ProviderRequest): BitcoinProvider =>
  createProvider(toSatsWallet(provider, networks))
