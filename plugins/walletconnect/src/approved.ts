import { type AccountId, isCaipNetworkId, parseCaipAccountId } from '@wallet-modal/kernel'
import { toCaipNetworkId } from './chain-aliases.js'
import { permissions } from './permissions.js'

/** The namespaces of a session as the wallet wrote them: keyed by `eip155` or by `eip155:1` (CAIP-25). */
export type ApprovedNamespaces = Readonly<
  Record<
    string,
    // the client looks through accounts and methods before it takes a session, and not through this
    { readonly accounts: readonly string[]; readonly methods: readonly string[]; readonly chains?: unknown }
  >
>

/** What a wallet approved in one namespace. */
export interface Approved {
  /** Each on the network of its CAIP-10 id. */
  readonly accounts: readonly AccountId[]
  /** CAIP-2 ids of the networks with an account. */
  readonly chains: readonly string[]
  /** The networks as the wallet writes them, which is how it wants to hear of them. */
  readonly written: readonly string[]
  /** Of those that the site asked for: a wallet may write others, and is not to answer what the site asks its own RPC. */
  readonly methods: readonly string[]
}

/** What an address of a namespace looks like. Checksums are the namespace's own business. */
const addresses: Readonly<Record<string, RegExp>> = {
  eip155: /^0x[\da-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  polkadot: /^([1-9A-HJ-NP-Za-km-z]{45,52}|0x[\da-fA-F]{40})$/,
  bip122: /^([1-9A-HJ-NP-Za-km-z]{25,36}|(bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87})$/,
}

/** Chain ids of EIP-155 are whole numbers, in one writing. CAIP-2 itself takes any word. */
const isReference = (namespace: string, reference: string): boolean =>
  namespace !== 'eip155' || /^(0|[1-9]\d{0,15})$/.test(reference)

const parseAccount = (text: unknown, namespace: string): readonly AccountId[] => {
  try {
    const account = parseCaipAccountId(text)
    const isOurs = account.namespace === namespace && addresses[namespace]?.test(account.address) === true
    return isOurs && isReference(namespace, account.reference)
      ? [{ ...account, caipNetworkId: toCaipNetworkId(account.caipNetworkId) }]
      : []
  } catch {
    return [] // a wallet that writes one account wrong may be right about the others
  }
}

const unique = <T>(list: readonly T[]): readonly T[] => [...new Set(list)]

/** Reads what a wallet approved in one namespace; empty where that is nothing. */
export function readApproved(namespaces: ApprovedNamespaces, namespace: string): Approved {
  const own = Object.entries(namespaces).filter(([key]) => key === namespace || key.startsWith(`${namespace}:`))
  const found = own.flatMap(([, one]) => one.accounts.flatMap((account) => parseAccount(account, namespace)))
  const listed = own
    .flatMap(([key, { chains }]) => [key, ...(Array.isArray(chains) ? chains : [])])
    .filter(isCaipNetworkId)
  const written = unique([...listed, ...found.map(({ reference }) => `${namespace}:${reference}`)])
  const proposed = permissions[namespace]?.methods ?? []
  const isUsable = (id: string): boolean => found.some(({ caipNetworkId }) => caipNetworkId === id)
  return {
    accounts: [...new Map(found.map((one) => [`${one.caipNetworkId}:${one.address}`, one])).values()],
    chains: unique(written.map(toCaipNetworkId)).filter(isUsable),
    written,
    methods: unique(own.flatMap(([, { methods }]) => methods)).filter((method) => proposed.includes(method)),
  }
}
