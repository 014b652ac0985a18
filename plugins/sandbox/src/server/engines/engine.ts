import type { ActivityPage } from './activity.js'
import type { TokenFacts, TokenHolding } from './token-facts.js'

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

/** What an engine tells of tokens. Prices are US dollars for one whole token or coin, with {@link PRICE_DECIMALS} decimals. */
export interface EngineAssets {
  /** How a token is written that is not written as accounts are; `undefined` for what is none. */
  toTokenAddress?(text: string): string | undefined
  /** Every token that an account holds, and those of `also` with what they hold, be it nothing. */
  tokens(account: string, also: readonly string[]): Promise<readonly TokenHolding[]>
  /** In the order of `addresses`; `undefined` where there is no fungible token. */
  facts(addresses: readonly string[]): Promise<readonly (TokenFacts | undefined)[]>
  /** Prices that the chain itself knows, in the order asked for; `undefined` asks for the coin's. */
  pricesUsd(addresses: readonly (string | undefined)[]): Promise<readonly (bigint | undefined)[]>
  /** What an account did, newest first. `before` is the position of an entry: older ones follow. Absent where the engine keeps no record. */
  activity?(account: string, page: { readonly before?: string; readonly limit: number }): Promise<ActivityPage>
  /** Changes a price that the chain itself knows; 0 takes it away. Resolves with `false` where the chain has none for it. */
  setPriceUsd(address: string | undefined, price: bigint): Promise<boolean>
}

/** A swap of tokens by address, coins by `undefined`. Amounts are base units. */
export interface MarketSwap {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly amount: bigint
}

/** A call of a contract, not signed by anybody. */
export interface MarketCall {
  readonly to: string
  readonly data: string
  readonly value: bigint
}

/** Pools on the chain that swap tokens. What they answer follows from their reserves. */
export interface EngineMarket {
  /** Addresses of the tokens that have a pool. */
  readonly tokens: readonly string[]
  /** Takes the tokens that are swapped, by allowance. */
  readonly spender: string
  /** What arrives; `undefined` where the pools cannot pay it. */
  quote(swap: MarketSwap): Promise<bigint | undefined>
  /** `minimum` of `to` arrives at `receiver`, or nothing happens. */
  build(swap: MarketSwap, request: { readonly receiver: string; readonly minimum: bigint }): Promise<MarketCall>
  allowance(token: string, owner: string): Promise<bigint>
  approve(token: string): Promise<MarketCall>
  /** In wei. */
  gasPrice(): Promise<bigint>
}

/** A deployment of ENS on the chain. */
export interface EngineEns {
  /** Gives a name to an account, makes it lead there, and lets the account go by it. The name's parent is one of the sandbox's zones. */
  register(record: {
    /** Normalized (ENSIP-15). */
    readonly name: string
    readonly address: string
    /** ENSIP-11. */
    readonly coinType: number
    readonly avatar?: string
  }): Promise<void>
}

/** One exchange of a route. Amounts are base units. */
export interface RouteStep {
  /** What the pool holds of each token is in these accounts. */
  readonly pool: { readonly into: string; readonly from: string }
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly received: bigint
}

/** A swap of mints: the coin stands for its wrapped form. */
export interface RouterSwap {
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/** Pools on the chain whose swaps are whole transactions. What they answer follows from their reserves. */
export interface EngineRouter {
  /** Mints that have a pool. */
  readonly tokens: readonly string[]
  /** `undefined` where the pools cannot pay it. */
  quote(swap: RouterSwap): Promise<readonly RouteStep[] | undefined>
  /** A transaction that `account` alone signs: at least the quoted amount less the slippage arrives, or nothing happens. */
  build(request: {
    readonly account: string
    readonly swap: RouterSwap
    readonly quoted: bigint
    readonly slippageBps: number
    /** Coins are paid or received in place of the wrapped coin. */
    readonly wraps: boolean
  }): Promise<{ readonly transaction: Uint8Array; readonly lastBlock: bigint }>
}

export const PRICE_DECIMALS = 8

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
  /** Absent where the engine tells of nothing but its coin. */
  readonly assets?: EngineAssets
  /** Absent where nothing is swapped by calls of contracts. */
  readonly market?: EngineMarket
  /** Absent where nothing is swapped by whole transactions. */
  readonly router?: EngineRouter
  /** Absent where the chain has no names. */
  readonly ens?: EngineEns
  /** Where the node speaks JSON-RPC over WebSocket, subscriptions included. Absent where it does not. */
  socketUrl?(): Promise<string>
  /** The address in the form this engine compares by, or `undefined` when it is none. */
  toAddress(text: string): string | undefined
  nativeBalance(address: string): Promise<bigint>
  setNativeBalance(address: string, amountBase: bigint): Promise<void>
  /** Gives coins, or tokens of a contract, to an account, and resolves with the transaction's hash. Absent where the engine cannot. */
  deliver?(
    address: string,
    delivery: { readonly token: string | undefined; readonly amountBase: bigint },
  ): Promise<string>
  /** With `true` no block comes by itself until `false`, so that transactions wait. Absent where the engine cannot. */
  holdBlocks?(hold: boolean): Promise<void>
  /** Back to genesis: every block is gone, also after a failure. The node starts again at its next use. */
  reset(): Promise<void>
  /** Ends the node; resolves when its process is gone. */
  stop(): Promise<void>
}

/** True for an engine that answers requests, now or once it has started. */
export const isServing = (engine: Engine): boolean => {
  const { state } = engine.status()
  return state === 'idle' || state === 'starting' || state === 'running'
}
