import type { ComponentType } from 'react'
import { withDeadline } from '../deadline.js'
import type { HostedView } from '../host.js'
import type { ViewContext, ViewHeader, ViewProps } from '../plugin.js'
import { type ReadonlySignal, type Signal, signal } from '../signals.js'
import type { UiParts } from '../ui-loader.js'

/** What it takes to draw a view. */
export interface LoadedView {
  // biome-ignore lint/suspicious/noExplicitAny: type-erasing seam
  readonly component: ComponentType<ViewProps<any, any, any>>
  readonly model: unknown
  readonly header: ViewHeader
}

export type ViewState =
  | { readonly status: 'loading' }
  | ({ readonly status: 'ready'; readonly attempt: number } & LoadedView)
  | { readonly status: 'failed' }

export interface ViewEntry {
  readonly state: ReadonlySignal<ViewState>
  /** The part of its plugin's context that the view gets. */
  readonly ctx: ViewContext
  /** Resolves when the latest import has ended, well or not. */
  settled(): Promise<void>
  /** Imports the view anew: an earlier failure is not remembered. */
  retry(): void
}

/** Outside React, so that a view that was fetched before is drawn in the very first frame. */
const entries = new WeakMap<HostedView, ViewEntry>()

/** The loaded or loading code of a view. The first call starts the import. */
export function viewEntry(parts: UiParts, hosted: HostedView): ViewEntry {
  const known = entries.get(hosted)
  if (known) return known
  const entry = createEntry(parts, hosted)
  entries.set(hosted, entry)
  return entry
}

function createEntry(parts: UiParts, hosted: HostedView): ViewEntry {
  const { view, plugin, context, failed } = hosted
  const state: Signal<ViewState> = signal({ status: 'loading' })
  let attempt = 0

  const load = async (): Promise<LoadedView> => {
    const draw = async (): Promise<Omit<LoadedView, 'model'>> => {
      const { load: loadModule, header } = await hosted.registration()
      const module = await loadModule()
      if (typeof module?.default !== 'function') throw new Error('its module has no component as default export')
      return { component: module.default, header }
    }
    const [drawn, model] = await Promise.all([draw(), hosted.model(), parts.messages.load(plugin)])
    return { ...drawn, model }
  }
  let settled = Promise.resolve()
  const start = (): void => {
    const mine = ++attempt
    settled = withDeadline(load(), `loading the view "${view.name}"`, plugin).then(
      (loaded) => {
        if (mine === attempt) state.value = { status: 'ready', ...loaded, attempt }
      },
      (error: unknown) => {
        if (mine !== attempt || context.abortSignal.aborted) return
        state.value = { status: 'failed' }
        failed(error)
      },
    )
  }
  start()
  const { router, toast, t, networks, site, connections, all, get, maybe } = context
  return {
    state,
    settled: () => settled,
    ctx: Object.freeze({ router, toast, t, networks, site, connections, all, get, maybe }),
    retry() {
      state.value = { status: 'loading' }
      start()
    },
  }
}
