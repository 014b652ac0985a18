import { loadOptional } from '../optional-package.js'
import type { Store, StoreOptions } from '../store.js'

/**
 * Compare-and-set. If the key still has the value `ARGV[1]` ('' if it was missing), writes `ARGV[2]`, or deletes the key if `ARGV[2]` is ''.
 * `ARGV[3]` is the lifetime in milliseconds, '' for an unlimited lifetime. Returns 1 on success, 0 if the value has changed.
 */
const compareAndSet = `
local before = redis.call('GET', KEYS[1])
if (before or '') ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('DEL', KEYS[1])
elseif ARGV[3] == '' then redis.call('SET', KEYS[1], ARGV[2])
else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return 1`

/** Maximum number of attempts of an update while other requests change the same key. */
const ATTEMPTS = 1_000

/** Maximum delay before the client reconnects. A random delay of up to 200 ms is added. */
const MAX_PAUSE_MS = 2_000

export interface RedisStoreOptions {
  /** Such as `redis://user:password@host:6379/0`; `rediss:` for TLS. */
  readonly url: string
  /** Prefix of all keys, for a shared server. Default: `wallet-modal:`. */
  readonly prefix?: string
  /** Called when the connection fails; the client reconnects automatically. Default: `console.error` with the message. */
  readonly onError?: (error: unknown) => void
  /** Called if a setting of the server can cause the loss of accounts. Default: `console.warn`. */
  readonly onWarning?: (warning: string) => void
}

/**
 * Store in Redis 6.2 or later (or Valkey) with the package `@redis/client`, for several gateways behind a load balancer. Durability depends on
 * Redis's `appendfsync`. Resolves once the client is connected, and rejects if it cannot connect.
 */
export async function redisStore({
  url,
  prefix = 'wallet-modal:',
  onError = reportError,
  onWarning = console.warn,
}: RedisStoreOptions): Promise<Store> {
  const { createClient } = await loadOptional('@redis/client', 'The Redis store', () => import('@redis/client'))
  let hasConnected = false
  const reconnectStrategy = (retries: number, cause: Error): number | Error =>
    hasConnected ? Math.min(2 ** retries * 50, MAX_PAUSE_MS) + Math.random() * 200 : cause
  const socket = { connectTimeout: 5_000, reconnectStrategy }
  const client = createClient({ url, commandsQueueMaxLength: 10_000, socket })
  client.on('error', (error) => hasConnected && onError(error))
  await client.connect().catch((cause: unknown) => {
    throw new Error(`The connection to Redis at ${new URL(url).host} failed: ${reasonOf(cause)}`, { cause })
  })
  hasConnected = true
  await checkEviction((setting) => client.configGet(setting), onWarning)
  const keyOf = (key: string): string => `${prefix}${key}`
  const replace = async (key: string, [before, after]: readonly [string, string], lifetime: string): Promise<boolean> =>
    (await client.eval(compareAndSet, { keys: [keyOf(key)], arguments: [before, after, lifetime] })) === 1
  return {
    get: async (key) => parse(await client.get(keyOf(key))),
    async set(key, value, { lifetimeMs }: StoreOptions = {}) {
      const expiration =
        lifetimeMs === undefined ? {} : { expiration: { type: 'PX', value: Math.ceil(lifetimeMs) } as const }
      await client.set(keyOf(key), JSON.stringify(value), expiration)
    },
    take: async (key) => parse(await client.getDel(keyOf(key))),
    delete: async (key) => void (await client.del(keyOf(key))),
    async update(key, change, { lifetimeMs }: StoreOptions = {}) {
      const lifetime = lifetimeMs === undefined ? '' : String(Math.ceil(lifetimeMs))
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const before = await client.get(keyOf(key))
        const after = change(parse(before))
        const text = after === undefined ? '' : JSON.stringify(after)
        if (await replace(key, [before ?? '', text], lifetime)) return after
      }
      throw new Error(`Could not update an entry in Redis: ${ATTEMPTS} attempts conflicted with other writes.`)
    },
    async keys(start) {
      const uniqueKeys = new Set<string>()
      const pattern = `${keyOf(start).replace(/[\\*?[\]]/g, '\\$&')}*`
      for await (const keys of client.scanIterator({ MATCH: pattern, COUNT: 1_000 }))
        for (const key of keys) uniqueKeys.add(key.slice(prefix.length))
      return [...uniqueKeys].sort()
    },
    close: () => client.close(),
  }
}

const EVICTION = 'maxmemory-policy'

/** Warns if Redis deletes entries when its memory is full. */
async function checkEviction(
  read: (setting: string) => Promise<unknown>,
  onWarning: (warning: string) => void,
): Promise<void> {
  const settings = await read(EVICTION).catch(() => undefined) // many hosted servers forbid the command CONFIG
  const policy: unknown = Reflect.get(Object(settings), EVICTION)
  if (typeof policy !== 'string' || policy === 'noeviction') return
  onWarning(
    `Redis has the setting "${EVICTION} ${policy}": when its memory is full, it deletes entries such as accounts and key shares. Set "${EVICTION} noeviction".`,
  )
}

const parse = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text))
const reportError = (error: unknown): void => console.error(reasonOf(error))
/** Message of an error. A host with several addresses fails with an `AggregateError`, whose message is empty. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
