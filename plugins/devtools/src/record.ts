import { type Context, type ReadonlySignal, signal } from '@wallet-modal/kernel'

/** Prefix of the measures that the kernel adds to the browser's User Timing. */
const PREFIX = 'wallet-modal '
const kinds = ['setup', 'event', 'request', 'problem', 'state'] as const

/** Entry of the timeline. */
export interface Entry {
  /** Sequence number. */
  readonly id: number
  readonly kind: (typeof kinds)[number]
  readonly name: string
  readonly detail: string
  /** Milliseconds since the start of the navigation to the page (`performance.now()`). */
  readonly at: number
  /** Duration in milliseconds; 0 for state changes. */
  readonly durationMs: number
}

export interface DevtoolsRecord {
  /** Entries of the kind `setup` first, then the other entries; each group with the newest last. At most {@link MAX_ENTRIES} other entries. */
  readonly entries: ReadonlySignal<readonly Entry[]>
  /** Deletes all entries of these kinds. */
  clear(kinds: readonly Entry['kind'][]): void
}

export const MAX_ENTRIES = 1000

const isKind = (text: string): text is Entry['kind'] => kinds.some((kind) => kind === text)

/** Collects the kernel's User Timing entries and all state changes of connections. */
export function createRecord(ctx: Context): DevtoolsRecord {
  const entries = signal<readonly Entry[]>([])
  let count = 0
  const add = (newEntries: readonly Omit<Entry, 'id'>[]): void => {
    if (newEntries.length === 0) return
    const all = [...entries.peek(), ...newEntries.map((entry) => ({ id: ++count, ...entry }))]
    const setups = all.filter(({ kind }) => kind === 'setup')
    entries.value = [...setups, ...all.filter(({ kind }) => kind !== 'setup').slice(-MAX_ENTRIES)]
  }
  ctx.effect(() => {
    const observer = new PerformanceObserver((list) => add(list.getEntries().flatMap((entry) => toEntry(entry) ?? [])))
    observer.observe({ type: 'measure', buffered: true })
    return () => observer.disconnect()
  })
  const lastStates = new Map<string, string>()
  ctx.effect(() => {
    const now = performance.now()
    const changes = ctx.connections.adapters.value.flatMap(({ namespace, state }) => {
      const current = state.value
      const detail =
        current.status === 'connected'
          ? `${current.connectorName} · ${current.account.address} · ${current.caipNetworkId}`
          : current.status === 'disconnected'
            ? ''
            : current.connectorId
      const name = `${namespace}: ${current.status}`
      if (lastStates.get(namespace) === name + detail) return []
      lastStates.set(namespace, name + detail)
      return [{ kind: 'state' as const, name, detail, at: now, durationMs: 0 }]
    })
    queueMicrotask(() => add(changes)) // writes the signal outside the effect
  })
  return {
    entries,
    clear(kinds) {
      entries.value = entries.peek().filter(({ kind }) => !kinds.includes(kind))
    },
  }
}

/** Converts a User Timing entry of the kernel. Returns `undefined` for other entries. */
export function toEntry(entry: PerformanceEntry): Omit<Entry, 'id'> | undefined {
  if (!entry.name.startsWith(PREFIX)) return undefined
  const text = entry.name.slice(PREFIX.length)
  const [kind = '', name = ''] = [text.slice(0, text.indexOf(' ')), text.slice(text.indexOf(' ') + 1)]
  if (!isKind(kind)) return undefined
  const detail: unknown = Reflect.get(entry, 'detail')
  return {
    kind,
    name,
    detail: typeof detail === 'string' ? detail : '',
    at: entry.startTime,
    durationMs: entry.duration,
  }
}
