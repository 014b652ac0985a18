import { type Context, type ReadonlySignal, readWith, signal } from '@wallet-modal/kernel'

/** How many are offered. */
export const MOST_SHOWN = 4
/** How many are kept for each network, so that addresses that look like one of them are told, and for how many networks. */
export const MOST_RECEIVERS = 20
const MOST_NETWORKS = 8

export interface RecentReceiver {
  readonly address: string
  readonly name?: string
}

type Recents = Readonly<Record<string, readonly RecentReceiver[]>>

const schema = readWith((stored): Recents => {
  if (typeof stored !== 'object' || stored === null) throw new Error('is no list')
  const read = (list: unknown): readonly RecentReceiver[] =>
    (Array.isArray(list) ? list : []).slice(0, MOST_RECEIVERS).flatMap((one: unknown) => {
      const { address, name }: { readonly address?: unknown; readonly name?: unknown } = Object(one)
      if (typeof address !== 'string' || address.length > 128) return []
      return [{ address, ...(typeof name === 'string' && name.length <= 255 && { name }) }]
    })
  return Object.fromEntries(
    Object.entries(stored)
      .slice(0, MOST_NETWORKS)
      .map(([network, list]) => [network, read(list)]),
  )
})

/** Who was sent to, by network, the latest first. */
export function createRecent(ctx: Context): {
  readonly all: ReadonlySignal<Recents>
  of(caipNetworkId: string): readonly RecentReceiver[]
  /** Of every network of a chain family: most of them share their addresses. */
  ofFamily(namespace: string): readonly RecentReceiver[]
  add(caipNetworkId: string, receiver: RecentReceiver): void
} {
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
    ofFamily: (namespace) =>
      Object.entries(all.value).flatMap(([network, list]) => (network.startsWith(`${namespace}:`) ? list : [])),
    add(caipNetworkId, receiver) {
      read()
      const others = of(caipNetworkId).filter(({ address }) => address !== receiver.address)
      const networks = Object.entries(all.peek()).filter(([network]) => network !== caipNetworkId)
      all.value = Object.fromEntries([
        [caipNetworkId, [receiver, ...others].slice(0, MOST_RECEIVERS)],
        ...networks.slice(0, MOST_NETWORKS - 1),
      ])
      ctx.storage.set('recent', all.peek())
    },
  }
}
