import { ensure, onPath } from './programs.mjs'

/**
 * Makes sure that Redis is installed, for tests of gateways with a shared store.
 * @returns {Promise<string | undefined>} the reason if it is missing
 */
export const ensureRedis = () =>
  ensure({ name: 'Redis', packages: ['redis-server'], isThere: () => onPath(['redis-server']) !== undefined })
