import { contractAddress, type EvmAddress } from '../evm-address.js'
import type { contractBytecode } from './contract-bytecode.js'

/** Account that deploys every contract of {@link localContracts}. Its private key is unknown; the sandbox impersonates the account. */
export const contractDeployer: EvmAddress = '0x000000000000000000000000000000005a4d60c5'

/** `eachHolds`: balance of each development account in whole tokens. `priceUsd`: price with 8 decimals. */
type LocalToken = readonly [
  contract: Exclude<
    keyof typeof contractBytecode,
    | 'PriceFeed'
    | 'SwapDesk'
    | 'TileCollection'
    | 'BadgeCollection'
    | 'WrappedCoin'
    | 'SwapPair'
    | 'SwapRouter'
    | 'IdRegistry'
  >,
  name: string,
  symbol: string,
  decimals: number,
  eachHolds: bigint,
  priceUsd?: bigint,
]

const tokens: readonly LocalToken[] = [
  ['PlainToken', 'Sandbox Gold', 'SGLD', 18, 1_000n, 2_400_00000000n],
  ['PlainToken', 'Sandbox Dollar', 'SUSD', 6, 25_000n, 1_00000000n],
  ['PlainToken', 'Sandbox Euro', 'SEUR', 2, 5_000n, 1_08000000n],
  ['PlainToken', 'Sandbox Grain', 'SGRN', 24, 100n, 400000n],
  ['MuteToken', 'Sandbox Mute', 'SMUTE', 6, 3_000n, 1_00000000n],
  ['TollToken', 'Sandbox Toll', 'STOLL', 18, 2_000n, 50000000n],
  ['RelicToken', 'Sandbox Relic', 'SRLC', 18, 10n, 1_500_00000000n],
  ['StrictToken', 'Sandbox Strict', 'SSTR', 18, 400n, 7_25000000n],
  // imitations of the Sandbox Dollar, to test the warnings about look-alike tokens: the same name, similar letters, a zero-width space
  ['PlainToken', 'Sandbox Dollar', 'SUSD', 6, 1_000_000n],
  ['PlainToken', 'Ѕаndbоx Dоllаr', '𝗦𝗨𝗦𝗗', 6, 1_000_000n],
  ['PlainToken', 'Sandbox\u200B Dollar', 'SUS\u200BD', 6, 1_000_000n],
]

/** Price of one coin in US dollars, with 8 decimals. */
const COIN_PRICE_USD = 3_000_00000000n

const pricedTokens = tokens.flatMap(([, , symbol, , , priceUsd], at) =>
  priceUsd === undefined ? [] : [{ at, symbol, priceUsd }],
)
const TILES = tokens.length
const BADGES = TILES + 1
const DESK = TILES + 2
const COIN_FEED = TILES + 3
const FIRST_FEED = TILES + 4
const WRAPPED = FIRST_FEED + pricedTokens.length
const FIRST_PAIR = WRAPPED + 1

/** Pools of a token and the wrapped coin, with initial reserves in whole tokens and whole coins. */
const pools: readonly (readonly [symbol: string, tokens: bigint, coins: bigint])[] = [
  ['SUSD', 3_000_000n, 1_000n],
  ['SGLD', 100n, 80n],
  ['SEUR', 250_000n, 90n],
]
const ROUTER = FIRST_PAIR + pools.length
const ID_REGISTRY = ROUTER + 1

const addressOf = (nonce: number): EvmAddress => contractAddress(contractDeployer, nonce)

/**
 * Contracts of each local EVM chain. A contract's address depends on its position in the order of deployment, so add new contracts only at the end,
 * after the id registry.
 */
export const localContracts = {
  tokens: tokens.map(([contract, name, symbol, decimals, eachHolds], at) => ({
    ...{ contract, name, symbol, decimals, eachHolds },
    address: addressOf(at),
  })),
  tiles: addressOf(TILES),
  badges: addressOf(BADGES),
  desk: addressOf(DESK),
  coinFeed: { description: 'ETH / USD', answer: COIN_PRICE_USD },
  wrapped: addressOf(WRAPPED),
  pools: pools.flatMap(([symbol, tokenReserve, coins], index) => {
    const at = tokens.findIndex((token) => token[2] === symbol)
    const decimals = tokens[at]?.[3]
    if (decimals === undefined) return []
    return {
      address: addressOf(FIRST_PAIR + index),
      token: addressOf(at),
      tokenReserve: tokenReserve * 10n ** BigInt(decimals),
      coins: coins * 10n ** 18n,
    }
  }),
  router: addressOf(ROUTER),
  /** Registry in which the development accounts have the Farcaster ids 1, 2, and so on. */
  idRegistry: addressOf(ID_REGISTRY),
  feeds: pricedTokens.map(({ symbol, priceUsd }) => ({ description: `${symbol} / USD`, answer: priceUsd })),
}

/** Addresses of price feeds by token address. The feed of the native coin has the key `coin`. */
export const priceFeeds: ReadonlyMap<EvmAddress | 'coin', EvmAddress> = new Map<EvmAddress | 'coin', EvmAddress>([
  ['coin', addressOf(COIN_FEED)],
  ...pricedTokens.map(({ at }, index) => [addressOf(at), addressOf(FIRST_FEED + index)] as const),
])
