// Entry for test pages: the plugin of docs/connectors.md.
// biome-ignore lint/performance/noBarrelFile: re-exports for the test page
export { sdkWallet } from './plugin.js'
