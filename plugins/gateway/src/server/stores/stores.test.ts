import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryStore, type Store } from '../store.js'
import { postgresStore } from './postgres.js'
import { type PostgresProcess, postgresPrograms, startPostgres } from './postgres.test.fixtures.js'
import { redisStore } from './redis.js'
import { freePort, type RedisProcess, redisServer, startRedis } from './redis.test.fixtures.js'
import { sqliteStore } from './sqlite.js'

let folder: string
let redis: RedisProcess | undefined
let postgres: PostgresProcess | undefined
let runs = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-stores-'))
  if (redisServer) redis = await startRedis(folder, await freePort())
  if (postgresPrograms) postgres = await startPostgres(folder, await freePort())
})
afterAll(async () => {
  await redis?.stop()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const memoryOf = (): (() => Promise<Store>) => {
  const store = memoryStore()
  return async () => store
}
const sqliteOf = (): (() => Promise<Store>) => {
  const file = join(folder, `${runs++}.db`)
  return () => sqliteStore(file)
}
const redisOf = (): (() => Promise<Store>) => {
  const prefix = `test-${runs++}:*?[x]`
  return () => redisStore({ url: redis?.url ?? '', prefix })
}
const postgresOf = (): (() => Promise<Store>) => {
  const table = `entries_${runs++}`
  return () => postgresStore({ url: postgres?.url ?? '', table })
}

/** Drivers. `of` returns a function that opens stores with the same values, as several processes would. */
const drivers = [
  { name: 'memory', of: memoryOf, isMissing: false },
  { name: 'SQLite', of: sqliteOf, isMissing: false },
  { name: 'Redis', of: redisOf, isMissing: redisServer === undefined },
  { name: 'Postgres', of: postgresOf, isMissing: postgresPrograms === undefined },
]

describe.each(drivers)('a store in $name', ({ of, isMissing }) => {
  const test = it.skipIf(isMissing)
  let store: Store
  let other: Store
  beforeEach(async () => {
    if (isMissing) return
    const open = of()
    ;[store, other] = [await open(), await open()]
  })
  afterEach(async () => {
    if (isMissing) return
    for (const one of new Set([store, other])) await one.close?.()
  })

  test('returns stored values on every connection, and nothing after delete', async () => {
    const value = { list: [1, 'zwei', null, true], text: 'é\u0000"\\ 𝄞', empty: '' }
    await store.set('a', value)
    expect(await other.get('a')).toEqual(value)
    expect(await other.get('b')).toBeUndefined()
    await other.set('a', 2)
    expect(await store.get('a')).toBe(2)
    await store.delete('a')
    expect(await other.get('a')).toBeUndefined()
  })

  test('take returns a value to exactly one of many concurrent callers', async () => {
    await store.set('code', { email: 'a@shop.example' })
    const taken = await Promise.all(Array.from({ length: 50 }, (_, at) => (at % 2 ? store : other).take('code')))
    expect(taken.filter((value) => value !== undefined)).toEqual([{ email: 'a@shop.example' }])
    expect(await store.get('code')).toBeUndefined()
  })

  test('update loses none of 100 concurrent changes', async () => {
    const add = (before: unknown) => (typeof before === 'number' ? before + 1 : 1)
    const results = await Promise.all(Array.from({ length: 100 }, (_, at) => (at % 2 ? store : other).update('n', add)))
    expect(await other.get('n')).toBe(100)
    expect(new Set(results).size).toBe(100)
  })

  test('update changes nothing if its function throws, and deletes the value if it returns undefined', async () => {
    await store.set('a', 1)
    const refused = store.update('a', () => {
      throw new Error('no')
    })
    await expect(refused).rejects.toThrow('no')
    expect(await other.get('a')).toBe(1)
    expect(await store.update('a', () => undefined)).toBeUndefined()
    expect(await other.get('a')).toBeUndefined()
    expect(await store.update('never', () => undefined)).toBeUndefined()
    expect(await store.keys('')).toEqual([])
  })

  test('removes a value after its lifetime, but not a value that was set again without a lifetime', async () => {
    await store.set('short', 1, { lifetimeMs: 800 })
    await store.set('renewed', 1, { lifetimeMs: 800 })
    await store.set('renewed', 2)
    await store.update('changed', () => 3, { lifetimeMs: 800 })
    expect(await Promise.all([store.get('short'), store.get('changed')])).toEqual([1, 3])
    await wait(900)
    expect(await Promise.all(['short', 'changed', 'renewed'].map((key) => other.get(key)))).toEqual([
      undefined,
      undefined,
      2,
    ])
    expect(await store.take('short')).toBeUndefined()
    expect(await store.keys('')).toEqual(['renewed'])
    expect(await store.update('changed', (before) => before ?? 'new')).toBe('new')
  })

  test('keys lists keys by a literal prefix, without wildcards', async () => {
    for (const key of ['b:2', 'a:1', 'b:1', 'b*:3', 'B:4', 'b:é']) await store.set(key, 0)
    expect(await other.keys('b:')).toEqual(['b:1', 'b:2', 'b:é'])
    expect(await other.keys('b*')).toEqual(['b*:3'])
    expect(await other.keys('%')).toEqual([])
    expect(await other.keys('')).toHaveLength(6)
  })
})

it('Redis: opening the store fails with the reason if the server is not reachable', async () => {
  const port = await freePort()
  const errors: unknown[] = []
  const opened = redisStore({ url: `redis://user:secret@127.0.0.1:${port}/0`, onError: (error) => errors.push(error) })
  await expect(opened).rejects.toThrow(
    `The connection to Redis at 127.0.0.1:${port} failed: connect ECONNREFUSED 127.0.0.1:${port}`,
  )
  expect(errors).toEqual([])
})

it.skipIf(redisServer === undefined)('Redis: an open store reconnects after a restart of the server', async () => {
  const [files, port] = [await mkdtemp(join(folder, 'restarted-')), await freePort()]
  const first = await startRedis(files, port)
  const store = await redisStore({ url: first.url, onError: () => undefined })
  await store.set('a', 1)
  await first.stop()
  const second = await startRedis(files, port)
  expect(await store.get('a')).toBe(1)
  await store.close?.()
  await second.stop()
})

it('SQLite: a failure to remove expired entries is reported, and the process continues', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const file = join(folder, 'sweep.db')
    const errors: unknown[] = []
    const store = await sqliteStore(file, { onError: (error) => errors.push(error) })
    const { default: Sqlite } = await import('libsql')
    const other = new Sqlite(file)
    other.exec('DROP TABLE entries')
    vi.advanceTimersByTime(60_000)
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('no such table') })])
    other.close()
    await store.close?.()
  } finally {
    vi.useRealTimers()
  }
})

