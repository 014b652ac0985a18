import { Hono } from 'hono'
import { formatUnits } from 'viem'
import { type AskedAccount, readAccount, splitCaip10 } from './asked-account.js'
import { expectUsdollars, inDollars } from './dollars.js'
import { exactJson } from './exact-json.js'
import { invalid } from './http.js'

const MAX_FORCED = 100

/** Request for the balances of an account. */
export interface BalanceRequest extends AskedAccount {
  /** Tokens that are listed whatever the account holds of them, and read anew. */
  readonly forced: readonly { readonly caipNetworkId: string; readonly address: string }[]
  /** Where the gateway was asked, for pictures that it serves itself. */
  readonly origin: string
}

/** Balance of a coin or a token. */
export interface AccountBalance {
  readonly name: string
  readonly symbol: string
  readonly caipNetworkId: string
  /** In the chain's canonical writing. Absent for the coin. */
  readonly address?: string
  readonly decimals: number
  /** In base units. */
  readonly amount: bigint
  /** US dollars for one, with 18 decimals. Absent where nothing has a price for it: a 0 would be invented. */
  readonly priceUsd?: bigint
  readonly iconUrl?: string
  /** The source calls it spam. */
  readonly isSpam?: boolean
}

/** Source of the route `balance`. Throws a `RequestError` for chains and addresses that it does not know. */
export interface BalanceSource {
  /** CAIP-2 ids of the chains that it serves. */
  chains(): readonly string[]
  /** The coin first, then the tokens. */
  balances(request: BalanceRequest): Promise<readonly AccountBalance[]>
}

/** The Blockchain API's route `balance`. */
export function balanceRoutes(source: BalanceSource): Hono {
  const routes = new Hono()
  routes.get('/v1/account/:account/balance', async (c) => {
    const asked = readAccount(c.req.param('account'), c.req.query('chainId'))
    expectUsdollars(c.req.query('currency'))
    const forced = readForced(c.req.query('forceUpdate') ?? '')
    const found = await source.balances({ ...asked, forced, origin: new URL(c.req.url).origin })
    const body = exactJson({ balances: found.map(toRecord) })
    return c.body(body, 200, { 'content-type': 'application/json' })
  })
  return routes
}

/** Comma-separated CAIP-10 ids. As with the real service, of EVM chains only. */
function readForced(list: string): BalanceRequest['forced'] {
  const named = list.split(',').filter((text) => text.trim() !== '')
  if (named.length > MAX_FORCED) throw invalid(`"forceUpdate": at most ${MAX_FORCED} tokens`)
  return named.map((text) => {
    const token = splitCaip10(text)
    if (!token) throw invalid(`"${text.slice(0, 96)}" is no CAIP-10 address of a token.`)
    if (!token.caipNetworkId.startsWith('eip155:'))
      throw invalid(`forceUpdate takes tokens of EVM chains only, not "${text.slice(0, 96)}".`)
    return token
  })
}

/** `value` is US dollars for all of it, cut. */
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
