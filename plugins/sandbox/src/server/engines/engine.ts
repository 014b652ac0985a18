import type { LocalNetwork } from '../../local-networks.js'
import type { ActivityPage } from './activity.js'
import type { TokenHolding, TokenMetadata } from './token-metadata.js'

/**
 * State of an engine: `idle` until first used, then `starting` and `running`. After `failed`, only `reset()` allows another start. `off`: not
 * available on this machine, or switched off. `stopped` is final.
 */
export type EngineStatus =
  | { readonly state: 'idle' | 'starting' | 'stopped' }
  /** An engine without its own process has the `processId` of the sandbox. */
  | { readonly state: 'running'; readonly processId: number }
  | { readonly state: 'failed' | 'off'; readonly reason: string }

/** Token queries of an engine. Prices are US dollars for one whole token or coin, with {@link PRICE_DECIMALS} decimals. */
export interface EngineAssets {
  /** Canonical form of a token id whose format differs from an address; `undefined` if invalid. */
  toTokenAddress?(text: string): string | undefined
  /** All tokens of an account. Includes each token in the list `also`, even if its balance is 0. */
  tokens(account: string, also: readonly string[]): Promise<readonly TokenHolding[]>
  /** Metadata in the order of `addresses`; `undefined` for an address that is not a fungible token. */
  metadata(addresses: readonly string[]): Promise<readonly (TokenMetadata | undefined)[]>
  /** Prices stored on the chain, in the order of `addresses`; the address `undefined` means the native coin. */
  pricesUsd(addresses: readonly (string | undefined)[]): Promise<readonly (bigint | undefined)[]>
  /**
   * Transactions of an account: first the pending ones, then the others, newest first. `before`: position of an entry; the page contains only older
   * entries. The method is absent if the engine keeps no history.
   */
  activity?(account: string, page: { readonly before?: string; readonly limit: number }): Promise<ActivityPage>
  /** Changes a price stored on the chain; 0 removes it. Resolves with `false` if the chain has no price feed for the token. */
  setPriceUsd(address: string | undefined, price: bigint): Promise<boolean>
}

/** Swap by token addresses; `undefined` is the native coin. Amounts are base units. */
export interface MarketSwap {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly amount: bigint
}

/** Unsigned contract call. */
export interface MarketCall {
  readonly to: string
  readonly data: string
  /** In wei. */
  readonly value: bigint
}

/** On-chain swap pools. Quotes are computed from the reserves. */
export interface EngineMarket {
  /** Addresses of tokens with a pool. */
  readonly tokens: readonly string[]
  /** Spender that needs the allowance. */
  readonly spender: string
  /** Output amount; `undefined` if the pools cannot pay it. */
  quote(swap: MarketSwap): Promise<bigint | undefined>
  /** `receiver` gets at least `minimum` of `to`, or the transaction reverts. */
  build(swap: MarketSwap, request: { readonly receiver: string; readonly minimum: bigint }): Promise<MarketCall>
  allowance(token: string, owner: string): Promise<bigint>
  /** Call that gives `spender` an unlimited allowance. */
  approve(token: string): Promise<MarketCall>
  /** In wei. */
  gasPrice(): Promise<bigint>
}

/** ENS deployment on the chain. */
export interface EngineEns {
  /** Registers a name for an account, with address record and primary name. The ENS deployer must own the parent name, such as `reown.id`. */
  register(record: {
    /** Normalized (ENSIP-15). */
    readonly name: string
    readonly address: string
    /** Coin type of the address record (ENSIP-11). */
    readonly coinType: number
    readonly avatar?: string
  }): Promise<void>
}

/** Swap in one pool, as a step of a route. Amounts are base units. */
export interface RouteStep {
  /** Token accounts of the pool: `into` receives the input, `from` pays the output. */
  readonly pool: { readonly into: string; readonly from: string }
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly received: bigint
}

/** Swap by mint addresses; the mint of the wrapped coin represents the native coin. Amounts are base units. */
export interface RouterSwap {
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/** On-chain swap pools for which the engine builds complete transactions. Quotes are computed from the reserves. */
export interface EngineRouter {
  /** Mints with a pool. */
  readonly tokens: readonly string[]
  /** Route of the swap; `undefined` if the pools cannot pay the output. */
  quote(swap: RouterSwap): Promise<readonly RouteStep[] | undefined>
  /**
   * Transaction for `account` to sign. The transaction fails if the account would receive less than the quoted amount minus slippage. `lastBlock`:
   * last block height at which the chain accepts the transaction.
   */
  build(request: {
    readonly account: string
    readonly swap: RouterSwap
    readonly quoted: bigint
    readonly slippageBps: number
    /** Whether the transaction pays and receives the native coin instead of the wrapped coin. */
    readonly wraps: boolean
  }): Promise<{ readonly transaction: Uint8Array; readonly lastBlock: bigint }>
}

export const PRICE_DECIMALS = 8

/** Transaction that an engine sent to give an account coins or tokens. */
export interface DeliveryTransaction {
  readonly hash: string
  /** `pending` until the transaction is in a block. */
  status(): Promise<'pending' | 'confirmed' | 'failed'>
}

/** Chain node of one local network. Amounts are base units. Every method that needs the node starts it. */
export interface Engine {
  readonly namespace: string
  readonly network: LocalNetwork
  /** Addresses that are funded on a new chain. Their private keys are public. */
  readonly accounts: readonly string[]
  status(): EngineStatus
  /** Starts the node once, even if called several times. Rejects with a code that begins with `ENGINE_` if the node does not start. */
  start(): Promise<void>
  /** Sends a JSON-RPC body, single or batch. Resolves with the text of the reply, which is empty if the body contained notifications only. */
  request(body: string, abortSignal?: AbortSignal): Promise<string>
  /** Absent if the engine supports the native coin only. */
  readonly assets?: EngineAssets
  /** Swaps as contract calls. Absent if not supported. */
  readonly market?: EngineMarket
  /** Swaps as complete transactions. Absent if not supported. */
  readonly router?: EngineRouter
  /** Absent if the chain has no name service. */
  readonly ens?: EngineEns
  /** WebSocket URL of the node's JSON-RPC with subscriptions. Absent if not supported. */
  socketUrl?(): Promise<string>
  /** Canonical form of an address; `undefined` if it is invalid. */
  toAddress(text: string): string | undefined
  nativeBalance(address: string): Promise<bigint>
  setNativeBalance(address: string, amountBase: bigint): Promise<void>
  /** Sends a transaction that gives an account coins or tokens. Absent if not supported. */
  deliver?(
    address: string,
    delivery: { readonly token: string | undefined; readonly amountBase: bigint },
  ): Promise<DeliveryTransaction>
  /** `true` stops block production, so that transactions stay pending; `false` resumes it. Absent if not supported. */
  holdBlocks?(hold: boolean): Promise<void>
  /** Resets the chain to genesis, also after a failure. The node starts again on its next use. */
  reset(): Promise<void>
  /** Stops the node; resolves when its process has ended. */
  stop(): Promise<void>
}

/** Whether an engine answers requests, now or after it has started. */
export const isServing = (engine: Engine): boolean => {
  const { state } = engine.status()
  return state === 'idle' || state === 'starting' || state === 'running'
}
