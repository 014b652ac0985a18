import { checkNetwork, type Network } from '../domain/network.js'
import { networks as networkSlot } from '../domain/slots.js'
import { fail } from '../errors/errors.js'
import { guarded } from '../errors/guard.js'
import type { AnyView, EventToken, View } from '../plugins/token.js'
import type { Scope } from '../scope.js'
import type { ReadonlySignal } from '../signals.js'
import { checkLocale } from '../texts/locale.js'
import { checkDisconnect, checkOn, checkOpen } from './check-arguments.js'
import { reportAs } from './error-reports.js'
import { type ModalParts, toTheme } from './modal-parts.js'
import { inBrowser, type ThemeMode } from './site.js'
import type { Theme } from './theme.js'
import type { WalletModal } from './wallet-modal.js'

interface Opening {
  readonly view: AnyView
  readonly params?: unknown
}

/** Throws `DISPOSED`. */
export function checkAlive({ id, signal }: ModalParts): void {
  if (signal.aborted)
    fail(
      'DISPOSED',
      `The modal "${id}" was disposed.${process.env.NODE_ENV === 'production' ? '' : ' Make a new one.'}`,
    )
}

/** Makes `open` of {@link WalletModal}. */
export function createOpen(
  parts: ModalParts,
  isOpen: ReadonlySignal<boolean>,
): (options?: Opening) => Promise<unknown> {
  const whenClosed = (): Promise<undefined> =>
    new Promise((resolve) => {
      const stop = isOpen.subscribe((open) => {
        if (!open) queueMicrotask(() => [stop(), resolve(undefined)])
      })
    })
  return async (options) => {
    checkAlive(parts)
    if (options === undefined && isOpen.peek()) return whenClosed()
    const view = options === undefined ? parts.firstView() : options?.view
    if (view === undefined && options === undefined)
      fail(
        'NO_VIEW',
        `No plugin provides a view to open.${process.env.NODE_ENV === 'production' ? '' : ' Add @wallet-modal/connect.'}`,
      )
    if (process.env.NODE_ENV !== 'production') checkOpen(view)
    if (!inBrowser())
      fail(
        'NO_VIEW',
        `The modal opens only in a browser${process.env.NODE_ENV === 'production' ? '' : ', and this code runs without one'}.`,
      )
    return parts.router.reset(view as View<unknown, unknown>, options?.params)
  }
}

/** Makes the methods that end, change and erase connections. */
export function createConnectionMethods(
  parts: ModalParts,
): Pick<WalletModal, 'disconnect' | 'switchNetwork' | 'forget'> {
  const disconnect = async (namespace?: string, connectorId?: string): Promise<void> => {
    checkAlive(parts)
    if (process.env.NODE_ENV !== 'production') checkDisconnect(namespace, connectorId)
    await parts.connections.disconnect(namespace, connectorId)
  }
  return {
    disconnect,
    async switchNetwork(caipNetworkId) {
      checkAlive(parts)
      return parts.connections.switchNetwork(caipNetworkId)
    },
    async forget() {
      checkAlive(parts)
      try {
        await disconnect()
      } finally {
        parts.store.forget(`wallet-modal/${parts.id}/`)
        parts.services.peek()?.forget()
      }
    },
  }
}

/** Methods of the site for events and settings. Listeners and networks that they add are removed with `scope`. */
export function createSiteMethods(
  parts: ModalParts,
  scope: Scope,
): Pick<WalletModal, 'on' | 'setTheme' | 'setLocale' | 'addNetwork'> {
  return {
    on<T>(event: EventToken<T>, listener: (payload: T) => void) {
      checkAlive(parts)
      if (process.env.NODE_ENV !== 'production') checkOn(event, listener)
      const failed = reportAs(parts.report, 'PLUGIN_FAILED', `The site's listener of "${event.name}" failed`)
      return scope.add(parts.host.on(event, guarded(listener, failed)))
    },
    setTheme(next: ThemeMode | Theme) {
      checkAlive(parts)
      parts.theme.value = Object.freeze({ ...parts.theme.peek(), ...toTheme(next) })
    },
    setLocale(next: string) {
      checkAlive(parts)
      parts.locale.value = checkLocale(next)
      void parts.services.peek()?.messages.loadAll()
    },
    addNetwork(network: Network) {
      checkAlive(parts)
      if (process.env.NODE_ENV !== 'production') checkNetwork(network)
      const failed = reportAs(parts.report, 'PLUGIN_FAILED', 'The site failed in a network')
      return scope.add(parts.slots.add(networkSlot, network, 0, { owner: '', failed }))
    },
  }
}
