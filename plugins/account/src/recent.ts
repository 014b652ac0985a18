import { type Context, effect, type ReadonlySignal, readWith, signal } from '@wallet-modal/kernel'

export const MAX_RECENT = 3
/** Storage key of previously connected wallets, most recent first. */
const KEY = 'recent'

/** A wallet of one chain family by its connector. */
export interface RecentWallet {
  readonly namespace: string
  readonly connectorId: string
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 200

const schema = readWith((disconnectedWallets): readonly RecentWallet[] => {
  if (!Array.isArray(disconnectedWallets)) throw new Error('is not a list')
  return disconnectedWallets.flatMap((one: unknown) => {
    const { namespace, connectorId }: { namespace?: unknown; connectorId?: unknown } = Object(one)
    return isText(namespace) && isText(connectorId) ? [{ namespace, connectorId }] : []
  })
})

const isSame = (one: RecentWallet, other: RecentWallet): boolean =>
  one.namespace === other.namespace && one.connectorId === other.connectorId

/** Wallets that were connected before, most recent first; stored across page loads. */
export function createRecent(ctx: Context): ReadonlySignal<readonly RecentWallet[]> {
  const recent = signal<readonly RecentWallet[]>([])
  let before: readonly RecentWallet[] = []
  const read = (): void => {
    recent.value = ctx.storage.get(KEY, schema) ?? []
  }
  const follow = (live: readonly RecentWallet[]): void => {
    const newlyDisconnected = before.filter((one) => !live.some((other) => isSame(one, other)))
    before = live.map(({ namespace, connectorId }) => ({ namespace, connectorId }))
    const disconnectedWallets = [...newlyDisconnected, ...recent.peek()].filter(
      (one, at, all) =>
        !live.some((other) => isSame(one, other)) && all.findIndex((other) => isSame(one, other)) === at,
    )
    const next = disconnectedWallets.slice(0, MAX_RECENT)
    if (next.length === recent.peek().length && next.every((one, at) => one === recent.peek()[at])) return
    recent.value = next
    if (next.length > 0) ctx.storage.set(KEY, next)
    else ctx.storage.remove(KEY)
  }
  read()
  ctx.storage.watch(KEY, read)
  ctx.onDispose(effect(() => follow(ctx.connections.all.value)))
  return recent
}
