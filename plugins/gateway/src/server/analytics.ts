import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { limitBody, parseRequest, readJson } from './http.js'

const MAX_BYTES = 1024 * 1024

const eventSchema = v.looseObject({
  eventId: v.string(),
  url: v.string(),
  domain: v.string(),
  timestamp: v.number(),
  props: v.looseObject({ event: v.string() }),
})
const reportSchema = v.pipe(v.array(eventSchema), v.maxLength(1_000))

/** Event reported by a page; `props.event` is its name. */
export type AnalyticsEvent = v.InferOutput<typeof eventSchema>

/** Destination of events. */
export interface AnalyticsSink {
  add(events: readonly AnalyticsEvent[]): Promise<void>
}

/** The analytics routes. `POST /e` and `POST /batch` accept one event or a list of events, and refuse the whole request if one event is invalid. */
export function analyticsRoutes(sink: AnalyticsSink): Hono {
  const routes = new Hono()
  const accept = async (c: Context) => {
    const body = await readJson(c)
    const events = parseRequest(reportSchema, Array.isArray(body) ? body : [body])
    await sink.add(events)
    return c.json({ accepted: events.length }, 202)
  }
  routes.post('/e', limitBody(MAX_BYTES), accept)
  routes.post('/batch', limitBody(MAX_BYTES), accept)
  routes.get('/getAnalyticsConfig', (c) => c.json({ isAnalyticsEnabled: true }))
  return routes
}
