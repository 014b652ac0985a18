import type { AccountId, ApprovedNamespace } from '@wallet-modal/kernel'
import { isCaipNetworkId, parseCaipAccountId } from '@wallet-modal/kernel/assets'
import { toCaipNetworkId } from '../namespaces/chain-aliases.js'
import type { SessionRules } from '../namespaces/families.js'

/** Namespaces of a session as written by the wallet: keyed by `eip155` or by `eip155:1` (CAIP-25). */
export type ApprovedNamespaces = Readonly<
  Record<
    string,
    // the client validates accounts and methods of a session, but not this
    { readonly accounts: readonly string[]; readonly methods: readonly string[]; readonly chains?: unknown }
  >
>

const parseAccount = (text: unknown, { namespace, aliases, ...rules }: SessionRules): readonly AccountId[] => {
  try {
    const account = parseCaipAccountId(text)
    const isOurs = account.namespace === namespace && rules.isAddress(account.address)
    return isOurs && rules.isReference?.(account.reference) !== false
      ? [{ ...account, caipNetworkId: toCaipNetworkId(account.caipNetworkId, aliases) }]
      : []
  } catch {
    return [] // skip a malformed account and keep the others
  }
}

const unique = <T>(list: readonly T[]): readonly T[] => [...new Set(list)]

const nothing: ApprovedNamespace = { accounts: [], chains: [], written: [], methods: [] }

/** Accounts and networks approved in one namespace; empty if there are none, or no plugin contributes the namespace. */
export function readApproved(namespaces: ApprovedNamespaces, rules: SessionRules | undefined): ApprovedNamespace {
  if (!rules) return nothing
  const { namespace, aliases } = rules
  const own = Object.entries(namespaces).filter(([key]) => key === namespace || key.startsWith(`${namespace}:`))
  const found = own.flatMap(([, one]) => one.accounts.flatMap((account) => parseAccount(account, rules)))
  const listed = own
    .flatMap(([key, { chains }]) => [key, ...(Array.isArray(chains) ? chains : [])])
    .filter(isCaipNetworkId)
  const written = unique([...listed, ...found.map(({ reference }) => `${namespace}:${reference}`)])
  const isUsable = (id: string): boolean => found.some(({ caipNetworkId }) => caipNetworkId === id)
  return {
    accounts: [...new Map(found.map((one) => [`${one.caipNetworkId}:${one.address}`, one])).values()],
    chains: unique(written.map((id) => toCaipNetworkId(id, aliases))).filter(isUsable),
    written,
    methods: unique(own.flatMap(([, { methods }]) => methods)).filter((method) => rules.methods.includes(method)),
  }
}
