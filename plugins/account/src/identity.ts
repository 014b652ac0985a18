import { type Context, computed, type ReadonlySignal, readWith, signal } from '@wallet-modal/kernel'

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

/** Name and picture that the identity service knows for the address in use; `null` while nothing is known. */
export function createIdentity(ctx: Context): {
  readonly current: ReadonlySignal<Identity | null>
  refresh(): Promise<void>
} {
  const known = signal<Identity | null>(null)
  const refresh = async (): Promise<void> => {
    const address = ctx.connections.active.peek()?.account.address
    if (address === undefined) return
    try {
      const path = `/v1/identity/${encodeURIComponent(address)}`
      const { name, avatar } = await ctx.api
        .service('blockchain')
        .get(path, { query: { sender: address }, schema, staleMs: IDENTITY_FRESH_MS })
      if (ctx.connections.active.peek()?.account.address === address) known.value = { address, name, avatar }
    } catch (error) {
      ctx.log.info('no identity', error) // without a name the address is shown, which is never wrong
    }
  }
  const current = computed(() => {
    const address = ctx.connections.active.value?.account.address
    return known.value?.address === address ? known.value : null
  })
  return { current, refresh }
}
