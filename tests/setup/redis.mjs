import { ensure, onPath } from './programs.mjs'

/** Makes sure that there is a Redis for tests of gateways that share one. @returns {Promise<string | undefined>} why there is none */
export const ensureRedis = () =>
  ensure({ name: 'Redis', packages: ['redis-server'], isThere: () => onPath(['redis-server']) !== undefined })
