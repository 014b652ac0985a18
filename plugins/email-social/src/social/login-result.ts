/**
 * Key of a property of `document` with the result of a social login. All copies of this package on the page share the property. It is not enumerable,
 * because the result is secret.
 */
export const LOGIN_RESULT = Symbol.for('@wallet-modal/email-social#login-result')

/** Lifetime of a social login at the gateway. */
export const LOGIN_LIFETIME_MS = 10 * 60_000

/**
 * Returns the URL fragment with the result of a social login; `undefined` if this page is not in a login window. Removes the fragment from the URL at
 * once, because it is secret. Stores it in {@link LOGIN_RESULT} for modals that are created later, until {@link forgetLoginResult}, at most for
 * {@link LOGIN_LIFETIME_MS}.
 */
export function readLoginResult(): string | undefined {
  if (typeof document !== 'object') return undefined
  const { hash } = location
  if (hash.startsWith('#wallet-modal-login&')) {
    Object.defineProperty(document, LOGIN_RESULT, { value: hash, configurable: true })
    setTimeout(forgetLoginResult, LOGIN_LIFETIME_MS)
    removeFragment()
  }
  return Reflect.get(document, LOGIN_RESULT)
}

export function forgetLoginResult(): void {
  Reflect.deleteProperty(document, LOGIN_RESULT)
}

/** Removes the fragment from the URL of this page. */
export function removeFragment(): void {
  try {
    // an absolute URL: a relative one is resolved against `<base href>`, and a path that starts with `//` names another host
    history.replaceState(history.state, '', location.href.split('#', 1)[0])
  } catch {
    // browsers refuse this if a script has changed the URL too often; the login works although the fragment stays
  }
}
