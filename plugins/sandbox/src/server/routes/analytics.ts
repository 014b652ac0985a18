import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import type { AnalyticsLog } from '../analyticsLog.js'
import { limitBody, parseRequest, readJson } from '../requests.js'

const maxBytes = 1024 * 1024

const itemSchema = v.looseObject({
  eventId: v.string(),
  url: v.string(),
  domain: v.string(),
  timestamp: v.number(),
  props: v.looseObject({ event: v.string() }),
})
const reportSchema = v.pipe(v.array(itemSchema), v.maxLength(1_000))

/** A sink for events, one by one (`/e`) or together (`/batch`). What does not have an event's shape is refused, so that a fault shows. */
export function analyticsRoutes(analytics: AnalyticsLog): Hono {
  const routes = new Hono()
  const accept = async (c: Context) => {
    const body = await readJson(c)
    const items = parseRequest(reportSchema, Array.isArray(body) ? body : [body])
    await analytics.add(items)
    return c.json({ accepted: items.length }, 202)
  }
  routes.post('/e', limitBody(maxBytes), accept)
  routes.post('/batch', limitBody(maxBytes), accept)
  routes.get('/getAnalyticsConfig', (c) => c.json({ isAnalyticsEnabled: true }))
  return routes
}
