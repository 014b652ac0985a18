/** Objects that a plugin added to a page and did not remove, and all requests since the watch began. */
interface Leaks {
  readonly listeners: readonly string[]
  /** Each timer that still runs, with its delay and its caller: `setTimeout of 400 ms at poll (file.ts:12:5)`. */
  readonly timers: readonly string[]
  readonly globals: readonly string[]
  readonly requests: readonly string[]
  readonly keys: readonly string[]
  readonly nodes: number
}

export interface PageWatch {
  leaks(): Leaks
  /** Restores the page's original functions, and removes storage keys added since the watch began. */
  end(): void
}

type Listen = EventTarget['addEventListener']

/** Fields by which a browser identifies a listener. */
interface Listener {
  readonly type: string
  readonly run: unknown
  readonly capture: boolean
}

const isCapture = (options: boolean | EventListenerOptions | undefined): boolean =>
  typeof options === 'object' ? options.capture === true : options === true

const builtIns = { Object, Array, Function, String, Number, Promise, JSON, Math, Reflect }
const intrinsics: readonly (readonly [name: string, owner: object])[] = Object.entries(builtIns).flatMap(
  ([name, one]): [string, object][] =>
    'prototype' in one
      ? [
          [name, one],
          [`${name}.prototype`, one.prototype],
        ]
      : [[name, one]],
)
/**
 * Own members of the global object and of built-in objects, by name. A function is the value of its name, so that a replacement is detected; other
 * members have the value `undefined`.
 */
const membersByName = (): ReadonlyMap<string, unknown> => {
  const values = (owner: object, nameOf: (key: string) => string): (readonly [string, unknown])[] =>
    Reflect.ownKeys(owner).map((key) => {
      const value: unknown = Object.getOwnPropertyDescriptor(owner, key)?.value
      return [nameOf(String(key)), typeof value === 'function' ? value : undefined]
    })
  return new Map([
    ...values(globalThis, (key) => key),
    ...intrinsics.flatMap(([name, one]) => values(one, (key) => `${name}.${key}`)),
  ])
}
const storedKeys = (): readonly string[] => {
  try {
    return Object.keys(localStorage)
  } catch {
    return [] // the storage is blocked
  }
}

/** Number of children of head and body. */
const countNodes = (): number => document.head.childElementCount + document.body.childElementCount

/** First line of a stack trace that is not in this file. */
const callerOf = (stack = ''): string => stack.split('\n').slice(2, 3).join().trim()

/** Replaces a member of an object with the result of `wrap`, which is called with the original. */
type Replace = <T extends object, K extends keyof T>(owner: T, name: K, wrap: (original: T[K]) => T[K]) => void

function createReplacements(): { readonly replace: Replace; undo(): void } {
  const undo: (() => void)[] = []
  return {
    replace(owner, name, wrap) {
      const descriptor = Object.getOwnPropertyDescriptor(owner, name)
      const original = owner[name]
      Object.defineProperty(owner, name, { configurable: true, writable: true, value: wrap(original) })
      undo.push(() => {
        if (descriptor) Object.defineProperty(owner, name, descriptor)
        else Reflect.deleteProperty(owner, name)
      })
    },
    undo() {
      for (const restore of undo.reverse()) restore()
    },
  }
}

/** Records the listeners of a target. The returned list is updated when listeners are added and removed. */
function watchListeners(target: EventTarget, replace: Replace): readonly Listener[] {
  const listeners: Listener[] = []
  const remove = (type: string, run: unknown, options?: boolean | EventListenerOptions): void => {
    const at = listeners.findIndex((one) => one.type === type && one.run === run && one.capture === isCapture(options))
    if (at >= 0) listeners.splice(at, 1)
  }
  replace(
    target,
    'addEventListener',
    (add): Listen =>
      (type, listener, options) => {
        const { signal, once } = typeof options === 'object' ? options : {}
        remove(type, listener, options) // adding the same listener twice has no effect
        if (!signal?.aborted) listeners.push({ type, run: listener, capture: isCapture(options) })
        signal?.addEventListener('abort', () => remove(type, listener, options))
        add.call(target, type, listener, options)
        if (once) add.call(target, type, () => remove(type, listener, options), options)
      },
  )
  replace(
    target,
    'removeEventListener',
    (original): Listen =>
      (type, listener, options) => {
        remove(type, listener, options)
        original.call(target, type, listener, options)
      },
  )
  return listeners
}

/** Records timers by id. The returned map is updated when timers are set, are cleared, or run. */
function watchTimers(replace: Replace): ReadonlyMap<unknown, string> {
  const timers = new Map<unknown, string>()
  for (const [start, stop] of [
    ['setTimeout', 'clearTimeout'],
    ['setInterval', 'clearInterval'],
  ] as const) {
    replace(globalThis, start, (original) => {
      const wrapped = (run: (...values: unknown[]) => void, ms?: number, ...values: unknown[]): unknown => {
        const id: unknown = original(
          (...received: unknown[]) => {
            if (start === 'setTimeout') timers.delete(id)
            run(...received)
          },
          ms,
          ...values,
        )
        timers.set(id, `${start} of ${ms ?? 0} ms ${callerOf(new Error().stack)}`)
        return id
      }
      return wrapped as typeof original
    })
    replace(globalThis, stop, (original) => {
      const wrapped = (id: Parameters<typeof original>[0]): void => {
        timers.delete(id)
        original(id)
      }
      return wrapped as typeof original
    })
  }
  return timers
}

/** Rejects and records all requests. The returned list of URLs is updated. */
function rejectRequests(replace: Replace): readonly string[] {
  const requests: string[] = []
  const reject = (url: unknown): never => {
    requests.push(String(url))
    throw new TypeError('The conformance checks send no requests.')
  }
  replace(globalThis, 'fetch', () => async (input) => reject(input instanceof Request ? input.url : input))
  for (const name of ['XMLHttpRequest', 'WebSocket', 'EventSource'] as const) {
    if (!(name in globalThis)) continue
    replace(globalThis, name, (original) => new Proxy(original, { construct: (_, [url = name]) => reject(url) }))
  }
  if ('sendBeacon' in navigator) replace(navigator, 'sendBeacon', () => (url) => reject(url))
  return requests
}

/** Records objects that are added to a page: listeners of window and document, timers, globals, requests, storage keys, and children of head and body. */
export function watchPage(): PageWatch {
  const { replace, undo } = createReplacements()
  const keys = new Set(storedKeys())
  const nodes = countNodes()
  const listeners = [window, document].map((target) => watchListeners(target, replace))
  const timers = watchTimers(replace)
  const requests = rejectRequests(replace)
  const members = membersByName()
  return {
    leaks: () => ({
      listeners: listeners.flat().map(({ type }) => type),
      timers: [...timers.values()],
      globals: [...membersByName()]
        .filter(([name, value]) => !members.has(name) || members.get(name) !== value)
        .map(([name]) => name),
      requests: [...requests],
      keys: storedKeys().filter((key) => !keys.has(key)),
      nodes: countNodes() - nodes,
    }),
    end() {
      undo()
      // a later check would regard them as stored before the plugin was started
      for (const key of storedKeys()) if (!keys.has(key)) localStorage.removeItem(key)
    },
  }
}
