import type { Pool } from 'pg'
import { loadOptional } from '../optional-package.js'
import type { Store, StoreOptions } from '../store.js'

export interface PostgresStoreOptions {
  /** Such as `postgres://user:password@host:5432/database`; `?sslmode=verify-full` for TLS. */
  readonly url: string
  /**
   * Name of the table, created if missing: at most 51 of the characters a-z, 0-9 and _, not beginning with a digit. Default: `wallet_modal_entries`.
   */
  readonly table?: string
  /**
   * Called when an idle connection fails (the next request reconnects), and when removing expired entries fails. Default: `console.error` with the
   * message.
   */
  readonly onError?: (error: unknown) => void
}

/** Interval at which expired entries are removed, in milliseconds. */
const SWEEP_MS = 60_000
/** Maximum number of attempts of an update while other requests change the same key. */
const ATTEMPTS = 1_000
/** Key of the advisory lock for creating the table, for gateways that start at the same time. */
const LOCK = 7_219_503

/**
 * Store in PostgreSQL 12 or later with the package `pg`, for several gateways behind a load balancer. Lifetimes use the database's clock. No
 * transaction spans several queries, so that a connection pooler may be used.
 */
export async function postgresStore({
  url,
  table = 'wallet_modal_entries',
  onError = reportError,
}: PostgresStoreOptions): Promise<Store> {
  if (!/^[a-z_][a-z\d_]{0,50}$/.test(table))
    throw new Error(
      `"${table}" is not a valid table name: use at most 51 of the characters a-z, 0-9 and _, and do not begin with a digit.`,
    )
  const { default: pg } = await loadOptional('pg', 'The Postgres store', () => import('pg'))
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5_000, query_timeout: 10_000 })
  pool.on('error', onError)
  try {
    await prepare(pool, table)
  } catch (error) {
    await pool.end()
    throw error
  }
  const sql = statementsOf(table)
  const run = async (text: string, values: readonly unknown[]) => (await pool.query(text, [...values])).rows
  const sweepTimer = setInterval(() => void run(sql.sweep, []).catch(onError), SWEEP_MS).unref()
  return {
    get: async (key) => (await run(sql.read, [key])).map(readValue)[0],
    async set(key, value, options) {
      await run(sql.write, [key, JSON.stringify(value), lifetimeOf(options)])
    },
    take: async (key) => (await run(sql.take, [key])).map(readValue)[0],
    delete: async (key) => void (await run(sql.remove, [key])),
    async update(key, change, options) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const [before]: readonly unknown[] = (await run(sql.read, [key])).map(textOf)
        const after = change(before === undefined ? undefined : JSON.parse(String(before)))
        if (after === undefined && before === undefined) return after
        const [text, lifetime] = [JSON.stringify(after), lifetimeOf(options)]
        const changedRows =
          after === undefined
            ? await run(sql.removeIf, [key, before])
            : before === undefined
              ? await run(sql.insert, [key, text, lifetime])
              : await run(sql.replace, [key, text, lifetime, before])
        if (changedRows.length === 1) return after
      }
      throw new Error(`Could not update an entry in Postgres: ${ATTEMPTS} attempts conflicted with other writes.`)
    },
    keys: async (prefix) => (await run(sql.keys, [prefix, `${prefix}\u{10ffff}`])).map(({ key }) => String(key)),
    async close() {
      clearInterval(sweepTimer)
      await pool.end()
    },
  }
}

/** Creates the table if it is missing. A database user without permission to create tables can use an existing table. */
async function prepare(pool: Pool, table: string): Promise<void> {
  const { rows } = await pool.query('SELECT to_regclass($1) IS NOT NULL AS exists', [table])
  if (rows[0]?.exists === true) return
  await pool.query(`BEGIN;
SELECT pg_advisory_xact_lock(${LOCK});
CREATE TABLE IF NOT EXISTS ${table} (key text COLLATE "C" PRIMARY KEY, value text NOT NULL, expires_at timestamptz);
CREATE INDEX IF NOT EXISTS ${table}_expiry ON ${table} (expires_at) WHERE expires_at IS NOT NULL;
COMMIT`)
}

function statementsOf(table: string) {
  const isLive = '(expires_at IS NULL OR expires_at > clock_timestamp())'
  const expiry = "clock_timestamp() + $3::float8 * interval '1 millisecond'"
  const insert = `INSERT INTO ${table} AS entry VALUES ($1, $2, ${expiry})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`
  return {
    read: `SELECT value FROM ${table} WHERE key = $1 AND ${isLive}`,
    write: insert,
    insert: `${insert} WHERE entry.expires_at <= clock_timestamp() RETURNING key`,
    replace: `UPDATE ${table} SET value = $2, expires_at = ${expiry} WHERE key = $1 AND value = $4 AND ${isLive} RETURNING key`,
    take: `DELETE FROM ${table} WHERE key = $1 AND ${isLive} RETURNING value`,
    remove: `DELETE FROM ${table} WHERE key = $1`,
    removeIf: `DELETE FROM ${table} WHERE key = $1 AND value = $2 AND ${isLive} RETURNING key`,
    keys: `SELECT key FROM ${table} WHERE key >= $1 AND key < $2 AND ${isLive} ORDER BY key`,
    sweep: `DELETE FROM ${table} WHERE expires_at <= clock_timestamp()`,
  }
}

type Row = Readonly<Record<string, unknown>>

const textOf = ({ value }: Row): unknown => value
const readValue = ({ value }: Row): unknown => JSON.parse(String(value))
/** A `NULL` lifetime results in a `NULL` expiry: the entry does not expire. */
const lifetimeOf = ({ lifetimeMs }: StoreOptions = {}): number | null => lifetimeMs ?? null
const reportError = (error: unknown): void => console.error(error instanceof Error ? error.message : String(error))
