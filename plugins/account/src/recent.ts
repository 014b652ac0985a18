import { type Context, effect, type ReadonlySignal, readWith, signal } from '@wallet-modal/kernel'

export const MAX_RECENT = 3
/** Storage key of previously connected wallets, most recent first. */
const KEY = 'recent'

/** Wallet of one chain family, identified by its connector. */
export interface RecentWallet {
  readonly namespace: string
  readonly connectorId: string
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 200

const schema = readWith((value): readonly RecentWallet[] => {
  if (!Array.isArray(value)) throw new Error('is not a list')
  return value.flatMap((entry: unknown) => {
    const { namespace, connectorId }: { namespace?: unknown; connectorId?: unknown } = Object(entry)
    return isText(namespace) && isText(connectorId) ? [{ namespace, connectorId }] : []
  })
})

const isSame = (a: RecentWallet, b: RecentWallet): boolean =>
  a.namespace === b.namespace && a.connectorId === b.connectorId

/** Wallets that were connected before and are not connected now, most recent first. Stored across page loads. */
export function createRecent(ctx: Context): ReadonlySignal<readonly RecentWallet[]> {
  const recent = signal<readonly RecentWallet[]>([])
  let lastConnected: readonly RecentWallet[] = []
  const read = (): void => {
    recent.value = ctx.storage.get(KEY, schema) ?? []
  }
  const update = (connected: readonly RecentWallet[]): void => {
    const isConnected = (wallet: RecentWallet): boolean => connected.some((other) => isSame(wallet, other))
    const newlyDisconnected = lastConnected.filter((wallet) => !isConnected(wallet))
    lastConnected = connected.map(({ namespace, connectorId }) => ({ namespace, connectorId }))
    const disconnectedWallets = [...newlyDisconnected, ...recent.peek()].filter(
      (wallet, index, all) => !isConnected(wallet) && all.findIndex((other) => isSame(wallet, other)) === index,
    )
    const next = disconnectedWallets.slice(0, MAX_RECENT)
    if (next.length === recent.peek().length && next.every((wallet, index) => wallet === recent.peek()[index])) return
    recent.value = next
    if (next.length > 0) ctx.storage.set(KEY, next)
    else ctx.storage.remove(KEY)
  }
  read()
  ctx.storage.watch(KEY, read)
  ctx.onDispose(effect(() => update(ctx.connections.all.value)))
  return recent
}
