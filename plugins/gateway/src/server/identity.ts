import { Hono } from 'hono'
import { readAccount } from './request-account.js'

/** Name and picture of an address; `null` if it has none. */
export interface Identity {
  readonly name: string | null
  readonly avatar: string | null
}

/** Source of the route `identity`. Throws a `RequestError` for an invalid address. */
export interface IdentitySource {
  identity(address: string): Promise<Identity>
}

/** The Blockchain API's route `identity`. */
export function identityRoutes(source: IdentitySource): Hono {
  const routes = new Hono()
  routes.get('/v1/identity/:account', async (c) =>
    c.json(await source.identity(readAccount(c.req.param('account'), undefined).address)),
  )
  return routes
}
