import type { Connections } from './domain/connections.js'
import { openingViews, persistentElements } from './domain/slots.js'
import type { WalletModalError } from './errors.js'
import type { Host } from './host.js'
import type { Messages } from './messages.js'
import type { RouterControls } from './router.js'
import type { ReadonlySignal } from './signals.js'
import type { Slots } from './slots.js'
import type { Theme } from './theme.js'
import type { ToastControls } from './toasts.js'
import type { View } from './token.js'

/** Everything the interface draws from. */
export interface UiParts {
  readonly id: string
  readonly slots: Slots
  readonly router: RouterControls
  readonly toasts: ToastControls
  readonly messages: Messages
  readonly host: Host
  readonly theme: ReadonlySignal<Theme>
  readonly locale: ReadonlySignal<string>
  /** Counts refused closes; each one shakes the card. */
  readonly refusals: ReadonlySignal<number>
  readonly connections: Connections
  readonly signal: AbortSignal
  report(error: WalletModalError): void
}

interface Ui {
  /** Mounts the interface, once. It shows what the router says. */
  show(): Promise<void>
  /** Loads code and texts without mounting. */
  prefetch(views: readonly View<any, any>[]): Promise<void>
  prefetchWhenIdle(): void
  /** Mounts the closed interface as soon as a plugin brings an element that has to live in it. */
  watchPersistentElements(): void
}

/** Keeps the interface out of the page until it is wanted. */
export function createUi(parts: UiParts): Ui {
  const code = (): Promise<typeof import('./react/mount.js')> => import('./react/mount.js')
  let mounted: Promise<void> | undefined

  const show = (): Promise<void> => {
    mounted ??= code().then(
      ({ mount }) => {
        if (!parts.signal.aborted) mount(parts)
      },
      (error: unknown) => {
        mounted = undefined // a failed download is tried again at the next click
        throw error
      },
    )
    return mounted
  }
  const prefetch = async (views: readonly View<any, any>[]): Promise<void> => {
    const hosted = views.flatMap((view) => parts.host.view(view) ?? [])
    const { preload } = await code()
    await Promise.allSettled([preload(parts), ...hosted.flatMap(({ registration, plugin }) => [registration.load(), parts.messages.load(plugin)])])
  }
  return {
    show,
    prefetch,
    prefetchWhenIdle() {
      const start = (): void => {
        const first = parts.slots.all(openingViews).peek().find(({ when }) => when())
        if (!parts.signal.aborted) prefetch(first ? [first.view] : []).catch(() => {}) // a click will try again and say why
      }
      const whenIdle = (): void => {
        const handle = typeof requestIdleCallback === 'function' ? requestIdleCallback(start) : setTimeout(start, 200)
        parts.signal.addEventListener('abort', () => (typeof cancelIdleCallback === 'function' ? cancelIdleCallback(handle as number) : clearTimeout(handle)))
      }
      if (document.readyState === 'complete') whenIdle()
      else addEventListener('load', whenIdle, { once: true, signal: parts.signal })
    },
    watchPersistentElements() {
      const stop = parts.slots.all(persistentElements).subscribe((elements) => {
        if (elements.length > 0) void show()
      })
      parts.signal.addEventListener('abort', stop)
    },
  }
}
