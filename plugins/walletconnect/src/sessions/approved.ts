import type { AccountId, ApprovedNamespace } from '@wallet-modal/kernel'
import { isCaipNetworkId, parseCaipAccountId } from '@wallet-modal/kernel/assets'
import { toCaipNetworkId } from '../namespaces/chain-aliases.js'
import type { SessionRules } from '../namespaces/families.js'

/** Namespaces of a session as written by the wallet: keyed by `eip155` or by `eip155:1` (CAIP-25). */
export type ApprovedNamespaces = Readonly<
  Record<
    string,
    // `chains` is not validated by the client
    { readonly accounts: readonly string[]; readonly methods: readonly string[]; readonly chains?: unknown }
  >
>

const parseAccount = (text: unknown, { namespace, aliases, ...rules }: SessionRules): readonly AccountId[] => {
  try {
    const account = parseCaipAccountId(text)
    const isValid = account.namespace === namespace && rules.isAddress(account.address)
    return isValid && rules.isReference?.(account.reference) !== false
      ? [{ ...account, caipNetworkId: toCaipNetworkId(account.caipNetworkId, aliases) }]
      : []
  } catch {
    return [] // skip a malformed account and keep the others
  }
}

const unique = <T>(list: readonly T[]): readonly T[] => [...new Set(list)]

const noApproval: ApprovedNamespace = { accounts: [], chains: [], walletChains: [], methods: [] }

/** Accounts, networks and methods approved in one namespace. Empty if there are none, or if `rules` is `undefined`. */
export function readApproved(namespaces: ApprovedNamespaces, rules: SessionRules | undefined): ApprovedNamespace {
  if (!rules) return noApproval
  const { namespace, aliases } = rules
  const entries = Object.entries(namespaces).filter(([key]) => key === namespace || key.startsWith(`${namespace}:`))
  const accounts = entries.flatMap(([, entry]) => entry.accounts.flatMap((account) => parseAccount(account, rules)))
  const listed = entries
    .flatMap(([key, { chains }]) => [key, ...(Array.isArray(chains) ? chains : [])])
    .filter(isCaipNetworkId)
  const walletChains = unique([...listed, ...accounts.map(({ reference }) => `${namespace}:${reference}`)])
  const usableChains = new Set(accounts.map(({ caipNetworkId }) => caipNetworkId))
  return {
    accounts: [
      ...new Map(accounts.map((account) => [`${account.caipNetworkId}:${account.address}`, account])).values(),
    ],
    chains: unique(walletChains.map((id) => toCaipNetworkId(id, aliases))).filter((id) => usableChains.has(id)),
    walletChains,
    methods: unique(entries.flatMap(([, { methods }]) => methods)).filter((method) => rules.methods.includes(method)),
  }
}
