import { base64, hex } from '@scure/base'
import type { Account, Network, ProviderRequest } from '@wallet-modal/kernel'
import { readAddress } from '../address.js'
import { caipOfName, nameOf } from '../chains.js'
import type { BitcoinListener, BitcoinProvider, BitcoinSession } from '../contract.js'
import { badAnswer, unsupported } from '../errors.js'
import { arrangeAccounts, networkOf, toAccount } from './account.js'
import { call } from './call.js'
import { featureOf } from './feature.js'
import { createProvider } from './provider.js'
import type { BitcoinWallet } from './wallet.js'

const purposes = ['payment', 'ordinals'] as const

/** The wallet's own account object, which its features require. */
interface WalletAccount {
  readonly raw: object
  readonly account: Account
  readonly chains: readonly unknown[]
}

function toWalletAccount(raw: unknown, purpose: string | undefined): WalletAccount {
  const { address, publicKey, chains }: { address?: unknown; publicKey?: unknown; chains?: unknown } = Object(raw)
  const key = publicKey instanceof Uint8Array ? hex.encode(publicKey) : undefined
  return {
    raw: Object(raw),
    account: toAccount({ address, publicKey: key, purpose }),
    chains: Array.isArray(chains) ? chains : [],
  }
}

const isBitcoin = (raw: unknown): boolean => {
  const { chains }: { chains?: unknown } = Object(raw)
  return Array.isArray(chains) && chains.some((chain) => typeof chain === 'string' && chain.startsWith('bitcoin:'))
}

/**
 * Accounts in the order of the requested purposes. If the wallet returns another number, or none was requested, taproot is for ordinals. If all are
 * taproot, the first is for payments and, because that is a guess, for ordinals as well.
 */
function toWalletAccounts(raws: unknown, isOrdered: boolean): readonly WalletAccount[] {
  if (!Array.isArray(raws)) throw badAnswer('bitcoin:connect', 'a list of accounts')
  const bitcoinAccounts = raws.filter(isBitcoin)
  if (isOrdered && bitcoinAccounts.length === purposes.length)
    return bitcoinAccounts.map((raw, at) => toWalletAccount(raw, purposes[at]))
  const isTaproot = (raw: unknown): boolean => readAddress(Reflect.get(Object(raw), 'address')).isTaproot
  const isMixed = bitcoinAccounts.some((raw) => !isTaproot(raw))
  if (isMixed) return bitcoinAccounts.map((raw) => toWalletAccount(raw, isTaproot(raw) ? 'ordinals' : 'payment'))
  const payment = bitcoinAccounts.slice(0, 1).map((raw) => toWalletAccount(raw, 'payment'))
  return bitcoinAccounts.length > 1
    ? [...payment, ...bitcoinAccounts.map((raw) => toWalletAccount(raw, 'ordinals'))]
    : payment
}

/** Active chain: the first of the site's that the account supports, else the account's first. */
function chainIn(records: readonly WalletAccount[], networks: readonly Network[]): string {
  const offered = records[0]?.chains ?? []
  const wanted = networks.find(({ caipNetworkId }) => offered.includes(nameOf('walletStandard', caipNetworkId)))
  const [first] = offered.flatMap((chain) => caipOfName('walletStandard', chain) ?? [])
  const accounts = records.map(({ account }) => account)
  return wanted?.caipNetworkId ?? first ?? networkOf(accounts, networks)
}

/** If a change cannot be read, it is ignored. */
function tryRead<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Bytes in a field of the first result. */
function bytesIn(answer: unknown, field: string, [method, expected]: readonly [string, string]): Uint8Array {
  const [first]: readonly unknown[] = Array.isArray(answer) ? answer : []
  const bytes: unknown = Reflect.get(Object(first), field)
  if (bytes instanceof Uint8Array) return bytes
  throw badAnswer(method, expected)
}

/** Subscribes to `standard:events`. Returns an unsubscribe function. */
function onChange(wallet: object, changed: () => void): () => void {
  const events = featureOf(wallet, 'standard:events')
  const on: unknown = events && Reflect.get(events, 'on')
  if (typeof on !== 'function') return () => undefined
  const stop: unknown = Reflect.apply(on, events, ['change', changed])
  return () => void (typeof stop === 'function' && stop())
}

/** Reports a changed session: `null` without accounts, `undefined` if it could not be read. */
function report(session: BitcoinSession | null | undefined, listener: BitcoinListener): void {
  if (session === undefined) return
  if (session) {
    listener.accounts(session.accounts)
    listener.network(session.caipNetworkId)
  } else listener.disconnected()
}

/** Provider for the Bitcoin Wallet Standard: `bitcoin:connect`, `bitcoin:signMessage`, `bitcoin:signTransaction`, `standard:events`. */
export function toStandardWallet(wallet: object, networks: readonly Network[]): BitcoinWallet {
  let records: readonly WalletAccount[] = []
  let network = ''

  const feature = (name: string): object => {
    const found = featureOf(wallet, name)
    if (!found) throw unsupported(`"${name}"`)
    return found
  }
  const keep = (next: readonly WalletAccount[]): BitcoinSession | null => {
    records = next
    if (records.length === 0) return null
    network = chainIn(records, networks)
    return { accounts: arrangeAccounts(records.map(({ account }) => account)), caipNetworkId: network }
  }
  const known = (): readonly WalletAccount[] => {
    const next = toWalletAccounts(Reflect.get(wallet, 'accounts'), false)
    // the wallet's own list has no purposes, so those learned on connecting are kept
    return next.map((one) => {
      const learnt = records.map(({ account }) => account).filter(({ address }) => address === one.account.address)
      return { ...one, account: learnt.find(({ type }) => type === one.account.type) ?? learnt[0] ?? one.account }
    })
  }
  const rawOf = (address: string): object => {
    const found = records.find(({ account }) => account.address === address)
    if (found) return found.raw
    throw unsupported('sign for an address that is not connected')
  }
  return {
    async connect(silent) {
      if (silent) return keep(known())
      const answer = await call(feature('bitcoin:connect'), 'connect', { purposes: [...purposes] })
      return keep(toWalletAccounts(Reflect.get(Object(answer), 'accounts'), true))
    },
    async signMessage({ address, message }) {
      const input = { account: rawOf(address), message: new TextEncoder().encode(message) }
      const answer = await call(feature('bitcoin:signMessage'), 'signMessage', input)
      return base64.encode(bytesIn(answer, 'signature', ['bitcoin:signMessage', 'a signature']))
    },
    async signPsbt({ psbt, signInputs }) {
      const inputsToSign = Object.entries(signInputs).map(([address, signingIndexes]) => ({
        account: rawOf(address),
        signingIndexes: [...signingIndexes],
      }))
      const input = { psbt: base64.decode(psbt), inputsToSign, chain: nameOf('walletStandard', network) }
      const answer = await call(feature('bitcoin:signTransaction'), 'signTransaction', input)
      return base64.encode(bytesIn(answer, 'signedPsbt', ['bitcoin:signTransaction', 'a PSBT']))
    },
    ...(featureOf(wallet, 'standard:disconnect') && {
      disconnect: async () => void (await call(feature('standard:disconnect'), 'disconnect')),
    }),
    watch: (listener) =>
      onChange(wallet, () =>
        report(
          tryRead(() => keep(known())),
          listener,
        ),
      ),
  }
}

/** Provider for a registered wallet. */
export const connectStandard = (wallet: object, { networks }: ProviderRequest): BitcoinProvider =>
  createProvider(toStandardWallet(wallet, networks))
