import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { isRequestError, limitBody, parseRequest, RequestError, readJson } from '../http.js'

const MAX_BYTES = 8 * 1024
const MAX_COIN_TYPE = 0xffffffff

const registrationSchema = v.object({
  coin_type: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_COIN_TYPE)),
  address: v.pipe(v.string(), v.maxLength(128)),
  message: v.pipe(v.string(), v.maxLength(2_000)),
  signature: v.pipe(v.string(), v.maxLength(5_000)),
})

/** Registered name. Times are ISO 8601. */
export interface ProfileRecord {
  readonly name: string
  readonly registeredAt: string
  /** Addresses by SLIP-44 coin type in decimal digits (ENSIP-9, ENSIP-11). */
  readonly addresses: Readonly<Record<string, { readonly address: string; readonly created: string }>>
  /** `avatar` and `bio`. */
  readonly attributes: Readonly<Record<string, string>>
}

/** Signed request to register a name. */
export interface ProfileRegistration {
  readonly coinType: number
  readonly address: string
  /** JSON text that the account signed: `{ name, attributes, timestamp }`, the timestamp in seconds. */
  readonly message: string
  readonly signature: string
}

/** Suggested name, and whether it is already registered. */
export interface ProfileSuggestion {
  readonly name: string
  readonly registered: boolean
}

/** Source of the `profile` routes. A method that refuses a request throws a `RequestError`. Visitors see its message. */
export interface ProfileSource {
  /** `undefined` if the name is not registered. */
  account(name: string): Promise<ProfileRecord | undefined>
  /** Names that resolve to the address. */
  reverse(address: string): Promise<readonly ProfileRecord[]>
  /** The name `label.zone` first, then similar available names. If `zone` is `undefined`, the source chooses one. */
  suggestions(label: string, zone: string | undefined): Promise<readonly ProfileSuggestion[]>
  /** Registers a name. The source verifies the signature. */
  register(registration: ProfileRegistration): Promise<ProfileRecord>
}

/** The Blockchain API's `profile` routes. */
export function profileRoutes(source: ProfileSource): Hono {
  const routes = new Hono()
  routes.get('/v1/profile/account/:name', (c) =>
    respond(c, async () => {
      const record = await source.account(c.req.param('name'))
      if (!record) throw new RequestError('NOT_FOUND', 'This name is not registered.')
      return toBody(record)
    }),
  )
  routes.get('/v1/profile/reverse/:address', (c) =>
    respond(c, async () => (await source.reverse(c.req.param('address'))).map(toBody)),
  )
  routes.get('/v1/profile/suggestions/:label', (c) =>
    respond(c, async () => ({ suggestions: await source.suggestions(c.req.param('label'), c.req.query('zone')) })),
  )
  routes.post('/v1/profile/account', limitBody(MAX_BYTES), (c) =>
    respond(c, async () => {
      const { coin_type: coinType, ...registration } = parseRequest(registrationSchema, await readJson(c))
      return toBody(await source.register({ coinType, ...registration }))
    }),
  )
  return routes
}

const toBody = ({ name, registeredAt, addresses, attributes }: ProfileRecord) => ({
  ...{ name, registered_at: registeredAt, addresses, attributes: [attributes] },
})

/** Responds with the result of `work`, or to a `RequestError` in the service's format: `{ status, reasons: [{ name, description }] }`. */
async function respond(c: Context, work: () => Promise<object>): Promise<Response> {
  try {
    return c.json(await work())
  } catch (error) {
    if (!isRequestError(error)) throw error
    return c.json({ status: 'FAILED', reasons: [{ name: error.code, description: error.message }] }, error.status)
  }
}
