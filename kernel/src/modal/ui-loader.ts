import { persistentElements } from '../domain/slots.js'
import { messageOf, WalletModalError } from '../errors/errors.js'
import { whenIdle } from '../page/idle.js'
import type { AnyView } from '../plugins/token.js'
import type { Services } from './services.js'
import type { UiParts } from './ui-parts.js'

interface Ui {
  /** Mounts the interface, once. It shows what the router says. */
  show(): void
  /** Loads the code and texts of the opening view without mounting. */
  prefetch(): Promise<void>
  /** In the page: makes persistent elements as soon as a plugin brings one, and fetches code when idle. */
  begin(prefetch: boolean): void
}

type Loaded = typeof import('../react/loading/mount.js') & { readonly parts: UiParts }

/** Keeps the interface out of the page until it is wanted. */
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
  /** The view's code comes beside the interface's, not after it. The interface asks again, and tells about failures. */
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
  /** Also the start of discovery, so that the list is drawn with the wallets that are found. */
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
      // even a finished import() takes a turn of its own, and a frame with it
      const { mount, parts } = loaded ?? (await loadFor(first))
      if (!signal.aborted) mount(parts, choose)
    } catch (cause) {
      isMounted = false // a failed download is tried again at the next click
      router.clear()
      reportFailure(cause)
    }
  }
  const prefetch = async (): Promise<void> => {
    const wallets = discover()
    const { preloadOpening, parts } = await load(firstView())
    await preloadOpening(parts, firstView, wallets)
  }
  const prefetchNow = (): unknown => prefetch().catch(() => null) // a click will try again and say why
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
