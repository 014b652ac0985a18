/**
 * Key of the property of `document` that contains the result of a social login. A variable would not be enough, because a page can load several
 * copies of this package. The property is not enumerable, because the result is secret.
 */
export const LOGIN_RESULT = Symbol.for('@wallet-modal/email-social#login-result')

/** Lifetime of a social login at the gateway. */
export const LOGIN_LIFETIME_MS = 10 * 60_000

/**
 * URL fragment with the result of a social login, if this page was loaded in the login's window. The fragment is secret, so it is removed from the
 * URL at once: scripts and routers that run later must not read it. The property keeps the fragment for modals that are created later, until a modal
 * or another page has used the result, at most for {@link LOGIN_LIFETIME_MS}.
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
    // the browser refuses, for example because a router has changed the URL too often: the login works without this
  }
}
