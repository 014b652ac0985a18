import { type AssetToken, type Network, type Slot, slot, view } from '@wallet-modal/kernel'

/** What the form begins with. The visitor can change all of it. */
export interface SwapParams {
  /** CAIP-19: `eip155:1/slip44:60`, `eip155:1/erc20:0x6B17…`. */
  readonly fromToken?: string
  readonly toToken?: string
  /** Amount of `fromToken` in whole units, as a person would type it: `0.25`. */
  readonly amount?: string
}

/** Tokens, amount and quote. */
export const Swap = view<SwapParams | undefined>('@wallet-modal/swap#Swap')

/** Choice of the token to pay with, or to receive. */
export const SwapSelectToken = view<{ readonly side: 'pay' | 'receive' }>('@wallet-modal/swap#SwapSelectToken')

/** Choice of the network on which the token is received. */
export const SwapSelectNetwork = view('@wallet-modal/swap#SwapSelectNetwork')

/** What the approval or the swap says, read from its bytes, and the button that submits it. */
export const SwapPreview = view('@wallet-modal/swap#SwapPreview')

/** Progress of a swap to another network. `id` is that of its order; default: the newest one. */
export const SwapProgress = view<{ readonly id: string } | undefined>('@wallet-modal/swap#SwapProgress')

/** Shown where the wallet's answer was lost. */
export const SwapUnknown = view('@wallet-modal/swap#SwapUnknown')

/** A swap of an exact amount. */
export interface SwapRequest {
  /** Network of `pay`: the transaction is sent there. */
  readonly network: Network
  /** Network of `receive`. Another one than `network` only where the source {@link SwapSource.bridges} the two. */
  readonly receiveNetwork: Network
  /** Address of the account that pays and receives. */
  readonly account: string
  readonly pay: AssetToken
  readonly receive: AssetToken
  /** In base units of `pay`. */
  readonly amount: bigint
  /** Highest loss between quote and execution, in hundredths of a percent: 100 is 1 %. */
  readonly slippageBps: number
}

/** Call of a contract, as `eth_sendTransaction` takes it. */
export interface EvmSwapCall {
  readonly family: 'eip155'
  readonly to: string
  readonly data: `0x${string}`
  /** In wei. */
  readonly value: bigint
}

/** A whole transaction as the source built it. The account alone pays its fee and signs it. */
export interface SolanaSwapCall {
  readonly family: 'solana'
  /** Serialized, without signatures. */
  readonly transaction: Uint8Array
  /** Last block height at which it can be included. */
  readonly lastBlock: bigint
  /** Program that swaps, by what the source says: base58. */
  readonly program: string
}

/** What a swap submits, by the chain family of its network. */
export type SwapCall = EvmSwapCall | SolanaSwapCall

/** Answer to a {@link SwapRequest}. */
export interface SwapOffer {
  /** What arrives, in base units of `receive`, net of the provider's fee. */
  readonly amount: bigint
  /**
   * Least amount that may arrive, where the source names one. By default it follows from `amount` and the slippage. An offer is left out whose
   * minimum is lower than that by more than 0.01 % of the amount.
   */
  readonly minimum?: bigint
  /** The provider's fee, where it is not the source's `feeBps`. */
  readonly feeBps?: number
  /** Estimated time until the tokens arrive on another network. */
  readonly estimatedSeconds?: number
  /** The call, where the source sends it with the quote. By default `build` is asked for it. */
  readonly call?: SwapCall
}

/** Allowance of ERC-20 tokens. */
export interface SwapAllowance {
  /** Contract that takes the tokens. */
  readonly spender: string
  /** What it may take now, in base units. */
  readonly amount: bigint
}

/** A submitted swap to another network. */
export interface SentBridge {
  /** Transaction on the sending network. */
  readonly hash: string
  /** CAIP-2 network on which it was sent. */
  readonly from: string
  /** CAIP-19 id of the token to receive. */
  readonly receive: string
}

/**
 * Outcome of a swap to another network. `arrived`: the tokens were paid out. `otherToken`: another token than requested was paid out.
 * `refunded`: the amount was returned to the sender.
 */
export type BridgeOutcome = 'pending' | 'arrived' | 'otherToken' | 'refunded' | 'failed'

/**
 * Quotes swaps and builds their calls. Nothing that it answers is signed unseen: a call is decoded and compared with the request, and goes to
 * contracts and programs of {@link swapContracts} only. All methods reject on failure.
 */
export interface SwapSource {
  /** Shown to visitors. */
  readonly name: string
  /** Part of the amount paid that the provider keeps, in hundredths of a percent. Quotes are net of it. */
  readonly feeBps: number
  supports(network: Network): boolean
  /** Whether tokens of `from` can be swapped for tokens of `to`, another network. Absent: no. Requires `bridgeOutcome`. */
  bridges?(from: Network, to: Network): boolean
  /** Outcome so far of a swap to another network. Polled until it is not `pending`, also after reloads. */
  bridgeOutcome?(sent: SentBridge, signal: AbortSignal): Promise<BridgeOutcome>
  /** Tokens that can be swapped, with addresses in the family's usual writing (EIP-55, base58). Without the coin. */
  tokens(network: Network, signal: AbortSignal): Promise<readonly AssetToken[]>
  /** `undefined` where there is too little liquidity. */
  quote(request: SwapRequest, signal: AbortSignal): Promise<SwapOffer | undefined>
  /** Of EVM networks, and not called for the coin. Sources for other families leave it out. */
  allowance?(request: SwapRequest, signal: AbortSignal): Promise<SwapAllowance>
  build(request: SwapRequest, signal: AbortSignal): Promise<SwapCall>
}

/** Sources of swaps. Of several quotes the highest amount that arrives wins. */
export const swapSources: Slot<SwapSource> = slot('@wallet-modal/swap#sources')

/** Contract or program that swaps may call; on EVM networks tokens may be approved for it. */
export interface SwapContract {
  /** CAIP-2. */
  readonly caipNetworkId: string
  readonly address: string
  /** Whether transactions of the Blockchain API go there: it is asked on the networks of these contracts only. */
  readonly isOfApi?: boolean
}

/** Contracts and programs that swaps may call. Calls of any other are refused. */
export const swapContracts: Slot<SwapContract> = slot('@wallet-modal/swap#contracts')