it.skipIf(redisServer === undefined)(
  'Redis: a server that deletes entries when its memory is full causes a warning',
  async () => {
    const url = redis?.url ?? ''
    const { createClient } = await import('@redis/client')
    const admin = await createClient({ url }).connect()
    const warningsOf = async (policy: string) => {
      await admin.configSet('maxmemory-policy', policy)
      const warnings: string[] = []
      const store = await redisStore({ url, onWarning: (warning) => warnings.push(warning) })
      await store.close?.()
      return warnings
    }
    expect(await warningsOf('allkeys-lru')).toEqual([expect.stringContaining('"maxmemory-policy allkeys-lru"')])
    expect(await warningsOf('noeviction')).toEqual([])
    await admin.sendCommand(['ACL', 'SETUSER', 'default', '-config'])
    const store = await redisStore({ url }) // the policy cannot be read
    await store.set('a', 1)
    expect(await store.get('a')).toBe(1)
    await store.close?.()
    await admin.sendCommand(['ACL', 'SETUSER', 'default', '+@all'])
    await admin.close()
  },
)

it('SQLite keeps the committed write of a process that was killed, and not its open transaction', async () => {
  const file = join(folder, 'killed.db')
  const script = `
    import Sqlite from 'libsql'
    const database = new Sqlite(process.argv[1], { timeout: 5000 })
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    database.prepare("INSERT INTO entries VALUES ('share', '\\"kept\\"', NULL)").run()
    database.exec("BEGIN IMMEDIATE; DELETE FROM entries")
    process.kill(process.pid, 'SIGKILL')`
  const store = await sqliteStore(file)
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, file], { stdio: 'inherit' })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
  expect(await store.get('share')).toBe('kept')
  await store.set('more', 1)
  await store.close?.()
  const reopened = await sqliteStore(file)
  expect(await reopened.keys('')).toEqual(['more', 'share'])
  await reopened.close?.()
})
