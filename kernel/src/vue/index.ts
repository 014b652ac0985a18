export { useSignal } from './use-signal.js'
