import {
  type AccountName,
  type Context,
  computed,
  nameSources,
  type ReadonlySignal,
  readWith,
  signal,
  type WalletConnection,
} from '@wallet-modal/kernel'
import { activeKey } from './balance.js'

export const IDENTITY_FRESH_MS = 300_000

const schema = readWith((reply): Pick<Identity, 'name' | 'avatar'> => {
  const { name, avatar }: { readonly name?: unknown; readonly avatar?: unknown } = Object(reply)
  return {
    name: typeof name === 'string' && name ? name : undefined,
    avatar: typeof avatar === 'string' && /^(https:\/\/|data:image\/)/.test(avatar) ? avatar : undefined,
  }
})

export interface Identity {
  /** Account and network, see {@link activeKey}. */
  readonly key: string
  readonly name: string | undefined
  readonly avatar: string | undefined
}

type ReadName = (active: WalletConnection) => Promise<AccountName | null>

/**
 * Reads an account's name from sources of one kind (on-chain or services), at most every {@link IDENTITY_FRESH_MS} per account. A source that fails is
 * skipped, and read again by the next call.
 */
function createSourceNames(ctx: Context, isService: boolean): ReadName {
  const sources = ctx.all(nameSources)
  const cache = new Map<string, { readonly at: number; readonly name: AccountName | null }>()
  return async ({ account, network, namespace }) => {
    if (!network) return null
    for (const source of sources.peek()) {
      if (source.namespace !== namespace || !source.isService === isService) continue
      const key = `${sources.peek().indexOf(source)} ${network.caipNetworkId}:${account.address}:${source.edition?.peek()}`
      const cached = cache.get(key)
      const isFresh = cached && Math.abs(Date.now() - cached.at) < IDENTITY_FRESH_MS
      try {
        const name = isFresh ? cached.name : await source.nameOf({ account, network, signal: ctx.abortSignal })
        if (!isFresh) cache.set(key, { at: Date.now(), name })
        if (name) return name
      } catch (error) {
        ctx.log.info('a name source failed', error)
      }
    }
    return null
  }
}

/**
 * Name and avatar of the active account on its network; `null` while nothing is known. On-chain sources take precedence, then the identity service,
 * then other services.
 */
export function createIdentity(ctx: Context): {
  readonly current: ReadonlySignal<Identity | null>
  refresh(): Promise<void>
} {
  const currentKey = activeKey(ctx)
  const loaded = signal<Identity | null>(null)
  const readServiceIdentity = async (address: string): Promise<Pick<Identity, 'name' | 'avatar'>> => {
    const path = `/v1/identity/${encodeURIComponent(address)}`
    return ctx.api.service('blockchain').get(path, { query: { sender: address }, schema, staleMs: IDENTITY_FRESH_MS })
  }
  const readChainName = createSourceNames(ctx, false)
  const readOtherServiceName = createSourceNames(ctx, true)
  /** Resolves with `null` on failure, so that the views show the address. */
  const orNull = <T>(reading: Promise<T>): Promise<T | null> =>
    reading.catch((error: unknown) => {
      ctx.log.info('no identity', error)
      return null
    })
  const refresh = async (): Promise<void> => {
    const [active, key] = [ctx.connections.active.peek(), currentKey.peek()]
    if (!active || key === null) return
    const serviceIdentity = readServiceIdentity(active.account.address)
    const [chain, service] = await Promise.all([orNull(readChainName(active)), orNull(serviceIdentity)])
    const other = chain || service?.name !== undefined ? null : await orNull(readOtherServiceName(active))
    if (currentKey.peek() !== key || (!service && !chain && !other)) return
    const name = chain?.name ?? service?.name ?? other?.name
    // the service's picture belongs to the service's name: it is not displayed with another name
    const serviceAvatar = service?.name === name ? service?.avatar : undefined
    loaded.value = { key, name, avatar: chain?.avatarUrl ?? other?.avatarUrl ?? serviceAvatar }
  }
  const current = computed(() => (loaded.value?.key === currentKey.value ? loaded.value : null))
  return { current, refresh }
}
