import { Hono } from 'hono'
import * as v from 'valibot'
import { limitBody, parseRequest, readJson } from '../http.js'

const MAX_BYTES = 16 * 1024

const revocationSchema = v.object({
  pci: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  signature: v.pipe(v.string(), v.maxLength(10_000)),
})

/** Permission of a session's key: a permission type of ERC-7715 and its data. */
export interface SessionPermission {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A smart session: a key that may act for an account within limits (ERC-7715). */
export interface SmartSession {
  /** Id of the session: the permission context of ERC-7715. */
  readonly pci: string
  /** CAIP-10. */
  readonly account: string
  /** Address of the session key. */
  readonly signer: string
  readonly permissions: readonly SessionPermission[]
  /** Site that the session was granted to. */
  readonly project: { readonly name: string }
  /** Seconds since 1970. */
  readonly expiry: number
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Milliseconds since 1970; absent if not revoked. */
  readonly revokedAt?: number
}

/** Request to end a session. */
export interface SessionRevocation {
  readonly pci: string
  /** ERC-191 signature of {@link revocationMessage} by the account. */
  readonly signature: string
}

/** Source of the `sessions` routes. Each method throws a `RequestError` if it refuses. */
export interface SessionSource {
  /** Sessions of an account (CAIP-10), newest first. */
  list(account: string): Promise<readonly SmartSession[]>
  /** Revokes a session of the account. `address` is written as in the request. */
  revoke(address: string, revocation: SessionRevocation): Promise<void>
}

/** Text that an account signs to revoke a session. `address` is written as in the path of the request. */
export const revocationMessage = (pci: string, address: string): string =>
  `Revoke smart session ${pci} of account ${address}`

/** The Blockchain API's `sessions` routes. */
export function sessionRoutes(source: SessionSource): Hono {
  const routes = new Hono()
  routes.get('/v1/sessions/:account', async (c) => {
    const sessions = await source.list(c.req.param('account'))
    return c.json({ pcis: sessions })
  })
  routes.post('/v1/sessions/:address/revoke', limitBody(MAX_BYTES), async (c) => {
    await source.revoke(c.req.param('address'), parseRequest(revocationSchema, await readJson(c)))
    return c.json({ success: true })
  })
  return routes
}
