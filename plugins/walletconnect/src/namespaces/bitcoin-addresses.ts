import { type Account, type Context, type NamespaceSession, readWith } from '@wallet-modal/kernel'

/** Storage key of addresses that are not part of the session. */
const ADDRESSES = 'addresses'
const MAX_ADDRESSES = 20

/** Addresses returned by a wallet. */
interface StoredAddresses {
  /** CAIP-10 ids of the approved accounts at the time of storing, comma-separated. If the accounts have changed, the addresses are ignored. */
  readonly of: string
  readonly accounts: readonly Account[]
}

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

const storedAddresses = readWith((value): StoredAddresses => {
  const { of, accounts }: { readonly of?: unknown; readonly accounts?: unknown } = Object(value)
  if (!isText(of)) throw new Error('is not of a session')
  return { of, accounts: readAccounts(accounts) }
})

/** Addresses of a wallet that its session does not contain. Only those of one session and network are stored. `chain` is a CAIP-2 id. */
interface AddressBook {
  addresses(chain: string): readonly Account[]
  /**
   * Whether to request the addresses from the wallet: false if addresses of this session and network are stored. Otherwise stores an empty list, so
   * that the next call returns false even if the wallet does not reply.
   */
  shouldRequest(chain: string): boolean
  /** Stores the addresses in a wallet's reply. Resolves with false if it has no valid address, or the session has changed. */
  store(chain: string, answer: unknown): Promise<boolean>
}

export function createAddressBook(ctx: Context, link: NamespaceSession): AddressBook {
  const key = (chain: string): string =>
    link
      .approved()
      .accounts.flatMap(({ caipNetworkId, address }) => (caipNetworkId === chain ? [`${chain}:${address}`] : []))
      .join()
  const parseAddresses = async (accounts: readonly Account[]): Promise<readonly Account[]> => {
    const adapter = ctx.connections.adapter('bip122')
    const results = await Promise.allSettled(
      accounts.map(async (account) => ({ ...account, address: await adapter.parseAddress(account.address) })),
    )
    return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  }
  return {
    addresses(chain) {
      const stored = ctx.storage.get(ADDRESSES, storedAddresses)
      return stored && stored.of === key(chain) ? stored.accounts : []
    },
    shouldRequest(chain) {
      const of = key(chain)
      if (ctx.storage.get(ADDRESSES, storedAddresses)?.of === of) return false
      ctx.storage.set(ADDRESSES, { of, accounts: [] })
      return true
    },
    async store(chain, answer) {
      const of = key(chain)
      const accounts = await parseAddresses(readAccounts(answer))
      if (accounts.length === 0 || of !== key(chain)) return false
      ctx.storage.set(ADDRESSES, { of, accounts })
      return true
    },
  }
}
