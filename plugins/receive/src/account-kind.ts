import {
  type Context,
  computed,
  type ReadonlySignal,
  readWith,
  signal,
  type WalletConnection,
} from '@wallet-modal/kernel'
import { createLatest } from '@wallet-modal/kernel/transactions'

/** Time limit for reading the kind of an account, in milliseconds. */
const LIMIT_MS = 10_000
/** First bytes of the code of an account that has delegated to a contract (EIP-7702). The account still belongs to its key on every network. */
const DELEGATION = '0xef0100'

/**
 * `key`: the address belongs to the owner of a private key on every network. `contract`: the address is that of a contract, and may belong to
 * somebody else on another network. `loading`: the node has not replied yet. `unknown`: the kind could not be read.
 */
export type AccountKind = 'key' | 'contract' | 'loading' | 'unknown'

export interface ActiveAccountKind {
  /** Kind of the active account. */
  readonly kind: ReadonlySignal<AccountKind>
  /** Differs for each account and network. After each change, call {@link ActiveAccountKind.read}. */
  readonly key: ReadonlySignal<string>
  /**
   * Reads from a node of the active network, and from the wallet if the account has no code, whether the account is a contract. Sends no request if
   * the kind is known without one.
   */
  read(): void
}

const codeReply = readWith((value): string => {
  if (typeof value === 'string' && /^0x([\da-f]{2})*$/i.test(value)) return value.toLowerCase()
  throw new TypeError('the reply is not hexadecimal')
})

/** Kind of an account that is known without a request; `undefined` for other accounts. */
function knownKind({ account, namespace }: WalletConnection): AccountKind | undefined {
  if (account.type === 'smartAccount') return account.isDelegated ? 'key' : 'contract'
  return namespace === 'eip155' ? undefined : 'key'
}

/** Rejects when `signal` is aborted; otherwise settles like `promise`. */
const withLimit = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })

/**
 * Kind of an EVM account. A contract account that is not deployed on the network yet has no code either, but its wallet reports that it sends atomic
 * batches (EIP-5792). Wallets report this for the account of a key only if it has delegated to a contract, and then the account has code.
 */
async function readKind(ctx: Context, connection: WalletConnection, signal: AbortSignal): Promise<AccountKind> {
  const { account, adapter, caipNetworkId, network } = connection
  const options = { schema: codeReply, signal }
  const code = await ctx.api.rpc(caipNetworkId).read('eth_getCode', [account.address, 'latest'], options)
  if (code.startsWith(DELEGATION)) return 'key'
  if (code !== '0x') return 'contract'
  const { transactions } = adapter
  if (!transactions || !network) return 'key'
  signal.throwIfAborted()
  return (await withLimit(transactions.supportsBatch(connection, network), signal)) ? 'contract' : 'key'
}

/** Reads the kind of the active account. Wallets do not report whether an EVM account is a contract, such as a Safe, so a node is queried. */
export function createAccountKind(ctx: Context): ActiveAccountKind {
  const lastRead = signal<{ readonly key: string; readonly kind: AccountKind } | null>(null)
  const latest = createLatest(ctx.abortSignal)
  const { active } = ctx.connections
  const key = computed(() => {
    const { account, caipNetworkId } = active.value ?? {}
    return account ? `${caipNetworkId}:${account.address}:${account.type}` : ''
  })
  const read = (): void => {
    const connection = active.peek()
    if (!connection || knownKind(connection)) return
    const requestKey = key.peek()
    latest.run(async (stop, isLatest) => {
      const reading = readKind(ctx, connection, AbortSignal.any([stop, AbortSignal.timeout(LIMIT_MS)]))
      const kind = await reading.catch((error: unknown): AccountKind => {
        if (isLatest()) ctx.log.info('the kind of the account could not be read', error)
        return 'unknown'
      })
      if (isLatest()) lastRead.value = { key: requestKey, kind }
    })
  }
  const kind = computed((): AccountKind => {
    const known = active.value ? knownKind(active.value) : 'key'
    if (known) return known
    return lastRead.value?.key === key.value ? lastRead.value.kind : 'loading'
  })
  return { kind, key, read }
}
