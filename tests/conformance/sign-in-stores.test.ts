import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore, redisStore, type Store, sqliteStore } from '@wallet-modal/gateway/server'
import {
  createMemorySessionStore,
  createSiwxServer,
  formatSignInMessage,
  type SessionStore,
  type SiwxServer,
} from '@wallet-modal/siwx/server'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type RedisProcess,
  redisServer,
  startRedis,
} from '../../plugins/gateway/src/server/stores/redis.test.fixtures.js'
import { freePort } from '../setup/ports.mjs'

// published development key of local chains
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const origin = 'https://shop.example'
const caipNetworkId = 'eip155:31337'

let folder: string
let redis: RedisProcess | undefined
const opened: Store[] = []
const closeAtEnd = (store: Store): Store => {
  opened.push(store)
  return store
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sign-in-stores-'))
  if (redisServer) redis = await startRedis(folder, await freePort())
}, 60_000)
afterAll(async () => {
  for (const store of opened) await store.close?.()
  await redis?.stop()
  await rm(folder, { recursive: true, force: true })
})

const own = createMemorySessionStore()
const memory = memoryStore()
/** `open` opens a store as another process would. */
const stores = [
  { name: 'the memory of siwx', open: async (): Promise<SessionStore> => own, isMissing: false },
  { name: 'the memory of the gateway', open: async (): Promise<SessionStore> => memory, isMissing: false },
  { name: 'SQLite', open: async () => closeAtEnd(await sqliteStore(join(folder, 'sessions.db'))), isMissing: false },
  {
    name: 'Redis',
    open: async () => closeAtEnd(await redisStore({ url: redis?.url ?? '' })),
    isMissing: redisServer === undefined,
  },
]

/** A browser whose requests can go to either server. */
class Browser {
  readonly cookies = new Map<string, string>()
  get cookieHeader(): string {
    return [...this.cookies].map((one) => one.join('=')).join('; ')
  }
  async ask(server: SiwxServer, path: string, body?: unknown): Promise<Response> {
    const response = await server.handle(
      new Request(`${origin}/api/siwx/${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { cookie: this.cookieHeader, 'content-type': 'application/json', origin },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (cookie.includes('Max-Age=0')) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }
  async signed(server: SiwxServer): Promise<object> {
    const challenge = await (await this.ask(server, 'nonce', {})).json()
    const message = formatSignInMessage({ ...challenge, address: account.address, caipNetworkId })
    return { message, signature: await account.signMessage({ message }) }
  }
}

describe.each(stores)('sessions in $name', ({ open, isMissing }) => {
  const openServer = async (): Promise<SiwxServer> =>
    createSiwxServer({
      origin,
      secrets: ['a secret of a test, long enough for it'],
      networks: [{ caipNetworkId }],
      sessionStore: await open(),
    })

  it.skipIf(isMissing)(
    'can be read and ended by every process, and each nonce can be used in one of them only',
    async () => {
      const [first, second] = [await openServer(), await openServer()]
      const [laptop, phone] = [new Browser(), new Browser()]
      const proof = await laptop.signed(first)
      const answers = await Promise.all([first, second].map((server) => laptop.ask(server, 'verify', proof)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
      expect((await phone.ask(second, 'verify', await phone.signed(first))).status).toBe(200)
      const { sessions } = await (await laptop.ask(second, 'sessions')).json()
      expect(sessions).toHaveLength(2)
      const other = sessions.find((one: { isCurrent: boolean }) => !one.isCurrent)
      await laptop.ask(first, 'sign-out', { sessionIds: [other.id] })
      expect(await second.readSessions(phone.cookieHeader)).toEqual([])
      const copy = laptop.cookieHeader
      expect(await second.readSessions(copy)).toHaveLength(1)
      await laptop.ask(second, 'sign-out', { everywhere: true })
      expect(await first.readSessions(copy)).toEqual([])
    },
  )

  it.skipIf(isMissing)('keeps all sessions of concurrent sign-ins', async () => {
    const server = await openServer()
    const browsers = Array.from({ length: 12 }, () => new Browser())
    await Promise.all(browsers.map(async (one) => one.ask(server, 'verify', await one.signed(server))))
    const lists = await Promise.all(browsers.map((one) => server.readSessions(one.cookieHeader)))
    expect(lists.map(({ length }) => length)).toEqual(browsers.map(() => 1))
  })
})
