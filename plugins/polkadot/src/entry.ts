import { WalletModalError } from '@wallet-modal/kernel'
import { plainName } from '@wallet-modal/kernel/discovery'
import { toConnectError } from './errors.js'

/** A wallet in `window.injectedWeb3`, by the conventions of extension-dapp. Everything in it was written by whoever injected. */
export interface Entry {
  readonly key: string
  /** For the list: a key is all that is known before the visitor lets the site in. */
  readonly name: string
}

export const MAX_ENTRIES = 100
const MAX_KEY = 100

/** Keys under which wallets have long been injected, with the names they go by. */
const names: ReadonlyMap<string, string> = new Map([
  ['polkadot-js', 'polkadot{.js}'],
  ['subwallet-js', 'SubWallet'],
  ['talisman', 'Talisman'],
  ['fearless-wallet', 'Fearless Wallet'],
])

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Wallets of the newer convention hide their name behind a hash until they are connected. */
const nameOf = (key: string): string | undefined =>
  names.get(key) ?? (/^[\da-f]{10,14}$/.test(key) ? 'Browser Wallet' : plainName(key))

const injected = (): object => {
  const found: unknown = Reflect.get(window, 'injectedWeb3')
  return isObject(found) ? found : {}
}

/** The function that asks the visitor: `connect` where there is one, since it may stand beside an `enable` that only refuses. */
function doorOf(key: string): ((site: string) => unknown) | undefined {
  const all = injected()
  const entry: unknown = Object.hasOwn(all, key) ? Reflect.get(all, key) : undefined
  if (!isObject(entry)) return undefined
  for (const name of ['connect', 'enable']) {
    const door: unknown = Reflect.get(entry, name)
    if (typeof door === 'function') return (site) => Reflect.apply(door, entry, [site])
  }
  return undefined
}

/** The wallets that are there now. `failed` hears of those that throw when they are looked at. */
export function readEntries(failed: (error: unknown) => void): readonly Entry[] {
  const guarded = <T>(read: () => T, otherwise: T): T => {
    try {
      return read()
    } catch (error) {
      failed(error)
      return otherwise
    }
  }
  const keys = guarded(() => Object.keys(injected()), [])
  return keys
    .filter((key) => key.length <= MAX_KEY && guarded(() => doorOf(key) !== undefined, false))
    .slice(0, MAX_ENTRIES)
    .flatMap((key): readonly Entry[] => {
      const name = nameOf(key)
      return name ? [{ key, name }] : []
    })
}

/**
 * Asks a wallet to let the site in. It prompts where the visitor has not decided about this site yet, and answers at once where it let the
 * site in before. Resolves to what should be an extension's accounts and signer; rejects as the wallet does.
 */
export async function openEntry(key: string, site: string): Promise<unknown> {
  const door = doorOf(key)
  if (!door)
    throw new WalletModalError('CONNECT_FAILED', 'The wallet is no longer in this page. Reload the page and try again.')
  const version: unknown = Reflect.get(Object(Reflect.get(injected(), key)), 'version')
  let answer: unknown
  try {
    answer = await door(site)
  } catch (error) {
    throw toConnectError(error, nameOf(key) ?? 'The wallet')
  }
  if (!isObject(answer))
    throw new WalletModalError('INVALID_DATA', 'The wallet enabled this site but returned no extension object.')
  // field by field: what a wallet answers may be an instance with getters, which a spread would lose
  const { name, version: told, accounts, signer, metadata, provider } = answer as Partial<Record<string, unknown>>
  return {
    name: typeof name === 'string' ? name : key,
    version: [told, version].find((one) => typeof one === 'string') ?? '',
    accounts,
    signer,
    metadata,
    provider,
  }
}
