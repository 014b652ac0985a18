import { memoryStore, type Store } from '../store.js'
import { postgresStore } from '../stores/postgres.js'
import { redisStore } from '../stores/redis.js'
import { sqliteStore } from '../stores/sqlite.js'
import type { StoreConfig } from './config.js'
import type { Log } from './log.js'

/** Opens the configured store. The log receives failures outside of calls, such as lost connections. */
export async function openStore(config: StoreConfig, log: Log): Promise<Store> {
  if (config.type === 'memory') return memoryStore()
  if (config.type === 'sqlite') return sqliteStore(config.file, { onError: log.fault })
  if (config.type === 'postgres') {
    const { url, table } = config
    return postgresStore({ url, onError: log.fault, ...(table !== undefined && { table }) })
  }
  const { url, prefix } = config
  return redisStore({ url, onError: log.fault, onWarning: log.info, ...(prefix !== undefined && { prefix }) })
}
