import { persistentElements } from '../domain/slots.js'
import { whenIdle } from '../page/idle.js'
import type { AnyView } from '../plugins/token.js'
import { reportAs } from './error-reports.js'
import type { ModalCore } from './modal-core.js'
import type { UiDependencies } from './ui-dependencies.js'

interface Ui {
  /** Mounts the renderer, once. It displays the router's current view, and toasts. */
  show(): void
  /** Discovers wallets, loads the code and texts of the opening view, and renders it in advance, invisibly. */
  prefetch(): Promise<void>
  /**
   * Called when the modal is mounted. Creates persistent elements as soon as a plugin adds one, and mounts the renderer for the first toast. If
   * `prefetch` is `true`, calls `prefetch()` when the page is idle and at the first press of a pointer.
   */
  start(prefetch: boolean): void
}

type Loaded = typeof import('../react/loading/mount.js') & { readonly ui: UiDependencies }

/** Loads the renderer when it is needed. */
export function createUi(core: ModalCore): Ui {
  const { firstView, host, router, signal } = core
  let isMounted = false
  const reportFailure = reportAs(core.report, 'VIEW_FAILED', 'The interface did not load')

  const discover = (): readonly Promise<void>[] => core.connections.adapters.peek().map((adapter) => adapter.discover())

  let loaded: Loaded | undefined
  /** Loads the renderer, and the view in parallel. Ignores a failure of the view: the renderer imports the view again and reports the failure. */
  const load = async (view: AnyView | undefined): Promise<Loaded> => {
    const registered = view && host.view(view)?.registration()
    registered?.then((registration) => registration.load()).catch(() => null)
    const [{ mount, preloadBriefly, preloadOpening }, services] = await Promise.all([
      import('../react/loading/mount.js'),
      core.loadServices(),
    ])
    loaded ??= { mount, preloadBriefly, preloadOpening, ui: { ...core, ...services } }
    return loaded
  }
  /** Loads the renderer and preloads a view. Starts discovery, so that the wallet list is rendered with the discovered wallets. */
  const loadFor = async (view: AnyView | undefined): Promise<Loaded> => {
    // The opening view can display discovered wallets later, so its code is requested before the discovery code. Other views may depend on whether a
    // wallet is installed, so discovery starts first.
    if (view === firstView()) setTimeout(discover)
    else discover()
    const code = await load(view)
    await code.preloadBriefly(code.ui, view)
    return code
  }
  const show = async (): Promise<void> => {
    if (isMounted) return
    isMounted = true
    const first = firstView() // read before the code is loaded, because a wallet may reconnect meanwhile
    try {
      // even for a loaded module, `import()` resolves in a later task, which would delay rendering by a frame
      const { mount, ui } = loaded ?? (await loadFor(router.current.peek()?.view))
      if (!signal.aborted) mount(ui, firstView, first)
    } catch (cause) {
      isMounted = false // a failed download is retried on the next click
      router.clear()
      core.services.peek()?.toasts.hide()
      reportFailure(cause)
    }
  }
  const prefetch = async (): Promise<void> => {
    const wallets = discover()
    const { preloadOpening, ui } = await load(firstView())
    await preloadOpening(ui, firstView, wallets)
  }
  return {
    show,
    prefetch,
    start(wantsPrefetch) {
      mountPersistentElements(core, reportFailure)
      core.services.subscribe((services) => services?.toasts.current.subscribe((toast) => toast && show()))
      if (wantsPrefetch) beforeFirstClick(() => prefetch().catch(() => null), signal) // a click retries and reports the error
    },
  }
}

function mountPersistentElements(core: ModalCore, failed: (cause: unknown) => void): void {
  const stop = core.slots.all(persistentElements).subscribe((elements) => {
    if (elements[0]) import('../page/persistent-elements.js').then(({ enterPage }) => enterPage(core), failed)
  })
  core.signal.addEventListener('abort', stop)
}

/** Calls `run` when the page has loaded and is idle, and at the first press of a pointer. */
function beforeFirstClick(run: () => void, signal: AbortSignal): void {
  const runWhenIdle = (): void => whenIdle(run, signal)
  addEventListener('pointerdown', run, { once: true, capture: true, signal })
  if (document.readyState === 'complete') runWhenIdle()
  else addEventListener('load', runWhenIdle, { once: true, signal })
}
