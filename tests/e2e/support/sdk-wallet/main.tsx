// What a page of the tests takes: the plugin of docs/connectors.md.
// biome-ignore lint/performance/noBarrelFile: it only hands on
export { sdkWallet } from './plugin.js'
