import { WalletModalError } from '@wallet-modal/kernel'
import { plainName } from '@wallet-modal/kernel/discovery'
import { toConnectError } from '../errors.js'

/** Wallet in `window.injectedWeb3` (extension-dapp). All fields are untrusted. */
export interface Entry {
  readonly key: string
  /** Display name, derived from the key: nothing else is known before the site is authorized. */
  readonly name: string
}

export const MAX_ENTRIES = 100
const MAX_KEY = 100

/** Display names of well-known wallets, by key. */
const names: ReadonlyMap<string, string> = new Map([
  ['polkadot-js', 'polkadot{.js}'],
  ['subwallet-js', 'SubWallet'],
  ['talisman', 'Talisman'],
  ['fearless-wallet', 'Fearless Wallet'],
])

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Display name of a wallet with this key. Newer wallets use a hash as key until the site is connected. */
const nameOf = (key: string): string | undefined =>
  names.get(key) ?? (/^[\da-f]{10,14}$/.test(key) ? 'Browser Wallet' : plainName(key))

const injected = (): object => {
  const wallets: unknown = Reflect.get(window, 'injectedWeb3')
  return isObject(wallets) ? wallets : {}
}

/** Function that requests authorization. Prefers `connect` to `enable`: if a wallet has both, `enable` may always reject. */
function enableOf(key: string): ((site: string) => unknown) | undefined {
  const all = injected()
  const entry: unknown = Object.hasOwn(all, key) ? Reflect.get(all, key) : undefined
  if (!isObject(entry)) return undefined
  for (const name of ['connect', 'enable']) {
    const enable: unknown = Reflect.get(entry, name)
    if (typeof enable === 'function') return (site) => Reflect.apply(enable, entry, [site])
  }
  return undefined
}

/** Currently injected wallets. `onError` receives errors of wallets whose getters throw. */
export function readEntries(onError: (error: unknown) => void): readonly Entry[] {
  const guarded = <T>(read: () => T, fallback: T): T => {
    try {
      return read()
    } catch (error) {
      onError(error)
      return fallback
    }
  }
  const keys = guarded(() => Object.keys(injected()), [])
  return keys
    .filter((key) => key.length <= MAX_KEY && guarded(() => enableOf(key) !== undefined, false))
    .slice(0, MAX_ENTRIES)
    .flatMap((key): readonly Entry[] => {
      const name = nameOf(key)
      return name ? [{ key, name }] : []
    })
}

/**
 * Requests authorization from a wallet. The wallet prompts if the visitor has not decided about this site yet. Resolves at once if the site is
 * already authorized. Resolves to the extension's accounts and signer (not validated); rejects with the wallet's error.
 */
export async function openEntry(key: string, site: string): Promise<unknown> {
  const enable = enableOf(key)
  if (!enable)
    throw new WalletModalError('CONNECT_FAILED', 'The wallet is no longer in this page. Reload the page and try again.')
  const version: unknown = Reflect.get(Object(Reflect.get(injected(), key)), 'version')
  let answer: unknown
  try {
    answer = await enable(site)
  } catch (error) {
    throw toConnectError(error, nameOf(key) ?? 'The wallet')
  }
  if (!isObject(answer))
    throw new WalletModalError('INVALID_DATA', 'The wallet enabled this site but returned no extension object.')
  // field by field: the result may be a class instance with getters, which a spread would drop
  const { name, version: ownVersion, accounts, signer, metadata, provider } = answer as Partial<Record<string, unknown>>
  return {
    name: typeof name === 'string' ? name : key,
    version: [ownVersion, version].find((one) => typeof one === 'string') ?? '',
    accounts,
    signer,
    metadata,
    provider,
  }
}
