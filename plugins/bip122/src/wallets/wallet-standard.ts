import { base64, hex } from '@scure/base'
import type { Account, Network, ProviderRequest } from '@wallet-modal/kernel'
import { invalidReply } from '@wallet-modal/kernel/assets'
import { readAddress } from '../address.js'
import { caipOfName, nameOf } from '../chains.js'
import type {
  BitcoinListener,
  BitcoinProvider,
  BitcoinSession,
  BitcoinWallet,
  SignMessageRequest,
} from '../contract.js'
import { unsupported } from '../errors.js'
import { kindOf } from '../transactions/weight.js'
import { arrangeAccounts, networkOf, toAccount } from './accounts.js'
import { call } from './call.js'
import { featureOf } from './feature.js'
import { createProvider } from './provider.js'

const purposes = ['payment', 'ordinals'] as const

/** Length of an ECDSA message signature with its recovery byte. Of the BIP-322 formats, only the legacy format has this length. */
const COMPACT_SIGNATURE_BYTES = 65

/** Whether a signature matches the requested protocol. For P2PKH addresses, BIP-322 permits an ECDSA signature (the legacy format). */
function isOfProtocol(signature: Uint8Array, { address, protocol }: SignMessageRequest): boolean {
  const isEcdsa = signature.length === COMPACT_SIGNATURE_BYTES
  if (protocol === 'ECDSA') return isEcdsa
  return protocol === undefined || !isEcdsa || kindOf(readAddress(address).script) === 'p2pkh'
}

/** Account of a wallet. `raw` is the wallet's own account object, which the wallet's features require as an argument. */
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
 * Assigns a purpose to each account. With `isOrdered`, and as many accounts as `purposes`, the accounts are in the order of `purposes`. In all other
 * cases, taproot accounts are for ordinals, and all other accounts for payments. If all accounts are taproot, the first one is for payments too; a
 * single account is only for payments.
 */
function toWalletAccounts(raws: unknown, isOrdered: boolean): readonly WalletAccount[] {
  if (!Array.isArray(raws)) throw invalidReply('bitcoin:connect', 'a list of accounts')
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

/** Chain to use: the first network of the site that the first account supports, else the first chain of this account. */
function chainIn(walletAccounts: readonly WalletAccount[], networks: readonly Network[]): string {
  const supportedChains = walletAccounts[0]?.chains ?? []
  const siteNetwork = networks.find(({ caipNetworkId }) =>
    supportedChains.includes(nameOf('walletStandard', caipNetworkId)),
  )
  const [first] = supportedChains.flatMap((chain) => caipOfName('walletStandard', chain) ?? [])
  const accounts = walletAccounts.map(({ account }) => account)
  return siteNetwork?.caipNetworkId ?? first ?? networkOf(accounts, networks)
}

function tryRead<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Bytes in a field of the first item of `answer`. Throws `INVALID_DATA` if there are none. */
function bytesIn(answer: unknown, field: string, [method, expected]: readonly [string, string]): Uint8Array {
  const [first]: readonly unknown[] = Array.isArray(answer) ? answer : []
  const bytes: unknown = Reflect.get(Object(first), field)
  if (bytes instanceof Uint8Array) return bytes
  throw invalidReply(method, expected)
}

/** Subscribes to `standard:events`. Returns an unsubscribe function. */
function onChange(wallet: object, changed: () => void): () => void {
  const events = featureOf(wallet, 'standard:events')
  const on: unknown = events && Reflect.get(events, 'on')
  if (typeof on !== 'function') return () => undefined
  const stop: unknown = Reflect.apply(on, events, ['change', changed])
  return () => void (typeof stop === 'function' && stop())
}

/** Reports a changed session. `session`: `null` if no account is left, `undefined` if the accounts could not be read. */
function report(session: BitcoinSession | null | undefined, listener: BitcoinListener): void {
  if (session === undefined) return
  if (session) {
    listener.accounts(session.accounts)
    listener.network(session.caipNetworkId)
  } else listener.disconnected()
}

/** Copies the purposes of the connected accounts, because the wallet's own list contains no purposes. */
const withPurposes = (
  accounts: readonly WalletAccount[],
  connectedAccounts: readonly WalletAccount[],
): readonly WalletAccount[] =>
  accounts.map((one) => {
    const { account } = one
    const sameAddress = connectedAccounts
      .map((other) => other.account)
      .filter(({ address }) => address === account.address)
    return { ...one, account: sameAddress.find(({ type }) => type === account.type) ?? sameAddress[0] ?? account }
  })

/** Adapts a wallet of the Bitcoin Wallet Standard: `bitcoin:connect`, `bitcoin:signMessage`, `bitcoin:signTransaction`, `standard:events`. */
export function toStandardWallet(wallet: object, networks: readonly Network[]): BitcoinWallet {
  let walletAccounts: readonly WalletAccount[] = []
  let network = ''

  const feature = (name: string): object => {
    const found = featureOf(wallet, name)
    if (!found) throw unsupported(`use "${name}"`)
    return found
  }
  const setAccounts = (next: readonly WalletAccount[]): BitcoinSession | null => {
    walletAccounts = next
    if (walletAccounts.length === 0) return null
    network = chainIn(walletAccounts, networks)
    return { accounts: arrangeAccounts(walletAccounts.map(({ account }) => account)), caipNetworkId: network }
  }
  const readAccounts = (): readonly WalletAccount[] =>
    withPurposes(toWalletAccounts(Reflect.get(wallet, 'accounts'), false), walletAccounts)
  const rawOf = (address: string): object => {
    const found = walletAccounts.find(({ account }) => account.address === address)
    if (found) return found.raw
    throw unsupported('sign for an address that is not connected')
  }
  return {
    async connect(silent) {
      if (silent) return setAccounts(readAccounts())
      const answer = await call(feature('bitcoin:connect'), 'connect', { purposes: [...purposes] })
      return setAccounts(toWalletAccounts(Reflect.get(Object(answer), 'accounts'), true))
    },
    async signMessage(request) {
      const { address, message, protocol } = request
      const input = { account: rawOf(address), message: new TextEncoder().encode(message) }
      const answer = await call(feature('bitcoin:signMessage'), 'signMessage', input)
      const signature = bytesIn(answer, 'signature', ['bitcoin:signMessage', 'a signature'])
      // the feature has no parameter for the protocol: the wallet chooses it
      if (!isOfProtocol(signature, request)) throw unsupported(`sign a message with ${protocol}`)
      return base64.encode(signature)
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
          tryRead(() => setAccounts(readAccounts())),
          listener,
        ),
      ),
  }
}

/** Provider for a registered wallet. */
export const connectStandard = (wallet: object, { networks }: ProviderRequest): BitcoinProvider =>
  createProvider(toStandardWallet(wallet, networks))
