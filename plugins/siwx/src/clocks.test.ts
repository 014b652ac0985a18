// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://localhost:3000/" }
import { afterEach, expect, it, vi } from 'vitest'
import { createSiwxServer } from './server/siwx-server.js'
import { connect, count, reload, resetEachTest, sign, status, until, world } from './siwx.test.fixtures.js'

resetEachTest()

const HOUR_MS = 3_600_000

/** Shifts the visitor's clock; the server sees the right time. */
function setClock(aheadMs: number): void {
  const now = Date.now.bind(Date)
  const ask = fetch
  let shiftMs = aheadMs
  vi.spyOn(Date, 'now').mockImplementation(() => now() + shiftMs)
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    shiftMs = 0
    try {
      return await ask(...request)
    } finally {
      shiftMs = aheadMs
    }
  })
}
afterEach(() => void vi.restoreAllMocks())

it.each([
  ['ahead', 2 * HOUR_MS],
  ['behind', -2 * HOUR_MS],
])('a session of one hour stays valid for a visitor whose clock is two hours %s', async (_, aheadMs) => {
  const origin = 'http://localhost:3000'
  const networks = [{ caipNetworkId: 'eip155:1' }]
  world.server = createSiwxServer({
    origin,
    secrets: ['a secret of a test, long enough for it'],
    networks,
    sessionTtlS: 3600,
  })
  setClock(aheadMs)
  await sign(await connect())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([status(), count('session')]).toEqual(['signedIn', 1])
  await reload()
  await until('signedIn')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([status(), count('nonce'), count('session')]).toEqual(['signedIn', 1, 2])
})
