import { type AccountId, isCaipNetworkId, parseCaipAccountId } from '@wallet-modal/kernel'

/** The namespaces of a session as the wallet wrote them: keyed by `eip155` or by `eip155:1` (CAIP-25). */
export type ApprovedNamespaces = Readonly<
  Record<
    string,
    { readonly accounts: readonly string[]; readonly methods: readonly string[]; readonly chains?: readonly string[] }
  >
>

/** What a wallet approved in one namespace. */
export interface Approved {
  readonly accounts: readonly AccountId[]
  /** CAIP-2 ids. */
  readonly chains: readonly string[]
  readonly methods: readonly string[]
}

const parseAccount = (text: unknown): readonly AccountId[] => {
  try {
    return [parseCaipAccountId(text)]
  } catch {
    return [] // a wallet that writes one account wrong may be right about the others
  }
}

/** Reads what a wallet approved in one namespace; empty where that is nothing. */
export function readApproved(namespaces: ApprovedNamespaces, namespace: string): Approved {
  const own = Object.entries(namespaces).filter(([key]) => key === namespace || key.startsWith(`${namespace}:`))
  const accounts = own
    .flatMap(([, one]) => one.accounts.flatMap(parseAccount))
    .filter((account) => account.namespace === namespace)
  const listed = own.flatMap(([key, { chains = [] }]) => [key, ...chains]).filter(isCaipNetworkId)
  return {
    accounts,
    chains: [...new Set([...listed, ...accounts.map((account) => account.caipNetworkId)])],
    methods: [...new Set(own.flatMap(([, { methods }]) => methods))],
  }
}
