import {
  type Context,
  computed,
  type ReadonlySignal,
  readWith,
  signal,
  type WalletConnection,
} from '@wallet-modal/kernel'
import { pollWhileVisible } from '@wallet-modal/kernel/assets'

/** Time limit for reading the kind of an account, in milliseconds. */
const LIMIT_MS = 10_000
/** Interval at which an unknown kind is read again, in milliseconds. */
const POLL_MS = 3_000
/** First bytes of the code of an account that has delegated to a contract (EIP-7702). The account still belongs to its key on every network. */
const DELEGATION = '0xef0100'

/**
 * `key`: the address belongs to the owner of a private key on every network. `contract`: the address is that of a contract, and may belong to
 * somebody else on another network. `loading`: the node has not replied yet. `unknown`: the kind could not be read, or the wallet has not replied.
 */
export type AccountKind = 'key' | 'contract' | 'loading' | 'unknown'

export interface ActiveAccountKind {
  /** Kind of the active account. */
  readonly kind: ReadonlySignal<AccountKind>
  /** Differs for each account and network. After each change, call {@link ActiveAccountKind.read}. */
  readonly key: ReadonlySignal<string>
  /**
   * Reads whether the account is a contract: from a node of the active network, and also from the wallet if the account has no code. Sends no
   * request if `account.type` or the namespace determines the kind. Reads an unknown kind again while the page is visible. Returns a function that
   * stops reading.
   */
  read(): () => void
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
 * Creates a function that reads the kind of an EVM account. A contract account that is not deployed yet has no code. But its wallet reports that the
 * account can send atomic batches (EIP-5792). The account of a key can send them only with a delegation (EIP-7702), and then the account has code.
 */
function createReader(ctx: Context, connection: WalletConnection): (signal: AbortSignal) => Promise<AccountKind> {
  const { account, adapter, caipNetworkId, network } = connection
  let code: string | undefined
  return async (signal) => {
    const options = { schema: codeReply, signal }
    code ??= await ctx.api.rpc(caipNetworkId).read('eth_getCode', [account.address, 'latest'], options)
    if (code.startsWith(DELEGATION)) return 'key'
    if (code !== '0x') return 'contract'
    const { transactions } = adapter
    if (!transactions || !network) return 'key'
    signal.throwIfAborted()
    const sendsBatches = await withLimit(transactions.supportsBatch(connection, network), signal)
    if (sendsBatches === undefined) return 'unknown'
    return sendsBatches ? 'contract' : 'key'
  }
}

/** Reads the kind of the active account. Wallets do not report whether an EVM account is a contract, such as a Safe, so a node is queried. */
export function createAccountKind(ctx: Context): ActiveAccountKind {
  const lastRead = signal<{ readonly key: string; readonly kind: AccountKind } | null>(null)
  const { active } = ctx.connections
  const key = computed(() => {
    const { account, caipNetworkId, connectorId } = active.value ?? {}
    return account ? `${connectorId}:${caipNetworkId}:${account.address}:${account.type}` : ''
  })
  const read = (): (() => void) => {
    const connection = active.peek()
    if (!connection || knownKind(connection)) return () => undefined
    const requestKey = key.peek()
    const stop = new AbortController()
    const readKind = createReader(ctx, connection)
    const end = (): void => {
      stop.abort()
      stopPolling()
    }
    const stopPolling = pollWhileVisible(async () => {
      const limit = AbortSignal.any([ctx.abortSignal, stop.signal, AbortSignal.timeout(LIMIT_MS)])
      const kind = await readKind(limit).catch((error: unknown): AccountKind => {
        if (!stop.signal.aborted) ctx.log.info('the kind of the account could not be read', error)
        return 'unknown'
      })
      if (stop.signal.aborted) return
      lastRead.value = { key: requestKey, kind }
      if (kind !== 'unknown') end()
    }, POLL_MS)
    return end
  }
  const kind = computed((): AccountKind => {
    const known = active.value ? knownKind(active.value) : 'key'
    if (known) return known
    return lastRead.value?.key === key.value ? lastRead.value.kind : 'loading'
  })
  return { kind, key, read }
}
