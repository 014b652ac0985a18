import { persistentElements } from '../domain/slots.js'
import { messageOf, WalletModalError } from '../errors/errors.js'
import { whenIdle } from '../page/idle.js'
import type { AnyView } from '../plugins/token.js'
import type { Services } from './services.js'
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
export function createUi(
  known: Omit<UiParts, 'toasts' | 'messages'>,
  loadServices: () => Promise<Services>,
  firstView: () => AnyView | undefined,
): Ui {
  const { host, report, router, signal, slots } = known
  let isMounted = false
  const reportFailure = (cause: unknown): void =>
    report(new WalletModalError('VIEW_FAILED', `The interface could not be loaded: ${messageOf(cause)}`, { cause }))

  const discover = (): readonly Promise<void>[] =>
    known.connections.adapters.peek().map((adapter) => adapter.discover())

  let loaded: Loaded | undefined
  /** Loads the view in parallel with the interface, which imports it again and reports failures. */
  const load = async (view: AnyView | undefined): Promise<Loaded> => {
    const registered = view && host.view(view)?.registration()
    registered?.then((registration) => registration.load()).catch(() => null)
    const [{ mount, preloadBriefly, preloadOpening }, services] = await Promise.all([
      import('../react/loading/mount.js'),
      loadServices(),
    ])
    loaded ??= { mount, preloadBriefly, preloadOpening, parts: { ...known, ...services } }
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
  const prefetchNow = (): unknown => prefetch().catch(() => null) // a click retries and reports the error
  const prefetchLater = (): void => whenIdle(prefetchNow, signal)
  return {
    show: () => void show(),
    prefetch,
    begin(wantsPrefetch) {
      const stop = slots.all(persistentElements).subscribe((elements) => {
        if (elements[0])
          import('../page/persistent-elements.js').then(({ enterPage }) => enterPage(known), reportFailure)
      })
      signal.addEventListener('abort', stop)
      if (!wantsPrefetch) return
      addEventListener('pointerdown', prefetchNow, { once: true, capture: true, signal }) // a click may follow
      if (document.readyState === 'complete') prefetchLater()
      else addEventListener('load', prefetchLater, { once: true, signal })
    },
  }
}
