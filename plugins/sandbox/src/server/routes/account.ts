import { invalid, type Store } from '@wallet-modal/gateway/server'
import { Hono } from 'hono'
import { balanceRecords } from '../balance-records.js'
import { type Engine, isServing } from '../engine.js'
import { SandboxError } from '../errors.js'
import { exactJson } from '../exact-json.js'
import { identityOf } from '../identities.js'
import { engineOf } from '../requests.js'

/** Balances read from the engines, and the names that were registered through `/sandbox/identity`. */
export function accountRoutes(engines: readonly Engine[], store: Store): Hono {
  const routes = new Hono()
  routes.get('/v1/account/:account/balance', async (c) => {
    const { address, engines: holders } = resolveAccount(engines, c.req.param('account'), c.req.query('chainId'))
    expectUsdollars(c.req.query('currency'))
    const forced = forcedTokens(engines, c.req.query('forceUpdate') ?? '')
    const { origin } = new URL(c.req.url)
    const lists = holders.map((engine) => {
      expectServing(engine)
      const also = forced.filter((token) => token.engine === engine).map((token) => token.address)
      return balanceRecords({ engine, store, origin }, address, also)
    })
    const body = exactJson({ balances: (await Promise.all(lists)).flat() })
    return c.body(body, 200, { 'content-type': 'application/json' })
  })
  routes.get('/v1/identity/:account', async (c) => {
    const { address } = resolveAccount(engines, c.req.param('account'), undefined)
    return c.json(await identityOf(store, address))
  })
  return routes
}

/** Rejects a currency other than the one that prices are in. */
export function expectUsdollars(currency: string | undefined): void {
  if (currency !== undefined && currency.toLowerCase() !== 'usd') throw invalid('The sandbox has prices in "usd" only.')
}

export function expectServing(engine: Engine): void {
  const status = engine.status()
  if (!isServing(engine) && 'reason' in status) throw new SandboxError('ENGINE_DOWN', status.reason)
}

/** Tokens that are listed whatever is held of them; every amount is of now anyway. As with the real service, of EVM chains only. */
function forcedTokens(engines: readonly Engine[], list: string) {
  const named = list.split(',').filter((text) => text !== '')
  const other = named.find((text) => /^(?!eip155:)[-a-z0-9]{3,8}:/.test(text.trim()))
  if (other !== undefined) throw invalid(`forceUpdate takes tokens of EVM chains only, not "${other.slice(0, 96)}".`)
  return named.flatMap((text) => tokenOf(engines, text) ?? [])
}

/** The token that a CAIP-10 id names, or `undefined` where no engine of this sandbox has that chain. */
export function tokenOf(engines: readonly Engine[], caip10: string) {
  const [, chainId, text = ''] = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}):(.+)$/.exec(caip10.trim()) ?? []
  if (chainId === undefined) throw invalid(`"${caip10.slice(0, 96)}" is no CAIP-10 address of a token.`)
  const engine = engines.find(({ network }) => network.caipNetworkId === chainId)
  const address = engine?.assets?.toTokenAddress?.(text) ?? engine?.toAddress(text)
  return engine && address !== undefined ? { engine, address } : undefined
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
