/** Pattern that matches all account ids. */
export const ALL_ACCOUNTS = ''

/** Addresses whose sessions end: `only` these, or all `except` these. */
export type EndedAddresses = { readonly only: readonly string[] } | { readonly except: readonly string[] }

/** Pattern of accounts of one chain family, on all its networks. `eip155:=0x…,0x…` matches these addresses, `eip155:!0x…,0x…` all other addresses. */
export const familyPattern = (namespace: string, addresses: EndedAddresses): string =>
  'only' in addresses ? `${namespace}:=${addresses.only.join()}` : `${namespace}:!${addresses.except.join()}`

/** Whether a pattern is an account id (CAIP-10). */
export const isAccountId = (pattern: string): boolean => pattern.split(':').length > 2

/**
 * Whether a pattern matches an account id. Patterns are {@link ALL_ACCOUNTS}, results of {@link familyPattern}, families such as `eip155:`, and
 * account ids.
 */
export function isMatch(pattern: string, accountId: string): boolean {
  if (pattern === ALL_ACCOUNTS || pattern === accountId) return true
  const [, namespace, kind, list = ''] = /^([^:]+):([=!]?)([^:]*)$/.exec(pattern) ?? []
  if (!namespace || !accountId.startsWith(`${namespace}:`)) return false
  const isListed = list.split(',').includes(accountId.slice(accountId.lastIndexOf(':') + 1))
  return isListed === (kind === '=')
}
