/** What a plugin may leave behind on a page. */
interface Leaks {
  readonly listeners: readonly string[]
  /** Where each timer that still runs was set, and for how long: `setTimeout of 400 ms at poll (file.ts:12:5)`. */
  readonly timers: readonly string[]
  readonly globals: readonly string[]
  readonly requests: readonly string[]
  readonly keys: readonly string[]
  readonly nodes: number
}

export interface PageWatch {
  /** What has been added since the watch began and is still there. */
  leaks(): Leaks
  /** Gives the page its own functions back. */
  end(): void
}

type Listen = EventTarget['addEventListener']

/** By these three a page tells listeners apart. */
interface Listener {
  readonly type: string
  readonly run: unknown
  readonly capture: boolean
}

const isCapture = (options: boolean | EventListenerOptions | undefined): boolean =>
  typeof options === 'object' ? options.capture === true : options === true

const language = { Object, Array, Function, String, Number, Promise, JSON, Math, Reflect }
const intrinsics: readonly (readonly [name: string, owner: object])[] = Object.entries(language).flatMap(
  ([name, one]): [string, object][] =>
    'prototype' in one
      ? [
          [name, one],
          [`${name}.prototype`, one.prototype],
        ]
      : [[name, one]],
)
/** Globals and what belongs to the language, by name. Of functions the value counts: one that is replaced is another. */
const namesOf = (): ReadonlyMap<string, unknown> => {
  const values = (owner: object, say: (key: string) => string): (readonly [string, unknown])[] =>
    Reflect.ownKeys(owner).map((key) => {
      const value: unknown = Object.getOwnPropertyDescriptor(owner, key)?.value
      return [say(String(key)), typeof value === 'function' ? value : undefined]
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
    return [] // blocked: nothing is kept there
  }
}

/** The first line of a stack that lies outside of this file. */
const callerOf = (stack = ''): string => stack.split('\n').slice(2, 3).join().trim()

/** Counts what stays: listeners on window and document, timers, globals, requests, storage keys and nodes of the body. */
export function watchPage(): PageWatch {
  const undo: (() => void)[] = []
  const replace = <T extends object, K extends keyof T>(owner: T, name: K, make: (original: T[K]) => T[K]): void => {
    const own = Object.getOwnPropertyDescriptor(owner, name)
    const original = owner[name]
    Object.defineProperty(owner, name, { configurable: true, writable: true, value: make(original) })
    undo.push(() => {
      if (own) Object.defineProperty(owner, name, own)
      else Reflect.deleteProperty(owner, name)
    })
  }
  const listeners: Listener[][] = []
  const requests: string[] = []
  const timers = new Map<unknown, string>()
  const keys = new Set(storedKeys())
  const nodes = document.body.childElementCount

  for (const target of [globalThis as unknown as EventTarget, document]) {
    const on: Listener[] = []
    listeners.push(on)
    const drop = (type: string, run: unknown, options?: boolean | EventListenerOptions): void => {
      const at = on.findIndex((one) => one.type === type && one.run === run && one.capture === isCapture(options))
      if (at >= 0) on.splice(at, 1)
    }
    replace(
      target,
      'addEventListener',
      (add): Listen =>
        (type, listener, options) => {
          const { signal, once } = typeof options === 'object' ? options : {}
          drop(type, listener, options) // the same twice is one
          if (!signal?.aborted) on.push({ type, run: listener, capture: isCapture(options) })
          signal?.addEventListener('abort', () => drop(type, listener, options))
          add.call(target, type, listener, options)
          if (once) add.call(target, type, () => drop(type, listener, options), options)
        },
    )
    replace(
      target,
      'removeEventListener',
      (remove): Listen =>
        (type, listener, options) => {
          drop(type, listener, options)
          remove.call(target, type, listener, options)
        },
    )
  }
  for (const [start, stop] of [
    ['setTimeout', 'clearTimeout'],
    ['setInterval', 'clearInterval'],
  ] as const) {
    replace(globalThis, start, (original) => {
      const wrapped = (run: () => void, ms?: number, ...rest: unknown[]): unknown => {
        const id: unknown = original(
          () => {
            if (start === 'setTimeout') timers.delete(id)
            run()
          },
          ms,
          ...rest,
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
  const noted = (url: unknown): never => {
    requests.push(String(url))
    throw new TypeError('No request leaves this page.')
  }
  replace(globalThis, 'fetch', () => async (input) => noted(input instanceof Request ? input.url : input))
  for (const name of ['XMLHttpRequest', 'WebSocket', 'EventSource'] as const) {
    if (!(name in globalThis)) continue
    const refuse = (url: unknown = name): never => noted(url)
    replace(globalThis, name, (original) => new Proxy(original, { construct: (_, [url]) => refuse(url) }))
  }
  if ('sendBeacon' in navigator) replace(navigator, 'sendBeacon', () => (url) => noted(url))
  const names = namesOf()
  return {
    leaks: () => ({
      listeners: listeners.flat().map(({ type }) => type),
      timers: [...timers.values()],
      globals: [...namesOf()]
        .filter(([name, value]) => !names.has(name) || names.get(name) !== value)
        .map(([name]) => name),
      requests: [...requests],
      keys: storedKeys().filter((key) => !keys.has(key)),
      nodes: document.body.childElementCount - nodes,
    }),
    end: () => {
      for (const step of undo.reverse()) step()
    },
  }
}
