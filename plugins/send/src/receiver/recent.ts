import { type Context, type ReadonlySignal, readWith, signal } from '@wallet-modal/kernel'

/** Maximum number of suggested receivers. */
export const MAX_OFFERED = 4
/** Maximum number of stored receivers per network. Stored receivers also serve to detect look-alike addresses. */
export const MAX_RECEIVERS = 20
const MAX_NETWORKS = 8

export interface RecentReceiver {
  readonly address: string
  readonly name?: string
}

type Recents = Readonly<Record<string, readonly RecentReceiver[]>>

const schema = readWith((stored): Recents => {
  if (typeof stored !== 'object' || stored === null) throw new Error('the stored receivers are not an object')
  const read = (list: unknown): readonly RecentReceiver[] =>
    (Array.isArray(list) ? list : []).slice(0, MAX_RECEIVERS).flatMap((one: unknown) => {
      const { address, name }: { readonly address?: unknown; readonly name?: unknown } = Object(one)
      if (typeof address !== 'string' || address.length > 128) return []
      return [{ address, ...(typeof name === 'string' && name.length <= 255 && { name }) }]
    })
  return Object.fromEntries(
    Object.entries(stored)
      .slice(0, MAX_NETWORKS)
      .map(([network, list]) => [network, read(list)]),
  )
})

/** Receivers of earlier transfers, by network, most recent first. */
export interface RecentReceivers {
  /** By CAIP-2 id. */
  readonly all: ReadonlySignal<Recents>
  of(caipNetworkId: string): readonly RecentReceiver[]
  /** Receivers on all networks of a chain family, because most families share addresses between networks. */
  ofNamespace(namespace: string): readonly RecentReceiver[]
  add(caipNetworkId: string, receiver: RecentReceiver): void
}

export function createRecent(ctx: Context): RecentReceivers {
  const all = signal<Recents>({})
  const read = (): void => {
    all.value = ctx.storage.get('recent', schema) ?? {}
  }
  read()
  ctx.storage.watch('recent', read)
  const of = (caipNetworkId: string): readonly RecentReceiver[] => all.value[caipNetworkId] ?? []
  return {
    all,
    of,
    ofNamespace: (namespace) =>
      Object.entries(all.value).flatMap(([network, list]) => (network.startsWith(`${namespace}:`) ? list : [])),
    add(caipNetworkId, receiver) {
      read()
      const others = of(caipNetworkId).filter(({ address }) => address !== receiver.address)
      const networks = Object.entries(all.peek()).filter(([network]) => network !== caipNetworkId)
      all.value = Object.fromEntries([
        [caipNetworkId, [receiver, ...others].slice(0, MAX_RECEIVERS)],
        ...networks.slice(0, MAX_NETWORKS - 1),
      ])
      ctx.storage.set('recent', all.peek())
    },
  }
}
