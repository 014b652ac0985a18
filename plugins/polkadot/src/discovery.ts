import { type Connector, type Context, connectors, opened, type Signal, signal } from '@wallet-modal/kernel'
import { likeness } from '@wallet-modal/kernel/discovery'
import { type Entry, MAX_ENTRIES, openEntry, readEntries } from './entry.js'

/** Extensions are injected without an event: delays in milliseconds of repeated checks after the first. */
export const LOOK_AGAIN_MS = [50, 150, 400, 1000, 2500, 5000] as const

const toConnector = (ctx: Context, { key, name }: Entry): Connector => ({
  id: `injectedWeb3:${key}`,
  name,
  type: 'INJECTED',
  isInstalled: true,
  namespaces: ['polkadot'],
  provider: () => openEntry(key, ctx.site.metadata.name),
})

/** Lists the extensions of this browser: at start, shortly after, and when the modal opens. */
export function discoverWallets(ctx: Context): void {
  const known = new Map<string, Signal<Connector>>()
  const failing = new Set<string>()
  const failed = (error: unknown): void => {
    const text = String(error).slice(0, 200)
    if (!failing.has(text) && failing.size < MAX_ENTRIES) ctx.log.warn('an injected wallet throws', error)
    failing.add(text)
  }

  const add = (entry: Entry): void => {
    const connector = signal(toConnector(ctx, entry))
    const twins = [...known.values()].filter((one) => likeness(one.peek().name) === likeness(entry.name))
    for (const suspect of twins.length > 0 ? [...twins, connector] : [])
      suspect.value = { ...suspect.peek(), suspicious: true }
    known.set(entry.key, connector)
    ctx.add(connectors, connector)
  }
  const look = (): void => {
    for (const entry of readEntries(failed)) if (!known.has(entry.key) && known.size < MAX_ENTRIES) add(entry)
  }
  ctx.effect(() => {
    look()
    const timers = LOOK_AGAIN_MS.map((delay) => setTimeout(look, delay))
    addEventListener('load', look)
    return () => {
      for (const timer of timers) clearTimeout(timer)
      removeEventListener('load', look)
    }
  })
  ctx.on(opened, look)
}
