import * as v from 'valibot'

const MAX_DELAY_MS = 600_000

const errorSchema = v.strictObject({
  code: v.pipe(v.number(), v.integer()),
  message: v.string(),
  data: v.optional(v.unknown()),
})

/** What a test makes go wrong. One of `status`, `drop`, `malformed` and `error` at most; `delayMs` goes with each of them, or alone. */
export const faultSchema = v.pipe(
  v.strictObject({
    /** `api`: HTTP but the chains; `rpc`: the chains' JSON-RPC over HTTP; `relay`: WalletConnect's. */
    on: v.picklist(['api', 'rpc', 'relay']),
    /** Only requests whose path begins so, such as `/getWallets`. Default: all. */
    path: v.optional(v.pipe(v.string(), v.startsWith('/'))),
    /** `rpc` only: requests that call this method, alone or in a batch, such as `eth_sendRawTransaction`. */
    method: v.optional(v.pipe(v.string(), v.minLength(1))),
    /** How many requests go wrong before all is well again. Default: until the faults are taken away. */
    times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    delayMs: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_DELAY_MS))),
    /** The HTTP status to answer with. The relay turns new connections away with it. */
    status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))),
    /** Hangs up without an answer: `true` before anything is done, `reply` after the request was carried out. */
    drop: v.optional(v.union([v.literal(true), v.literal('reply')])),
    /** `rpc` only: the node's refusal, which every call of `method` (default: every call) is answered with. The others pass. */
    error: v.optional(errorSchema),
    /** Answers with JSON that ends in the middle. */
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
  v.check(({ on, drop }) => on !== 'relay' || drop !== 'reply', 'a fault on "relay" supports only "drop": true'),
)
export type Fault = v.InferOutput<typeof faultSchema>

/** What goes wrong at the moment. */
export interface Faults {
  add(fault: Fault): void
  clear(): void
  /** The oldest fault that this request meets, counted as met. `suits` leaves out what cannot happen here. */
  meet(on: Fault['on'], path: string, suits?: (fault: Fault) => boolean): Fault | undefined
  /** Whether a fault of this kind waits to be met. */
  isPlanned(on: Fault['on']): boolean
  /** Runs when a fault is added. */
  watch(run: (fault: Fault) => void): void
}

export function createFaults(): Faults {
  let planned: { readonly fault: Fault; left: number }[] = []
  const watchers: ((fault: Fault) => void)[] = []
  return {
    add(fault) {
      planned.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY })
      for (const run of watchers) run(fault)
    },
    clear() {
      planned = []
    },
    meet(on, path, suits = () => true) {
      const met = planned.find(({ fault }) => fault.on === on && path.startsWith(fault.path ?? '/') && suits(fault))
      if (!met) return undefined
      met.left--
      if (met.left <= 0) planned = planned.filter((one) => one !== met)
      return met.fault
    },
    isPlanned: (on) => planned.some(({ fault }) => fault.on === on),
    watch: (run) => void watchers.push(run),
  }
}

/** What a malformed answer is: the beginning of one. */
export const MALFORMED = '{"result":['

export const wait = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))
