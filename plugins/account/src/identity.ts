import {
  type AccountName,
  type ActiveConnection,
  type Context,
  computed,
  nameSources,
  type ReadonlySignal,
  readWith,
  signal,
} from '@wallet-modal/kernel'

export const IDENTITY_FRESH_MS = 300_000

const schema = readWith((reply): Pick<Identity, 'name' | 'avatar'> => {
  const { name, avatar }: { readonly name?: unknown; readonly avatar?: unknown } = Object(reply)
  return {
    name: typeof name === 'string' && name ? name : undefined,
    avatar: typeof avatar === 'string' && /^(https:\/\/|data:image\/)/.test(avatar) ? avatar : undefined,
  }
})

export interface Identity {
  readonly address: string
  readonly name: string | undefined
  readonly avatar: string | undefined
}

/** Reads the name that a chain proves for an account, at most every {@link IDENTITY_FRESH_MS} for each. */
function createProvenNames(ctx: Context): (active: ActiveConnection) => Promise<AccountName | null> {
  const sources = ctx.all(nameSources)
  const known = new Map<string, { readonly at: number; readonly name: AccountName | null }>()
  return async ({ account, network, namespace }) => {
    const source = sources.peek().find((one) => one.namespace === namespace)
    if (!source || !network) return null
    const key = `${network.caipNetworkId}:${account.address}`
    const kept = known.get(key)
    if (kept && Math.abs(Date.now() - kept.at) < IDENTITY_FRESH_MS) return kept.name
    const name = await source.nameOf({ account, network, signal: ctx.abortSignal })
    known.set(key, { at: Date.now(), name })
    return name
  }
}

/** Name and picture of the address in use: those that a chain proves, else those of the identity service; `null` while nothing is known. */
export function createIdentity(ctx: Context): {
  readonly current: ReadonlySignal<Identity | null>
  refresh(): Promise<void>
} {
  const known = signal<Identity | null>(null)
  const ofService = async (address: string): Promise<Pick<Identity, 'name' | 'avatar'>> => {
    const path = `/v1/identity/${encodeURIComponent(address)}`
    return ctx.api.service('blockchain').get(path, { query: { sender: address }, schema, staleMs: IDENTITY_FRESH_MS })
  }
  const proven = createProvenNames(ctx)
  const refresh = async (): Promise<void> => {
    const active = ctx.connections.active.peek()
    if (!active) return
    const { address } = active.account
    const [own, told] = await Promise.allSettled([proven(active), ofService(address)])
    for (const one of [own, told]) if (one.status === 'rejected') ctx.log.info('no identity', one.reason) // the address is shown, which is never wrong
    const service = told.status === 'fulfilled' ? told.value : undefined
    const chain = own.status === 'fulfilled' ? own.value : null
    if (ctx.connections.active.peek()?.account.address !== address || (!service && !chain)) return
    // a picture that the service has belongs to the name that the service has
    const isSame = !chain || chain.name === service?.name
    const avatar = chain?.avatarUrl ?? (isSame ? service?.avatar : undefined)
    known.value = { address, name: chain?.name ?? service?.name, avatar }
  }
  const current = computed(() => {
    const address = ctx.connections.active.value?.account.address
    return known.value?.address === address ? known.value : null
  })
  return { current, refresh }
}
