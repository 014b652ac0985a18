import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensure, onPath } from './programs.mjs'

/** Debian keeps the server's programs outside of PATH. */
const debian = '/usr/lib/postgresql'
const isThere = () =>
  onPath(['initdb']) !== undefined ||
  (existsSync(debian) && readdirSync(debian).some((version) => existsSync(join(debian, version, 'bin/initdb'))))

/**
 * Makes sure that PostgreSQL is installed, for tests of gateways with a shared database.
 * @returns {Promise<string | undefined>} the reason if it is missing
 */
export const ensurePostgres = () => ensure({ name: 'PostgreSQL', packages: ['postgresql'], isThere })
