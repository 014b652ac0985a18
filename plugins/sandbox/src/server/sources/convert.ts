import { type ConvertRequest, type ConvertSource, invalid } from '@wallet-modal/gateway/server'
import type { Engine, EngineMarket } from '../engines/engine.js'
import { engineOf, expectServing, tokenOf } from '../engines/engine-lookup.js'
import { iconUrl } from './icon-url.js'

/** Address that represents the native coin in the conversion routes of the Blockchain API. */
const COIN = `0x${'e'.repeat(40)}`
/** Gas limit that the API returns for every swap and approval. */
const GAS = 300_000
const BASIS_POINTS = 10_000n

interface Side {
  readonly engine: Engine
  readonly market: EngineMarket
  /** `undefined` is the native coin. */
  readonly token: string | undefined
}

/** Swaps in the pools of the sandbox's chains. Quotes are computed from the pools' reserves. */
export const convertSource = (engines: readonly Engine[]): ConvertSource => ({
  tokens: async (caipNetworkId, origin) => {
    const engine = engineOf(engines, caipNetworkId)
    return engine.market ? listTokens(engine, engine.market, origin) : []
  },
  gasPrice: async (caipNetworkId) => marketAt(engineOf(engines, caipNetworkId)).market.gasPrice(),
  quote: async (request) => {
    const { from, to, amount } = readSwap(engines, request)
    return from.market.quote({ from: from.token, to: to.token, amount })
  },
  allowance: async (caip10, userAddress) => {
    const { market, token, engine } = contractOf(engines, caip10)
    return market.allowance(token, ownerOf(engine, userAddress))
  },
  buildApprove: async (caip10, userAddress) => {
    const { market, token, engine } = contractOf(engines, caip10)
    const id = engine.network.caipNetworkId
    const from = `${id}:${ownerOf(engine, userAddress)}`
    const [{ to, data }, gasPrice] = await Promise.all([market.approve(token), market.gasPrice()])
    return { from, to: `${id}:${to}`, data, value: 0n, gas: GAS, gasPrice }
  },
  buildSwap: async (request, slippageBps) => {
    const { from, to, amount } = readSwap(engines, request)
    const swap = { from: from.token, to: to.token, amount }
    const received = await from.market.quote(swap)
    if (received === undefined) return undefined
    const receiver = ownerOf(from.engine, request.userAddress)
    const minimum = (received * (BASIS_POINTS - BigInt(slippageBps))) / BASIS_POINTS
    const { to: contract, data, value } = await from.market.build(swap, { receiver, minimum })
    const id = from.engine.network.caipNetworkId
    const gasPrice = await from.market.gasPrice()
    return { from: `${id}:${receiver}`, to: `${id}:${contract}`, data, value, gas: GAS, gasPrice }
  },
})

async function listTokens(
  { network: { caipNetworkId, nativeCurrency }, assets }: Engine,
  market: EngineMarket,
  origin: string,
) {
  const metadata = (await assets?.metadata(market.tokens)) ?? []
  const coin = {
    ...nativeCurrency,
    address: `${caipNetworkId}:${COIN}`,
    logoUri: iconUrl(origin, caipNetworkId, undefined),
  }
  const tokens = metadata.flatMap((token) => {
    if (!token) return []
    const { address, name, symbol, decimals } = token
    const logoUri = iconUrl(origin, caipNetworkId, address)
    return [{ name, symbol, decimals, address: `${caipNetworkId}:${address}`, logoUri }]
  })
  return [coin, ...tokens]
}

function marketAt(engine: Engine): { readonly engine: Engine; readonly market: EngineMarket } {
  if (!engine.market) throw invalid(`Swaps are not supported on ${engine.network.name}.`)
  expectServing(engine)
  return { engine, market: engine.market }
}

/** Token of a swap, by CAIP-10. Throws `INVALID_REQUEST` if it is not a token of a chain with swaps. */
function sideOf(engines: readonly Engine[], caip10: string): Side {
  const found = tokenOf(engines, caip10)
  if (!found) throw invalid(`"${caip10.slice(0, 96)}" is not a token of a chain that the sandbox serves.`)
  return { ...marketAt(found.engine), token: found.address.toLowerCase() === COIN ? undefined : found.address }
}

/** Like {@link sideOf}, but throws `INVALID_REQUEST` for the native coin, which has no contract and needs no allowance. */
function contractOf(engines: readonly Engine[], caip10: string) {
  const { token, ...side } = sideOf(engines, caip10)
  if (token === undefined) throw invalid('The native coin needs no allowance.')
  return { ...side, token }
}

function readSwap(engines: readonly Engine[], { from, to, amount }: ConvertRequest) {
  const [source, target] = [sideOf(engines, from), sideOf(engines, to)]
  if (source.engine !== target.engine) throw invalid('Both tokens must be on the same chain.')
  return { from: source, to: target, amount }
}

/** Canonical address of an account. `account`: address or CAIP-10 id. Throws `INVALID_REQUEST` if the account is not on this chain. */
function ownerOf(engine: Engine, account: string): string {
  const plain = account.startsWith(`${engine.network.caipNetworkId}:`) ? account.split(':').at(-1) : account
  const address = engine.toAddress(plain ?? '')
  if (address === undefined) throw invalid('"userAddress" is not an account of this chain.')
  return address
}
