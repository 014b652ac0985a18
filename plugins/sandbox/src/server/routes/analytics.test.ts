import { expect, test } from 'vitest'
import { createSandboxApp } from '../app.js'

const event = (eventId: string) => ({
  eventId,
  url: 'http://localhost:5173/',
  domain: 'localhost',
  timestamp: 1,
  props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
})

function start() {
  const app = createSandboxApp({ engines: [] })
  const request = (path: string, init?: RequestInit) => app.request(`http://localhost${path}`, init)
  const post = (path: string, body: string) => request(path, { method: 'POST', body })
  const stored = async () => (await request('/sandbox/analytics')).json()
  return { request, post, stored }
}

test('getAnalyticsConfig returns that analytics are enabled', async () => {
  expect(await (await start().request('/getAnalyticsConfig')).json()).toEqual({ isAnalyticsEnabled: true })
})

test('single events and batches are stored in order of arrival', async () => {
  const { post, stored } = start()
  expect((await post('/e', JSON.stringify(event('a')))).status).toBe(202)
  expect((await post('/batch?projectId=x', JSON.stringify([event('b'), event('c')]))).status).toBe(202)
  const { count, items } = await stored()
  expect([count, items]).toEqual([3, [event('a'), event('b'), event('c')]])
})

test('every event of concurrent batches is stored', async () => {
  const { post, stored } = start()
  const batches = Array.from({ length: 20 }, (_, batch) => [event(`${batch}-0`), event(`${batch}-1`)])
  await Promise.all(batches.map((batch) => post('/batch', JSON.stringify(batch))))
  expect((await stored()).count).toBe(40)
})

test('only the last 1000 events are stored', async () => {
  const { post, stored } = start()
  const events = (from: number) =>
    JSON.stringify(Array.from({ length: 700 }, (_, index) => event(String(from + index))))
  await post('/batch', events(0))
  await post('/batch', events(700))
  const { count, items } = await stored()
  expect([count, items.at(0).eventId, items.at(-1).eventId]).toEqual([1000, '400', '1399'])
})

test.each([
  ['not JSON', '{'],
  ['null', 'null'],
  ['an event without an id', JSON.stringify({ ...event('a'), eventId: undefined })],
  ['an event whose props are not an object', JSON.stringify({ ...event('a'), props: 1 })],
  ['one invalid event among valid ones', JSON.stringify([event('a'), {}])],
  ['too many events', JSON.stringify(Array.from({ length: 1001 }, () => event('a')))],
])('%s is rejected and nothing is stored', async (_, body) => {
  const { post, stored } = start()
  expect((await post('/batch', body)).status).toBe(400)
  expect((await stored()).count).toBe(0)
})

test('a body of more than 1 MiB is rejected and nothing is stored', async () => {
  const { post, stored } = start()
  expect((await post('/e', JSON.stringify({ ...event('a'), padding: 'x'.repeat(1024 * 1024) }))).status).toBe(413)
  expect((await stored()).count).toBe(0)
})
