import { type AssetToken, type Network, type Slot, slot, view } from '@wallet-modal/kernel'

/** Initial values of the form. The visitor can change all of them. */
export interface SwapParams {
  /**
   * Token to pay: a CAIP-19 id, such as `eip155:1/slip44:60` or `eip155:1/erc20:0x6B17…`, or a symbol, such as `USDC`. Default: the active network's
   * coin. The view searches for a symbol in the token lists of all sources on the active network. It ignores a symbol that several tokens have,
   * because anybody can create a token with any symbol. It also ignores a symbol if one of these token lists cannot be read.
   */
  readonly fromToken?: string
  /** Token to receive: a CAIP-19 id, also of a token on another network, or a symbol as in `fromToken`. */
  readonly toToken?: string
  /** Amount to pay as a decimal number, such as `0.25`; not in base units. */
  readonly amount?: string
}

/** Form with tokens, amount and quote. */
export const Swap = view<SwapParams | undefined>('@wallet-modal/swap#Swap')

/** Choice of the token to pay or to receive. */
export const SwapSelectToken = view<{ readonly side: 'pay' | 'receive' }>('@wallet-modal/swap#SwapSelectToken')

/** Choice of the network on which the token is received. */
export const SwapSelectNetwork = view('@wallet-modal/swap#SwapSelectNetwork')

/** Review of the next transaction (approval or swap), decoded from its bytes, with the button that submits the transaction. */
export const SwapPreview = view('@wallet-modal/swap#SwapPreview')

/**
 * Progress of a swap to another network. The kernel tracks each such swap as an order. `id` is the id of the order, which is also in the payload of
 * the kernel's event `orderSettled`. Default: the latest order on the active network. The view displays only orders of the active account.
 */
export const SwapProgress = view<{ readonly id: string } | undefined>('@wallet-modal/swap#SwapProgress')

/** Displayed if the wallet's reply was lost: the swap or the approval may have been sent. */
export const SwapUnknown = view('@wallet-modal/swap#SwapUnknown')

/** Swap of an exact input amount. */
export interface SwapRequest {
  /** Network of `pay`, on which the transaction is sent. */
  readonly network: Network
  /** Network of `receive`. May differ from `network` if {@link SwapSource.bridges} returns true for the two networks. */
  readonly receiveNetwork: Network
  /** Address of the account that pays and receives. */
  readonly account: string
  readonly pay: AssetToken
  readonly receive: AssetToken
  /** In base units of `pay`. */
  readonly amount: bigint
  /** Maximum loss between quote and execution, in basis points: 100 is 1 %. */
  readonly slippageBps: number
}

/** Contract call, as parameters of `eth_sendTransaction`. */
export interface EvmSwapCall {
  readonly family: 'eip155'
  readonly to: string
  readonly data: `0x${string}`
  /** In wei. */
  readonly value: bigint
}

/** Complete transaction as built by the source. The account must be fee payer and only signer. */
export interface SolanaSwapCall {
  readonly family: 'solana'
  /** Serialized, without signatures. */
  readonly transaction: Uint8Array
  /** Last block height at which the transaction can be included. */
  readonly lastBlock: bigint
  /** Base58 address of the program that swaps, according to the source. */
  readonly program: string
}

/** Call that a source built; `family` is the namespace of the network. */
export type SwapCall = EvmSwapCall | SolanaSwapCall

/** Quote for a {@link SwapRequest}. */
export interface SwapOffer {
  /** Output amount in base units of `receive`, net of the provider's fee. */
  readonly amount: bigint
  /**
   * Minimum output in base units of `receive`. Default: `amount` less slippage. An offer is ignored if its minimum is above `amount`, or below the
   * default by more than 0.01 % of `amount`.
   */
  readonly minimum?: bigint
  /** The provider's fee in basis points. If it is not an integer from 0 to 10000, the offer is ignored. Default: the source's `feeBps`. */
  readonly feeBps?: number
  /** Estimated time until the tokens arrive on another network, in seconds. */
  readonly estimatedSeconds?: number
  /**
   * Whether the account is a contract. The review of a swap to another network then warns that the tokens arrive at the same address, which the
   * visitor must control on that network too. The source must return no offer if the account provably has other owners on the receiving network.
   * Default: false.
   */
  readonly isContractAccount?: boolean
  /** The call, if the source returns it with the quote. Otherwise `build` is called. */
  readonly call?: SwapCall
}

/** Allowance of an ERC-20 token. */
export interface SwapAllowance {
  /** Spender contract. */
  readonly spender: string
  /** Current allowance, in base units. */
  readonly amount: bigint
}

/** A submitted swap to another network. */
export interface SentBridge {
  /** Hash of the transaction on the sending network. */
  readonly hash: string
  /** CAIP-2 id of the sending network. */
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
 * Quotes swaps and builds their calls. The plugin does not trust the replies. It decodes each call, compares it with the request, and calls only
 * contracts and programs of {@link swapContracts}. All methods reject on failure.
 */
export interface SwapSource {
  /** Display name. */
  readonly name: string
  /** The provider's fee as a part of the amount paid, in basis points (an integer). Quotes are net of it. */
  readonly feeBps: number
  supports(network: Network): boolean
  /** Whether tokens of `from` can be swapped for tokens of another network, `to`. Absent: never. Requires `bridgeOutcome`. */
  bridges?(from: Network, to: Network): boolean
  /** Current outcome of a swap to another network. Polled until it is not `pending`, also after reloads. */
  bridgeOutcome?(sent: SentBridge, signal: AbortSignal): Promise<BridgeOutcome>
  /** Tokens that can be swapped, with addresses in the family's canonical form (EIP-55, base58). Without the native coin. */
  tokens(network: Network, signal: AbortSignal): Promise<readonly AssetToken[]>
  /** Resolves with `undefined` if there is no route or too little liquidity. */
  quote(request: SwapRequest, signal: AbortSignal): Promise<SwapOffer | undefined>
  /** The account's allowance of `pay`. For EVM networks; not called for the native coin. Sources for other families omit it. */
  allowance?(request: SwapRequest, signal: AbortSignal): Promise<SwapAllowance>
  /** Builds the call for an offer without `call`. */
  build(request: SwapRequest, signal: AbortSignal): Promise<SwapCall>
}

/** Swap sources. Of several quotes, the one with the highest output wins. */
export const swapSources: Slot<SwapSource> = slot('@wallet-modal/swap#sources')

/** Contract or program that swaps may call. On EVM networks, visitors may also approve tokens for it. */
export interface SwapContract {
  /** CAIP-2 id. */
  readonly caipNetworkId: string
  readonly address: string
  /** Whether the Blockchain API builds calls to this contract. The API is used only on networks that have such a contract. */
  readonly isUsedByApi?: boolean
}

/** Contracts and programs that swaps may call. Calls to any other address are refused. */
export const swapContracts: Slot<SwapContract> = slot('@wallet-modal/swap#contracts')
