import { type Context, computed, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { createLatest } from '@wallet-modal/kernel/transactions'
import type { Names } from './source.js'

/** State of the active account's registered name. */
export type OwnName =
  | { readonly status: 'loading' | 'failed' | 'unnamed' }
  | { readonly status: 'named'; readonly name: string }

export interface OwnNameModel {
  readonly state: ReadonlySignal<OwnName>
  /** Differs for each account and network. After a change, `state` is `loading` until a call of `read` has finished. */
  readonly key: ReadonlySignal<string>
  /** Reads the name of the active account, from the cache if the cached reply is recent. `force` bypasses the cache. */
  read(force?: boolean): Promise<void>
}

const LOADING: OwnName = Object.freeze({ status: 'loading' })

export function createOwnName(ctx: Context, names: Names): OwnNameModel {
  const lastRead = signal<{ readonly key: string; readonly own: OwnName } | null>(null)
  const latest = createLatest(ctx.abortSignal)
  const key = computed(() => {
    const { account, caipNetworkId } = ctx.connections.active.value ?? {}
    return account ? `${caipNetworkId}:${account.address}:${account.type}` : ''
  })
  const read = async (force = false): Promise<void> => {
    const { account, network } = ctx.connections.active.peek() ?? {}
    if (!account || !network) return
    const requestKey = key.peek()
    await new Promise<void>((resolve) => {
      latest.run(async (stop, isLatest) => {
        const ownName = await names.nameOf({ account, network, signal: stop, ...(force && { staleMs: 0 }) }).then(
          (name): OwnName => (name ? { status: 'named', name: name.name } : { status: 'unnamed' }),
          (error: unknown): OwnName => {
            if (isLatest()) ctx.log.info('the name of the account could not be read', error)
            return { status: 'failed' }
          },
        )
        if (isLatest()) lastRead.value = { key: requestKey, own: ownName }
        resolve()
      })
    })
  }
  return { state: computed(() => (lastRead.value?.key === key.value ? lastRead.value.own : LOADING)), key, read }
}
