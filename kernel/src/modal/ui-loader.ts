import { persistentElements } from '../domain/slots.js'
import { whenIdle } from '../page/idle.js'
import type { AnyView } from '../plugins/token.js'
import { reportAs } from './error-reports.js'
import type { ModalParts } from './modal-parts.js'
import type { UiParts } from './ui-parts.js'

interface Ui {
  /** Mounts the interface, once. It follows the router. */
  show(): void
  /** Loads the code and texts of the opening view without mounting. */
  prefetch(): Promise<void>
  /** In the page: creates persistent elements as soon as a plugin adds one, and preloads code when idle. */
  begin(prefetch: boolean): void
}

type Loaded = typeof import('../react/loading/mount.js') & { readonly parts: UiParts }

/** Loads the interface when it is needed. */
export function createUi(parts: ModalParts): Ui {
  const { firstView, host, router, signal } = parts
  let isMounted = false
  const reportFailure = reportAs(parts.report, 'VIEW_FAILED', 'The interface could not be loaded')

  const discover = (): readonly Promise<void>[] =>
    parts.connections.adapters.peek().map((adapter) => adapter.discover())

  let loaded: Loaded | undefined
  /** Loads the view in parallel with the interface, which imports it again and reports failures. */
  const load = async (view: AnyView | undefined): Promise<Loaded> => {
    const registered = view && host.view(view)?.registration()
    registered?.then((registration) => registration.load()).catch(() => null)
    const [{ mount, preloadBriefly, preloadOpening }, services] = await Promise.all([
      import('../react/loading/mount.js'),
      parts.loadServices(),
    ])
    loaded ??= { mount, preloadBriefly, preloadOpening, parts: { ...parts, ...services } }
    return loaded
  }
  /** Also starts discovery, so that the list is rendered with the discovered wallets. */
  const loadFor = async (view: AnyView | undefined): Promise<Loaded> => {
    discover()
    const code = await load(view)
    await code.preloadBriefly(code.parts, view)
    return code
  }
  const show = async (): Promise<void> => {
    if (isMounted) return
    isMounted = true
    try {
      const first = router.current.peek()?.view
      const choose = first === firstView() && firstView
      // import() of a loaded module takes a task, which would cost a frame
      const { mount, parts } = loaded ?? (await loadFor(first))
      if (!signal.aborted) mount(parts, choose)
    } catch (cause) {
      isMounted = false // a failed download is retried on the next click
      router.clear()
      reportFailure(cause)
    }
  }
  const prefetch = async (): Promise<void> => {
    const wallets = discover()
    const { preloadOpening, parts } = await load(firstView())
    await preloadOpening(parts, firstView, wallets)
  }
  return {
    show: () => void show(),
    prefetch,
    begin(wantsPrefetch) {
      mountPersistentElements(parts, reportFailure)
      if (wantsPrefetch) beforeFirstClick(() => prefetch().catch(() => null), signal) // a click retries and reports the error
    },
  }
}

function mountPersistentElements(parts: ModalParts, failed: (cause: unknown) => void): void {
  const stop = parts.slots.all(persistentElements).subscribe((elements) => {
    if (elements[0]) import('../page/persistent-elements.js').then(({ enterPage }) => enterPage(parts), failed)
  })
  parts.signal.addEventListener('abort', stop)
}

/** Calls `run` when the page has loaded and is idle, and at the first press of a pointer, which a click may follow. */
function beforeFirstClick(run: () => void, signal: AbortSignal): void {
  const runWhenIdle = (): void => whenIdle(run, signal)
  addEventListener('pointerdown', run, { once: true, capture: true, signal })
  if (document.readyState === 'complete') runWhenIdle()
  else addEventListener('load', runWhenIdle, { once: true, signal })
}
