import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensure, onPath } from './programs.mjs'

/** Debian keeps the server's programs outside of PATH. */
const debian = '/usr/lib/postgresql'
const isThere = () =>
  onPath(['initdb']) !== undefined ||
  (existsSync(debian) && readdirSync(debian).some((version) => existsSync(join(debian, version, 'bin/initdb'))))

/** Makes sure that there is a PostgreSQL for tests of gateways that share one. @returns {Promise<string | undefined>} why there is none */
export const ensurePostgres = () => ensure({ name: 'PostgreSQL', packages: ['postgresql'], isThere })
