export { Cache } from './cache.js'
export { createPermittedApi, type PermittedOptions, type Transport } from './permitted.js'
