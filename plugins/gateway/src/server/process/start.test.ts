import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort, redisServer, startRedis } from '../stores/redis.test.fixtures.js'
import { parseConfig } from './config.js'
import { createLog } from './log.js'
import { type RunningGateway, startGateway } from './start.js'

const SHOP = 'https://shop.example'
const PUBLIC_HOST = 'api.example'

let folder: string
let gateway: RunningGateway | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-'))
})
afterEach(async () => {
  await gateway?.stop()
  gateway = undefined
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a gateway on a free port. `module` is the code of its sources module. */
async function startWith(module: string, more: object = {}): Promise<RunningGateway> {
  writeFileSync(join(folder, 'sources.mjs'), module)
  const settings = { publicUrl: `https://${PUBLIC_HOST}`, allowedOrigins: [SHOP], listen: { port: 0 } }
  const config = parseConfig({ ...settings, ...more, sourcesModule: './sources.mjs' }, folder)
  return startGateway(
    config,
    createLog([], () => undefined),
  )
}

/** Sends a request with `node:http`, because `fetch` cannot override the `host` header. */
function get(path: string): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const { port } = gateway ?? { port: 0 }
    request({ port, host: '127.0.0.1', path, headers: { host: PUBLIC_HOST, origin: SHOP } }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += String(chunk)
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
      .on('error', reject)
      .end()
  })
}

/** Module with a source of balances that returns a picture of the gateway's own catalogue. */
const ownPicture = `
  export default () => ({
    balances: {
      chains: () => [],
      balances: async ({ origin }) => [
        { name: 'Ether', symbol: 'ETH', decimals: 18, caipNetworkId: 'eip155:1', amount: 1n, iconUrl: origin + '/picture' },
      ],
    },
  })`

it('a gateway behind a proxy with TLS returns pictures with its public URL', async () => {
  gateway = await startWith(ownPicture)
  const { body } = await get(`/v1/account/0x${'ab'.repeat(20)}/balance?currency=usd`)
  expect(JSON.parse(body).balances).toMatchObject([{ iconUrl: `https://${PUBLIC_HOST}/picture` }])
})

it.skipIf(redisServer === undefined)('closes the store once if `stop` is called several times', async () => {
  const redis = await startRedis(folder, await freePort())
  try {
    const running = await startWith('export default () => ({})', { store: { type: 'redis', url: redis.url } })
    await Promise.all([running.stop(), running.stop()])
    await running.stop()
  } finally {
    await redis.stop()
  }
})

describe('the sources module of gateway.json', () => {
  it('is loaded relative to the configuration, receives the store, and its sources answer requests', async () => {
    gateway = await startWith(`
      const none = async () => []
      export default (store) => ({
        profile: {
          account: async () => undefined,
          reverse: none,
          suggestions: async (label) => [{ name: label + '.' + typeof store.get, registered: false }],
          register: none,
        },
      })`)
    const { status, body } = await get('/v1/profile/suggestions/alice')
    expect([status, JSON.parse(body)]).toEqual([200, { suggestions: [{ name: 'alice.function', registered: false }] }])
  })

  it('must have a function as its default export', async () => {
    await expect(startWith('export default {}')).rejects.toThrow(
      `"sourcesModule": ${join(folder, 'sources.mjs')} has no function as its default export.`,
    )
  })
})
