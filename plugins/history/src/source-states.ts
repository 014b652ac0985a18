import { batch, computed, type HistorySource, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { initialState, type MergedHistory, mergeSources, type SourceState } from './source-state.js'
import type { Sources, Subject } from './sources.js'

/** Loading states of the sources of one chain family. */
export interface SourceStates {
  /** States of the queried sources, in order of precedence. */
  readonly all: ReadonlySignal<readonly SourceState[]>
  readonly merged: ReadonlySignal<MergedHistory>
  /** Contributed sources that are queried if the Blockchain API does not support the network. */
  readonly fallbacks: ReadonlySignal<readonly HistorySource[]>
  /** Contributed sources that are always queried. */
  readonly others: ReadonlySignal<readonly HistorySource[]>
  of(source: HistorySource): SourceState
  put(state: SourceState): void
  setLoading(isLoading: boolean): void
  clear(): void
}

export function createSourceStates(sources: Sources, subject: ReadonlySignal<Subject | null>): SourceStates {
  const states = signal<ReadonlyMap<HistorySource, SourceState>>(new Map())
  const isLoading = signal(false)
  const ofFamily = computed(() =>
    sources.contributed.value.filter(({ namespace }) => namespace === subject.value?.network.namespace),
  )
  const fallbacks = computed(() => ofFamily.value.filter(({ isFallback }) => isFallback))
  const others = computed(() => ofFamily.value.filter(({ isFallback }) => !isFallback))
  const all = computed(() =>
    [sources.service, ...fallbacks.value, ...others.value].flatMap((source) => states.value.get(source) ?? []),
  )
  return {
    all,
    merged: computed(() => mergeSources(all.value, isLoading.value)),
    fallbacks,
    others,
    of: (source) => states.peek().get(source) ?? initialState(source),
    put(state) {
      states.value = new Map(states.peek()).set(state.source, state)
    },
    setLoading(next) {
      isLoading.value = next
    },
    clear: () =>
      batch(() => {
        states.value = new Map()
        isLoading.value = false
      }),
  }
}
