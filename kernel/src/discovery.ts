// Separate entry for plugins that discover wallets. Names and icons that a wallet announces are untrusted and have to be validated.

const MAX_NAME = 64
/** Maximum length of an icon, and of the part of a name that is read, in characters. */
const MAX_INPUT = 200_000
const iconPattern = /^data:image\/(png|webp|jpeg|gif|svg\+xml)[;,]/i

/**
 * Validated display name of a wallet: at most 64 characters, without invisible, control and direction characters, with which a name could imitate
 * another name. `undefined` if invalid.
 */
export const plainName = (name: unknown): string | undefined =>
  (typeof name === 'string' &&
    [
      ...name
        .slice(0, MAX_INPUT) // limits the time of `replace`
        .replace(/[\p{C}\p{DI}]/gu, '')
        .trim(),
    ]
      .slice(0, MAX_NAME)
      .join('')) ||
  undefined

/** A wallet's icon, if it is an image data URI (EIP-6963, Wallet Standard) of at most 200 000 characters; otherwise `undefined`. */
export const plainIcon = (icon: unknown): string | undefined =>
  typeof icon === 'string' && icon.length <= MAX_INPUT && iconPattern.test(icon) ? icon : undefined

/** Characters that can be mistaken for another character: Cyrillic, Greek and extended Latin letters, and `i`, `1`, `|` and `0`. */
const lookalikes =
  '\u0430\u0501\u0435\u04bb\u0456\u04cf\u0458\u043e\u0440\u051b\u0455\u0441\u0443\u04af\u051d\u0445\u043a\u043c\u0442\u0432\u043d\u03b1\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c3\u03c4\u03c5\u03c7\u03b3\u03b7\u03bc\u03c9\u0251\u0261\u0269\u0131i1|0'
/** Latin letter that replaces the character of `lookalikes` at the same index. */
const originals = 'adehlljopqscyywxkmtbhaelkvopotuxynuwaglllllo'

/**
 * Comparison key of a name: look-alike names have the same key. Ignores case, spaces, accents and invisible characters, and unifies look-alike
 * characters, as well as `rn` and `m`. Expects the result of {@link plainName}.
 */
export const likeness = (name: string): string =>
  [
    ...name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\p{M}\p{DI}\p{Z}\u2800]/gu, ''),
  ]
    .map((letter) => originals[lookalikes.indexOf(letter)] ?? letter)
    .join('')
    .replaceAll('rn', 'm')

/** Wallet Standard registry of the page. */
export interface StandardWallets {
  get(): readonly object[]
  /** Calls `run` with the wallets that were registered or unregistered. Returns an unsubscribe function. */
  on(event: 'register' | 'unregister', run: (...wallets: readonly object[]) => void): () => void
  /** Registers wallets. Returns a function that unregisters them. */
  register(...wallets: readonly object[]): () => void
}

let standard: StandardWallets | undefined

/**
 * Registry of the wallets that register with the Wallet Standard on this page, before or after this function is first called. Uses the same
 * window events as `@wallet-standard/app`, so that other code of the page can use that package at the same time.
 */
export function standardWallets(): StandardWallets {
  if (standard) return standard
  const registered = new Set<object>()
  const listeners = { register: new Set<Listener>(), unregister: new Set<Listener>() }
  const notify = (event: keyof typeof listeners, wallets: readonly object[]): void => {
    for (const run of listeners[event]) {
      try {
        run(...wallets)
      } catch (error) {
        queueMicrotask(() => {
          throw error // reported as an uncaught error, without affecting the wallet or other listeners
        })
      }
    }
  }
  const register: StandardWallets['register'] = (...walletObjects) => {
    const wallets = walletObjects.filter((one) => !registered.has(one))
    for (const one of wallets) registered.add(one)
    if (wallets.length > 0) notify('register', wallets)
    return () => {
      const removed = wallets.filter((one) => registered.delete(one))
      if (removed.length > 0) notify('unregister', removed)
    }
  }
  standard = {
    get: () => [...registered],
    on(event, run) {
      listeners[event].add(run)
      return () => listeners[event].delete(run)
    },
    register,
  }
  if (typeof window === 'undefined') return standard
  const api = Object.freeze({ register })
  addEventListener('wallet-standard:register-wallet', (event) => Reflect.get(event, 'detail')(api))
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return standard
}

type Listener = Parameters<StandardWallets['on']>[1]
