import type { Database } from 'libsql'
import { loadOptional } from '../optional-package.js'
import type { Store, StoreOptions } from '../store.js'

const schema = `
CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires_at INTEGER) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS entries_expiry ON entries (expires_at) WHERE expires_at IS NOT NULL;`

/** Interval at which expired entries are removed, in milliseconds. */
const SWEEP_MS = 60_000

export interface SqliteStoreOptions {
  /** Called when removing expired entries fails, for example because the disk is full. Default: `console.error` with the message. */
  readonly onError?: (error: unknown) => void
}

/**
 * Store in one SQLite file with the package `libsql`. Several processes of one machine may share the file; for several machines use `redisStore` or
 * `postgresStore`. A write is on disk when its promise resolves.
 */
export async function sqliteStore(file: string, { onError = reportError }: SqliteStoreOptions = {}): Promise<Store> {
  const { default: Sqlite } = await loadOptional('libsql', 'The SQLite store', () => import('libsql'))
  const database: Database = new Sqlite(file, { timeout: 5_000 })
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000')
  database.exec(schema)
  const statements = prepare(database)
  const read = (key: string): unknown => {
    const row: unknown = statements.read.get(key, Date.now())
    return storedValue(row)
  }
  const write = (key: string, value: unknown, { lifetimeMs }: StoreOptions = {}): void => {
    statements.write.run(key, JSON.stringify(value), lifetimeMs === undefined ? null : Date.now() + lifetimeMs)
  }
  const inTransaction = <T>(work: () => T): T => database.transaction(work).immediate()
  const sweep = (): void => {
    try {
      statements.sweep.run(Date.now())
    } catch (error) {
      onError(error)
    }
  }
  const sweepTimer = setInterval(sweep, SWEEP_MS).unref()
  return {
    get: async (key) => read(key),
    set: async (key, value, options) => write(key, value, options),
    take: async (key) => storedValue(statements.take.get(key, Date.now())),
    delete: async (key) => void statements.remove.run(key),
    update: async (key, change, options) =>
      inTransaction(() => {
        const after = change(read(key))
        if (after === undefined) statements.remove.run(key)
        else write(key, after, options)
        return after
      }),
    keys: async (prefix) => statements.keys.all(prefix, `${prefix}\u{10ffff}`, Date.now()).map(storedKey),
    async close() {
      clearInterval(sweepTimer)
      database.close()
    },
  }
}

function prepare(database: Database) {
  const isLive = '(expires_at IS NULL OR expires_at > ?)'
  return {
    read: database.prepare(`SELECT value FROM entries WHERE key = ? AND ${isLive}`),
    write: database.prepare(
      'INSERT INTO entries VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at',
    ),
    take: database.prepare(`DELETE FROM entries WHERE key = ? AND ${isLive} RETURNING value`),
    remove: database.prepare('DELETE FROM entries WHERE key = ?'),
    keys: database.prepare(`SELECT key FROM entries WHERE key >= ? AND key < ? AND ${isLive} ORDER BY key`),
    sweep: database.prepare('DELETE FROM entries WHERE expires_at <= ?'),
  }
}

const reportError = (error: unknown): void => console.error(error instanceof Error ? error.message : String(error))
const isRow = (row: unknown): row is Readonly<Record<string, unknown>> => typeof row === 'object' && row !== null
const storedValue = (row: unknown): unknown =>
  isRow(row) && typeof row.value === 'string' ? JSON.parse(row.value) : undefined
const storedKey = (row: unknown): string => (isRow(row) ? String(row.key) : '')
