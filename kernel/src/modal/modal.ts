import { closed, opened } from '../domain/events.js'
import type { WalletModalError } from '../errors/errors.js'
import { seal } from '../errors/guard.js'
import { orderPlugins } from '../plugins/order.js'
import type { Plugin } from '../plugins/plugin.js'
import { validatePlugins } from '../plugins/validate.js'
import { Scope } from '../scope.js'
import { derived, type ReadonlySignal, signal } from '../signals.js'
import { warnAboutNames } from '../texts/warnings.js'
import { checkUse } from './check-arguments.js'
import { checkConfig, type WalletModalConfig } from './config.js'
import { createReport, reportAs } from './error-reports.js'
import { claimInstance } from './instances.js'
import { checkAlive, createConnectionMethods, createOpen, createSiteMethods } from './methods.js'
import { createModalCore } from './modal-core.js'
import { preparePlugin } from './prepare.js'
import { inBrowser } from './site.js'
import { createUi } from './ui-loader.js'
import type { WalletModal } from './wallet-modal.js'

/** Validates the configuration, starts the plugins, and mounts the modal in a browser. Throws `WalletModalError` for an invalid configuration. */
export function createWalletModal(config: WalletModalConfig): WalletModal {
  if (process.env.NODE_ENV !== 'production') {
    checkConfig(config)
    validatePlugins(config.plugins)
    warnAboutNames('strings', config.strings ?? {}, config.plugins)
  }
  const plugins = orderPlugins(config.plugins.map(preparePlugin))
  const errors = signal<readonly WalletModalError[]>([])
  const report = createReport(errors, config.logLevel)
  const scope = new Scope(reportAs(report, 'DISPOSE_FAILED', 'The modal failed in dispose'))
  const core = createModalCore(config, report, scope.signal)
  const [{ id, host, router }, ui] = [core, createUi(core)]
  if (inBrowser()) scope.add(claimInstance(document, id)) // released last: cleanups run in reverse order
  scope.add(() => host.stop())
  scope.add(() => router.clear())
  host.start(plugins)

  const isOpen = derived(() => router.current.value !== null)
  scope.add(
    whenToggled(isOpen, (open) => {
      if (open) ui.show()
      host.emit(open ? opened : closed, undefined)
    }),
  )
  if (inBrowser())
    queueMicrotask(() => {
      if (scope.signal.aborted) return
      host.mount()
      ui.start(config.prefetch !== 'never')
    })
  const dispose = (): void => scope.dispose()
  return seal({
    id,
    isOpen,
    connections: core.connections,
    networks: core.networks,
    errors: derived(() => errors.value),
    theme: derived(() => core.theme.value),
    locale: core.site.locale,
    strings: config.strings,
    languages: config.languages,
    open: createOpen(core, isOpen),
    close() {
      checkAlive(core)
      return router.close()
    },
    use(plugin: Plugin) {
      if (process.env.NODE_ENV !== 'production') checkUse(plugin)
      return host.output(plugin.spec.name)
    },
    async prefetch() {
      checkAlive(core)
      await ui.prefetch()
    },
    ...createConnectionMethods(core),
    ...createSiteMethods(core, scope),
    dispose,
    [Symbol.dispose]: dispose,
  } as WalletModal)
}

/** Calls `run` whenever `isOpen` changes, but not for its initial value. */
function whenToggled(isOpen: ReadonlySignal<boolean>, run: (isOpen: boolean) => void): () => void {
  let wasOpen = isOpen.peek()
  return isOpen.subscribe((open) => {
    if (open === wasOpen) return
    wasOpen = open
    run(open)
  })
}
