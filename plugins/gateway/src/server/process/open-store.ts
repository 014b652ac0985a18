import { memoryStore, type Store } from '../store.js'
import { postgresStore } from '../stores/postgres.js'
import { redisStore } from '../stores/redis.js'
import { sqliteStore } from '../stores/sqlite.js'
import type { StoreConfig } from './config.js'

/** Opens the configured store. `onError` receives failures outside of calls, such as lost connections (Redis and PostgreSQL only). */
export async function openStore(config: StoreConfig, onError: (error: unknown) => void): Promise<Store> {
  if (config.type === 'memory') return memoryStore()
  if (config.type === 'sqlite') return sqliteStore(config.file)
  if (config.type === 'postgres') {
    const { url, table } = config
    return postgresStore({ url, onError, ...(table !== undefined && { table }) })
  }
  const { url, prefix } = config
  return redisStore({ url, onError, ...(prefix !== undefined && { prefix }) })
}
