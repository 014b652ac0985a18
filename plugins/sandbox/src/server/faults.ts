import * as v from 'valibot'

const MAX_DELAY_MS = 600_000

const errorSchema = v.strictObject({
  code: v.pipe(v.number(), v.integer()),
  message: v.string(),
  data: v.optional(v.unknown()),
})

/** Failure planned by a test. Has at most one of `status`, `drop`, `malformed` and `error`; `delayMs` can be combined with each of them. */
export const faultSchema = v.pipe(
  v.strictObject({
    /**
     * Affected requests. `rpc`: JSON-RPC over HTTP to the chains. `login`: requests to the embedded wallet's frame (email and social logins).
     * `relay`: WalletConnect connections and messages. `api`: all other HTTP requests, except `/`, `/health`, `/sandbox/*` and `/openid/*`.
     */
    on: v.picklist(['api', 'rpc', 'login', 'relay']),
    /** Only requests with this path prefix, such as `/getWallets`. Default: all. Not for `relay`. */
    path: v.optional(v.pipe(v.string(), v.startsWith('/'))),
    /** `rpc` only: requests with this method, alone or in a batch, such as `eth_sendRawTransaction`. */
    method: v.optional(v.pipe(v.string(), v.minLength(1))),
    /** Number of affected requests (for `relay`: connections and messages). Default: unlimited. */
    times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    delayMs: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_DELAY_MS))),
    /** HTTP status of the response. The relay rejects new connections with this status. */
    status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))),
    /** Closes the connection without a response: `true` before the request is processed, `reply` after it was processed. */
    drop: v.optional(v.union([v.literal(true), v.literal('reply')])),
    /** `rpc` only: JSON-RPC error that calls of `method` return. Without `method`, all calls return the error. */
    error: v.optional(errorSchema),
    /** Responds with truncated JSON. */
    malformed: v.optional(v.literal(true)),
  }),
  v.check(
    ({ status, drop, malformed, error }) =>
      [status, drop, malformed, error].filter((one) => one !== undefined).length <= 1,
    'a fault must have at most one of "status", "drop", "malformed" and "error"',
  ),
  v.check(
    ({ delayMs, status, drop, malformed, error }) => (delayMs ?? status ?? drop ?? malformed ?? error) !== undefined,
    'a fault must have "delayMs", "status", "drop", "malformed" or "error"',
  ),
  v.check(
    ({ on, method, error }) => on === 'rpc' || (method ?? error) === undefined,
    '"method" and "error" require "on": "rpc"',
  ),
  v.check(({ on, path }) => on !== 'relay' || path === undefined, 'a fault on "relay" must not have "path"'),
  v.check(({ on, drop }) => on !== 'relay' || drop !== 'reply', 'a fault on "relay" supports only "drop": true'),
)
export type Fault = v.InferOutput<typeof faultSchema>

export interface Faults {
  add(fault: Fault): void
  clear(): void
  /** Returns the oldest fault that matches the request and `filter`, and decreases the fault's remaining `times`. */
  consume(on: Fault['on'], path: string, filter?: (fault: Fault) => boolean): Fault | undefined
  /** Whether any fault for requests of the kind `on` is active. */
  isPlanned(on: Fault['on']): boolean
  /** Calls `run` for each fault that is added later. */
  onAdd(run: (fault: Fault) => void): void
}

export function createFaults(): Faults {
  let planned: { readonly fault: Fault; left: number }[] = []
  const addListeners: ((fault: Fault) => void)[] = []
  return {
    add(fault) {
      planned.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY })
      for (const run of addListeners) run(fault)
    },
    clear() {
      planned = []
    },
    consume(on, path, filter = () => true) {
      const matching = planned.find(
        ({ fault }) => fault.on === on && path.startsWith(fault.path ?? '/') && filter(fault),
      )
      if (!matching) return undefined
      matching.left--
      if (matching.left <= 0) planned = planned.filter((one) => one !== matching)
      return matching.fault
    },
    isPlanned: (on) => planned.some(({ fault }) => fault.on === on),
    onAdd: (run) => void addListeners.push(run),
  }
}

/** Response body of a `malformed` fault: truncated JSON. */
export const MALFORMED = '{"result":['

export const wait = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))
