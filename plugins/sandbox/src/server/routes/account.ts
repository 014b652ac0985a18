import { Hono } from 'hono'
import { formatUnits } from '../amount.js'
import { type Engine, isServing } from '../engine.js'
import { SandboxError } from '../errors.js'
import { identityOf } from '../identities.js'
import { engineOf, invalid } from '../requests.js'
import type { Store } from '../store.js'

/**
 * An entry of the balance reply. A local coin has no market price: `price` is `null` (known to be none) and `value` is left
 * out. A 0 would be an invented value.
 */
export interface BalanceRecord {
  readonly name: string
  readonly symbol: string
  readonly chainId: string
  readonly price: null
  /** `numeric` is in whole units, exact. */
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  readonly iconUrl: string
}

/** Native balances read from the engines, and the names that were registered through `/sandbox/identity`. */
export function accountRoutes(engines: readonly Engine[], store: Store): Hono {
  const routes = new Hono()
  routes.get('/v1/account/:account/balance', async (c) => {
    const { address, engines: holders } = resolveAccount(engines, c.req.param('account'), c.req.query('chainId'))
    const { origin } = new URL(c.req.url)
    return c.json({ balances: await Promise.all(holders.map((engine) => readBalance(engine, address, origin))) })
  })
  routes.get('/v1/identity/:account', async (c) => {
    const { address } = resolveAccount(engines, c.req.param('account'), undefined)
    return c.json(await identityOf(store, address))
  })
  return routes
}

/** The engines that an account (plain address or CAIP-10) and an optional CAIP-2 filter mean, and the address as they spell it. */
export function resolveAccount(engines: readonly Engine[], account: string, chainId: string | undefined) {
  const caip10 = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}):(.+)$/.exec(account)
  const [, ownChainId, ownAddress] = caip10 ?? []
  if (ownChainId !== undefined && chainId !== undefined && ownChainId !== chainId) {
    throw invalid('The account and chainId name different chains.')
  }
  const filter = ownChainId ?? chainId
  const candidates = filter === undefined ? engines : [engineOf(engines, filter)]
  const text = ownAddress ?? account
  const [first] = candidates.flatMap((engine) => engine.toAddress(text) ?? [])
  if (first === undefined) throw invalid('The account is neither an address of a local chain nor a CAIP-10 account.')
  return { address: first, engines: candidates.filter((engine) => engine.toAddress(text) === first) }
}

async function readBalance(engine: Engine, address: string, origin: string): Promise<BalanceRecord> {
  const { caipNetworkId, nativeCurrency } = engine.network
  const { name, symbol, decimals } = nativeCurrency
  const status = engine.status()
  if (!isServing(engine) && 'reason' in status) throw new SandboxError('ENGINE_DOWN', status.reason)
  const numeric = formatUnits(await engine.nativeBalance(address), decimals)
  const iconUrl = `${origin}/public/getAssetImage/${caipNetworkId}`
  return {
    name,
    symbol,
    chainId: caipNetworkId,
    price: null,
    quantity: { decimals: String(decimals), numeric },
    iconUrl,
  }
}
