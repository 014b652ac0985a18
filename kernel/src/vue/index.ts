export type { WalletModalElements } from './global-components.js'
export { useSignal } from './use-signal.js'
