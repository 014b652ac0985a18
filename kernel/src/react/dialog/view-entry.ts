import { createElement, type ReactNode } from 'react'
import { withDeadline } from '../../errors/deadline.js'
import type { HostedView } from '../../modal/host.js'
import type { UiDependencies } from '../../modal/ui-dependencies.js'
import type { ViewContext, ViewHeader } from '../../plugins/plugin.js'
import { type ReadonlySignal, type Signal, signal } from '../../signals.js'
import type { Locale, Translate } from '../../texts/i18n.js'

type Draw = (params: unknown, resolve: (result?: unknown) => void) => ReactNode

/** View whose code, model and texts are loaded. */
interface LoadedView {
  readonly header: ViewHeader
  readonly draw: Draw
}

export type ViewState =
  | { readonly status: 'loading' }
  | ({ readonly status: 'ready'; readonly attempt: number } & LoadedView)
  /** `notLoaded`: the component could not be imported. `crashed`: it was imported, but the plugin's model or texts failed. */
  | { readonly status: 'notLoaded' | 'crashed' }

/** Loading state of a view, and its texts and error handlers. */
export interface ViewEntry {
  readonly state: ReadonlySignal<ViewState>
  /** Translates texts of the view's plugin. */
  readonly t: Translate
  /** Language of the texts, once loaded. Reads signals. */
  language(): Locale | undefined
  /** Message of the latest error of the title, which is not reported again. */
  titleError?: string
  /** Reports an error of the view's plugin. */
  readonly failed: (error: unknown) => void
  /** Reports an error of an event handler and displays a toast. The view stays open. */
  readonly handlerFailed: (error: unknown) => unknown
  /** Resolves when the latest import has settled. */
  settled(): Promise<void>
  /** Imports the view again after a failure. */
  retry(): void
}

/** Entries are not React state, so that a preloaded view is rendered in the first frame. */
const entries = new WeakMap<HostedView, ViewEntry>()

/** Entry of a view. The first call creates it and starts to load the view. */
export function viewEntry(ui: UiDependencies, hosted: HostedView): ViewEntry {
  const existing = entries.get(hosted)
  if (existing) return existing
  const entry = createEntry(ui, hosted)
  entries.set(hosted, entry)
  return entry
}

function createEntry(ui: UiDependencies, hosted: HostedView): ViewEntry {
  const { view, plugin, context, failed } = hosted
  const { router, toast, openWindow, t, networks, site, connections, all, get, maybe, emit } = context
  const ctx: ViewContext = Object.freeze({
    ...{ router, toast, openWindow, t, networks, site, connections, all, get, maybe, emit },
  })
  const state: Signal<ViewState> = signal({ status: 'loading' })
  let attempt = 0
  let hasCode = false

  const load = async (): Promise<LoadedView> => {
    const component = async () => {
      const { load: loadModule, header = {} } = await hosted.registration()
      const module = await loadModule()
      if (typeof module?.default !== 'function') throw new Error('its default export is not a component')
      return { View: module.default, header }
    }
    const modelAndTexts = Promise.all([hosted.model(), ui.messages.load(plugin)])
    modelAndTexts.catch(() => null) // prevents an unhandled rejection if the component fails first
    const { View, header } = await component()
    hasCode = true
    const [model] = await modelAndTexts
    return { header, draw: (params, resolve) => createElement(View, { params, model, ctx, resolve }) }
  }
  let settled = Promise.resolve()
  const start = (): void => {
    const thisAttempt = ++attempt
    const loading = load()
    const display = (loaded: LoadedView): void => {
      if (thisAttempt === attempt) state.value = { status: 'ready', ...loaded, attempt }
    }
    settled = withDeadline(loading, `loading the view "${view.name}"`, plugin).then(display, (error: unknown) => {
      if (thisAttempt !== attempt || context.abortSignal.aborted) return
      state.value = { status: hasCode ? 'crashed' : 'notLoaded' }
      failed(error)
      loading.then(display, () => null) // on a slow connection, the code may arrive after the deadline
    })
  }
  start()
  return {
    state,
    t,
    language: () => ui.messages.languageOf(plugin),
    failed,
    handlerFailed: (error) =>
      import('../../errors/action-failed.js').then(
        ({ actionFailed }) => actionFailed(ui, plugin, `an event handler of its view "${view.name}"`, error),
        () => failed(error),
      ),
    settled: () => settled,
    retry() {
      state.value = { status: 'loading' }
      start()
    },
  }
}
