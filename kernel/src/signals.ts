/** Plugins take signals from here, so that one page holds one copy of signals-core. */
export { batch, computed, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals-core'
