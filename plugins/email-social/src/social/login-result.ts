/**
 * Key of the document's property with the result of a social login. A property, because modals of copies of this package share no variable; not
 * enumerable, because the result is secret.
 */
export const LOGIN_RESULT = Symbol.for('@wallet-modal/email-social#login-result')

/**
 * URL fragment with the result of a social login, if this page was loaded in the login's window. The fragment is secret, so it is removed from the URL at
 * once: scripts and routers that run later must not read it. The document keeps it for the modals that are created later, until the modal that has
 * started the login uses it.
 */
export function readLoginResult(): string | undefined {
  if (typeof document !== 'object') return undefined
  const { hash, pathname, search } = location
  if (hash.startsWith('#wallet-modal-login&')) {
    Object.defineProperty(document, LOGIN_RESULT, { value: hash, configurable: true })
    history.replaceState(history.state, '', pathname + search)
  }
  return Reflect.get(document, LOGIN_RESULT)
}
