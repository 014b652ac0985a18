import { type Account, type Context, type NamespaceSession, readWith } from '@wallet-modal/kernel'

/** Storage key of addresses that are not part of the session. */
const ADDRESSES = 'addresses'
const MAX_ADDRESSES = 20

/** Addresses from a wallet, with their session and network. */
interface StoredAddresses {
  /** Accounts of the session at that time; if they change, the addresses are ignored. */
  readonly of: string
  readonly accounts: readonly Account[]
}

const isText = (value: unknown): value is string => typeof value === 'string'

function readAccounts(answer: unknown): readonly Account[] {
  if (!Array.isArray(answer)) return []
  return answer.slice(0, MAX_ADDRESSES).flatMap((one: unknown): readonly Account[] => {
    const { address, publicKey, intention, type }: Readonly<Record<string, unknown>> = Object(one)
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

/** Addresses of a session beyond its own accounts, by network. */
interface AddressBook {
  known(chain: string): readonly Account[]
  /** Whether to request the addresses from the wallet. Returns true once per session and network, whatever the wallet replies. */
  isDue(chain: string): boolean
  /** Stores the wallet's addresses. Returns whether they changed. */
  keep(chain: string, answer: unknown): Promise<boolean>
}

/** Adds further addresses of the account, which are requested from the wallet once per connection. */
export function createAddressBook(ctx: Context, link: NamespaceSession): AddressBook {
  const key = (chain: string): string =>
    link
      .approved()
      .accounts.flatMap((one) => (one.caipNetworkId === chain ? [`${chain}:${one.address}`] : []))
      .join()
  const check = async (accounts: readonly Account[]): Promise<readonly Account[]> => {
    const adapter = ctx.connections.adapter('bip122')
    const checked = await Promise.allSettled(
      accounts.map(async (one) => ({ ...one, address: await adapter.parseAddress(one.address) })),
    )
    return checked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  }
  return {
    known(chain) {
      const stored = ctx.storage.get(ADDRESSES, storedAddresses)
      return stored && stored.of === key(chain) ? stored.accounts : []
    },
    isDue(chain) {
      const of = key(chain)
      if (ctx.storage.get(ADDRESSES, storedAddresses)?.of === of) return false
      ctx.storage.set(ADDRESSES, { of, accounts: [] })
      return true
    },
    async keep(chain, answer) {
      const of = key(chain)
      const accounts = await check(readAccounts(answer))
      if (accounts.length === 0 || of !== key(chain)) return false
      ctx.storage.set(ADDRESSES, { of, accounts })
      return true
    },
  }
}
