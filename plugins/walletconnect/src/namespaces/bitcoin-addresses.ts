import { type Account, type Context, type NamespaceSession, readWith } from '@wallet-modal/kernel'
import { bitcoinProviders } from './bitcoin.js'

/** Storage key of addresses that are not part of the session. */
const ADDRESSES = 'addresses'
const MAX_ADDRESSES = 20

/** Addresses returned by a wallet for a network. */
interface StoredAddresses {
  /** CAIP-10 ids of the approved accounts at the time of storing, comma-separated. If the accounts have changed, the addresses are ignored. */
  readonly of: string
  readonly accounts: readonly Account[]
}

/** By CAIP-2 id. */
type AddressesByChain = Readonly<Record<string, StoredAddresses>>

const isText = (value: unknown): value is string => typeof value === 'string'

function readAccounts(answer: unknown): readonly Account[] {
  if (!Array.isArray(answer)) return []
  return answer.slice(0, MAX_ADDRESSES).flatMap((entry: unknown): readonly Account[] => {
    const { address, publicKey, intention, type }: Readonly<Record<string, unknown>> = Object(entry)
    if (!isText(address)) return []
    const isOrdinal = intention === 'ordinal' || type === 'ordinal'
    const key =
      isText(publicKey) && /^([\da-f]{64}|[\da-f]{66})$/i.test(publicKey) ? publicKey.toLowerCase() : undefined
    return [{ address, type: isOrdinal ? 'ordinal' : 'payment', ...(key && { publicKey: key }) }]
  })
}

function readStored(value: unknown): StoredAddresses {
  const { of, accounts }: { readonly of?: unknown; readonly accounts?: unknown } = Object(value)
  if (!isText(of)) throw new Error('the ids of the approved accounts are missing')
  return { of, accounts: readAccounts(accounts) }
}

const storedAddresses = readWith(
  (value): AddressesByChain =>
    Object.fromEntries(Object.entries(Object(value)).map(([chain, stored]) => [chain, readStored(stored)])),
)

/** Addresses of a wallet that its session does not contain, by network. `chain`: CAIP-2 id. */
interface AddressBook {
  addresses(chain: string): readonly Account[]
  /**
   * Returns true once for each session and network: the caller then requests the addresses. Stores an empty list first, so that the wallet is not
   * asked again if it does not reply.
   */
  claimRequest(chain: string): boolean
  /** Stores the network's addresses. Resolves with false if no address is valid, or if the session has changed or has no account on the network. */
  store(chain: string, answer: unknown): Promise<boolean>
}

export function createAddressBook(ctx: Context, session: NamespaceSession): AddressBook {
  const key = (chain: string): string =>
    session
      .approved()
      .accounts.flatMap(({ caipNetworkId, address }) => (caipNetworkId === chain ? [`${chain}:${address}`] : []))
      .join()
  /** Accounts whose addresses are valid on this network. */
  const parseAddresses = async (accounts: readonly Account[], chain: string): Promise<readonly Account[]> => {
    const providers = ctx.maybe(bitcoinProviders)
    if (!providers) return []
    const results = await Promise.allSettled(
      accounts.map(async (account) => ({ ...account, address: await providers.parseAddress(account.address, chain) })),
    )
    return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  }
  const readAll = (): AddressesByChain => ctx.storage.get(ADDRESSES, storedAddresses) ?? {}
  /** Stored addresses of the session on this network. */
  const read = (chain: string): StoredAddresses | undefined => {
    const stored = readAll()[chain]
    return stored?.of === key(chain) ? stored : undefined
  }
  /** Stores the addresses of a network, and deletes those of earlier sessions. */
  const write = (chain: string, stored: StoredAddresses): void => {
    const current = Object.entries(readAll()).filter(([other, { of }]) => of === key(other))
    ctx.storage.set(ADDRESSES, { ...Object.fromEntries(current), [chain]: stored })
  }
  return {
    addresses: (chain) => read(chain)?.accounts ?? [],
    claimRequest(chain) {
      if (read(chain)) return false
      write(chain, { of: key(chain), accounts: [] })
      return true
    },
    async store(chain, answer) {
      const of = key(chain)
      const accounts = await parseAddresses(readAccounts(answer), chain)
      if (accounts.length === 0 || of === '' || of !== key(chain)) return false
      write(chain, { of, accounts })
      return true
    },
  }
}
