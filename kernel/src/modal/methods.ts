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
import { type ModalCore, toTheme } from './modal-core.js'
import { inBrowser, type ThemeMode } from './site.js'
import type { Theme } from './theme.js'
import type { WalletModal } from './wallet-modal.js'

interface OpenRequest {
  readonly view: AnyView
  readonly params?: unknown
  /** Present if `open` is used as an event handler, whose argument is the event. */
  readonly preventDefault?: unknown
}

/** Throws `DISPOSED` if the modal was disposed. */
export function checkAlive({ id, signal }: ModalCore): void {
  if (signal.aborted)
    fail(
      'DISPOSED',
      `The modal "${id}" was disposed.${process.env.NODE_ENV === 'production' ? '' : ' Create a new one.'}`,
    )
}

/** Creates `open` of {@link WalletModal}. */
export function createOpen(
  core: ModalCore,
  isOpen: ReadonlySignal<boolean>,
): (options?: OpenRequest) => Promise<unknown> {
  const whenClosed = (): Promise<undefined> =>
    new Promise((resolve) => {
      const stop = isOpen.subscribe((open) => {
        if (!open) queueMicrotask(() => [stop(), resolve(undefined)])
      })
    })
  return async (options) => {
    checkAlive(core)
    const isDefault = options === undefined || options?.preventDefault
    if (isDefault && isOpen.peek()) return whenClosed()
    const view = isDefault ? core.firstView() : options?.view
    if (isDefault && !view)
      fail(
        'NO_VIEW',
        `No plugin provides a view to open.${process.env.NODE_ENV === 'production' ? '' : ' Add @wallet-modal/connect.'}`,
      )
    if (process.env.NODE_ENV !== 'production') checkOpen(view)
    if (!inBrowser())
      fail(
        'NO_VIEW',
        `The modal opens only in a browser${process.env.NODE_ENV === 'production' ? '' : ', and this code does not run in one'}.`,
      )
    return core.router.reset(view as View<unknown, unknown>, options?.params)
  }
}

/** Creates the methods for connections. */
export function createConnectionMethods(core: ModalCore): Pick<WalletModal, 'disconnect' | 'switchNetwork' | 'forget'> {
  const disconnect = async (namespace?: string, connectorId?: string): Promise<void> => {
    checkAlive(core)
    if (process.env.NODE_ENV !== 'production') checkDisconnect(namespace, connectorId)
    await core.connections.disconnect(namespace, connectorId)
  }
  return {
    disconnect,
    async switchNetwork(caipNetworkId) {
      checkAlive(core)
      return core.connections.switchNetwork(caipNetworkId)
    },
    async forget() {
      checkAlive(core)
      try {
        await disconnect()
      } finally {
        core.store.forget(`wallet-modal/${core.id}/`)
        core.services.peek()?.forget()
      }
    },
  }
}

/** Creates the methods for events, settings and networks. Listeners and networks that these methods add are removed when `scope` is disposed. */
export function createSiteMethods(
  core: ModalCore,
  scope: Scope,
): Pick<WalletModal, 'on' | 'setTheme' | 'setLocale' | 'addNetwork'> {
  return {
    on<T>(event: EventToken<T>, listener: (payload: T) => void) {
      checkAlive(core)
      if (process.env.NODE_ENV !== 'production') checkOn(event, listener)
      const failed = reportAs(core.report, 'PLUGIN_FAILED', `The site's listener of "${event.name}" failed`)
      return scope.add(core.host.on(event, guarded(listener, failed)))
    },
    setTheme(next: ThemeMode | Theme) {
      checkAlive(core)
      core.theme.value = Object.freeze({ ...core.theme.peek(), ...toTheme(next) })
    },
    setLocale(next: string) {
      checkAlive(core)
      core.locale.value = checkLocale(next)
      void core.services.peek()?.messages.loadAll()
    },
    addNetwork(network: Network) {
      checkAlive(core)
      if (process.env.NODE_ENV !== 'production') checkNetwork(network)
      return scope.add(core.slots.add(networkSlot, network, 0, { owner: '', failed: core.report as never }))
    },
  }
}
