// Replaces ./connect-button.js in frameworks with server components (export condition "react-server"), as ./client.js replaces ./index.js.
// biome-ignore lint/performance/noBarrelFile: it only re-exports
export { ConnectButton } from './connect-button.js'
