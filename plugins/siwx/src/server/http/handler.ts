import { REFUSAL_HEADER } from '../../refusal-header.js'
import { Refusal } from './refusal.js'
import { reply } from './reply.js'

/** Method and handler by the last segment of the path. */
type Routes = Readonly<Record<string, readonly [method: string, run: (request: Request) => Promise<Response>]>>

/** Passes requests of the site's own pages to their route. A `Refusal` becomes a JSON reply; other errors are thrown. */
export function createHandler(origin: URL, routes: Routes): (request: Request) => Promise<Response> {
  const dispatch = async (request: Request): Promise<Response> => {
    const name = new URL(request.url).pathname.split('/').at(-1) ?? ''
    const route = Object.hasOwn(routes, name) ? routes[name] : undefined
    if (!route)
      throw new Refusal('NOT_FOUND', 'Unknown route. Routes: "nonce", "verify", "session", "sessions" and "sign-out".')
    const [method, run] = route
    if (request.method !== method) throw new Refusal('METHOD_NOT_ALLOWED', `Send a ${method} request.`)
    checkSender(request, origin)
    return run(request)
  }
  return async (request) => {
    try {
      return await dispatch(request)
    } catch (error) {
      if (error instanceof Refusal) return toResponse(error)
      throw error
    }
  }
}

function toResponse({ code, message, status, retryAfterS }: Refusal): Response {
  const response = reply({ error: { code, message } }, [], status)
  response.headers.set(REFUSAL_HEADER, code)
  if (retryAfterS) response.headers.set('retry-after', String(retryAfterS))
  return response
}

/** Refuses requests from pages of other origins. */
function checkSender({ headers }: Request, origin: URL): void {
  const sender = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if ((sender === null || sender === origin.origin) && (site === null || site === 'same-origin' || site === 'none'))
    return
  throw new Refusal('WRONG_ORIGIN', `Requests are accepted only from pages of ${origin.origin}.`)
}
