/** A chain that exists only on this machine. The field names are those of the kernel's `Network`. */
export interface LocalNetwork {
  /** CAIP-2 id, such as `eip155:31337`. */
  readonly caipNetworkId: string
  readonly namespace: string
  readonly reference: string
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
}

/**
 * Where an engine is in its life: `idle` until the first use, then `starting` and `running`. `failed` says why and ends with
 * `reset()`; `off` is an engine that this machine or the options lack; `stopped` is final.
 */
export type EngineStatus =
  | { readonly state: 'idle' | 'starting' | 'stopped' }
  /** `processId` is the sandbox's own where the engine lives in it. */
  | { readonly state: 'running'; readonly processId: number }
  | { readonly state: 'failed' | 'off'; readonly reason: string }

/** A real chain node behind one local network. Amounts are base units. Every method that needs the node starts it. */
export interface Engine {
  readonly namespace: string
  readonly network: LocalNetwork
  /** Public addresses that hold coins at genesis. */
  readonly accounts: readonly string[]
  status(): EngineStatus
  /** Starts the node once, however often it is called; rejects with `ENGINE_*` when it does not come up. */
  start(): Promise<void>
  /** Sends a JSON-RPC body, single or batch, and resolves with the reply's text: empty when there were only notifications. */
  request(body: string, abortSignal?: AbortSignal): Promise<string>
  /** Where the node speaks JSON-RPC over WebSocket, subscriptions included. Absent where it does not. */
  socketUrl?(): Promise<string>
  /** The address in the form this engine compares by, or `undefined` when it is none. */
  toAddress(text: string): string | undefined
  nativeBalance(address: string): Promise<bigint>
  setNativeBalance(address: string, amountBase: bigint): Promise<void>
  /** Back to genesis: every block is gone, also after a failure. */
  reset(): Promise<void>
  /** Ends the node; resolves when its process is gone. */
  stop(): Promise<void>
}

/** True for an engine that answers requests, now or once it has started. */
export const isServing = (engine: Engine): boolean => {
  const { state } = engine.status()
  return state === 'idle' || state === 'starting' || state === 'running'
}
