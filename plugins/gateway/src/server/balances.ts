import { Hono } from 'hono'
import { formatUnits } from 'viem'
import { expectUsdollars, inDollars } from './dollars.js'
import { exactJson } from './exact-json.js'
import { invalid, originOf } from './http.js'
import { type RequestAccount, readAccount, splitCaip10 } from './request-account.js'

const MAX_FORCED_TOKENS = 100

/** Request for the balances of an account. */
export interface BalanceRequest extends RequestAccount {
  /** Tokens that are included even with a balance of 0, and read without cache. */
  readonly forcedTokens: readonly { readonly caipNetworkId: string; readonly address: string }[]
  /** Origin of the gateway, for the URLs of pictures that the gateway serves itself. */
  readonly origin: string
}

/** Balance of a coin or a token. */
export interface AccountBalance {
  readonly name: string
  readonly symbol: string
  readonly caipNetworkId: string
  /** In the chain's canonical form. Absent for the native coin. */
  readonly address?: string
  readonly decimals: number
  /** In base units. */
  readonly amount: bigint
  /** Price of one whole token in US dollars, with 18 decimals. Absent if unknown; never 0 as a placeholder. */
  readonly priceUsd?: bigint
  readonly iconUrl?: string
  /** Marked as spam by the source. */
  readonly isSpam?: boolean
}

/** Source of the route `balance`. Throws a `RequestError` for unknown chains and invalid addresses. */
export interface BalanceSource {
  /** CAIP-2 ids of the served chains. */
  chains(): readonly string[]
  /** The native coin first, then the tokens. */
  balances(request: BalanceRequest): Promise<readonly AccountBalance[]>
}

/** The Blockchain API's route `balance`. */
export function balanceRoutes(source: BalanceSource): Hono {
  const routes = new Hono()
  routes.get('/v1/account/:account/balance', async (c) => {
    const accountQuery = readAccount(c.req.param('account'), c.req.query('chainId'))
    expectUsdollars(c.req.query('currency'))
    const forcedTokens = readForced(c.req.query('forceUpdate') ?? '')
    const balances = await source.balances({ ...accountQuery, forcedTokens, origin: originOf(c) })
    const body = exactJson({ balances: balances.map(toRecord) })
    return c.body(body, 200, { 'content-type': 'application/json' })
  })
  return routes
}

/** Parses comma-separated CAIP-10 ids. Throws `INVALID_REQUEST` for other chains than EVM chains, like the original Blockchain API. */
function readForced(list: string): BalanceRequest['forcedTokens'] {
  const entries = list.split(',').filter((text) => text.trim() !== '')
  if (entries.length > MAX_FORCED_TOKENS) throw invalid(`"forceUpdate" may contain at most ${MAX_FORCED_TOKENS} tokens`)
  return entries.map((text) => {
    const token = splitCaip10(text)
    if (!token) throw invalid(`"${text.slice(0, 96)}" is not a CAIP-10 address of a token.`)
    if (!token.caipNetworkId.startsWith('eip155:'))
      throw invalid(`forceUpdate takes tokens of EVM chains only, not "${text.slice(0, 96)}".`)
    return token
  })
}

/** Record of the reply. `value` is the value of the whole balance in US dollars, rounded down to 18 decimals. */
const toRecord = ({
  name,
  symbol,
  caipNetworkId,
  address,
  decimals,
  amount,
  priceUsd,
  iconUrl,
  isSpam,
}: AccountBalance) => ({
  ...{ name, symbol, chainId: caipNetworkId },
  ...(address !== undefined && { address: `${caipNetworkId}:${address}` }),
  ...(priceUsd !== undefined && { value: inDollars((amount * priceUsd) / 10n ** BigInt(decimals)) }),
  price: priceUsd === undefined ? null : inDollars(priceUsd),
  quantity: { decimals: String(decimals), numeric: formatUnits(amount, decimals) },
  ...(iconUrl !== undefined && { iconUrl }),
  ...(isSpam && { flags: { is_spam: true } }),
})
