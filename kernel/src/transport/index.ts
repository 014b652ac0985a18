export { Cache } from './cache.js'
export { createPermittedApi, type PermittedOptions } from './permitted.js'
