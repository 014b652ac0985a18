import { type Connector, type Context, connectors, opened, type Signal, signal } from '@wallet-modal/kernel'
import { likeness } from '@wallet-modal/kernel/discovery'
import { type Entry, MAX_ENTRIES, openEntry, readEntries } from './entry.js'

/** Delays of repeated checks, in milliseconds. No event reports that an extension was injected. */
export const RECHECK_DELAYS_MS = [50, 150, 400, 1000, 2500, 5000] as const

const toConnector = (ctx: Context, { key, name }: Entry): Connector => ({
  id: `injectedWeb3:${key}`,
  name,
  type: 'INJECTED',
  isInstalled: true,
  namespaces: ['polkadot'],
  provider: () => openEntry(key, ctx.site.metadata.name),
})

/** Lists the extensions of this browser. Checks at start, after {@link RECHECK_DELAYS_MS}, on `load`, and when the modal opens. */
export function discoverWallets(ctx: Context): void {
  const listedConnectors = new Map<string, Signal<Connector>>()
  const reportedErrors = new Set<string>()
  const reportError = (error: unknown): void => {
    const text = String(error).slice(0, 200)
    if (!reportedErrors.has(text) && reportedErrors.size < MAX_ENTRIES)
      ctx.log.warn('an injected wallet could not be read', error)
    reportedErrors.add(text)
  }

  const add = (entry: Entry): void => {
    const connector = signal(toConnector(ctx, entry))
    const duplicates = [...listedConnectors.values()].filter(
      (one) => likeness(one.peek().name) === likeness(entry.name),
    )
    for (const suspect of duplicates.length > 0 ? [...duplicates, connector] : [])
      suspect.value = { ...suspect.peek(), suspicious: true }
    listedConnectors.set(entry.key, connector)
    ctx.add(connectors, connector)
  }
  const check = (): void => {
    for (const entry of readEntries(reportError))
      if (!listedConnectors.has(entry.key) && listedConnectors.size < MAX_ENTRIES) add(entry)
  }
  ctx.effect(() => {
    check()
    const timers = RECHECK_DELAYS_MS.map((delay) => setTimeout(check, delay))
    addEventListener('load', check)
    return () => {
      for (const timer of timers) clearTimeout(timer)
      removeEventListener('load', check)
    }
  })
  ctx.on(opened, check)
}
