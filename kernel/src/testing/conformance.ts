import type { Network } from '../domain/network.js'
import { messageOf } from '../errors/errors.js'
import { createWalletModal } from '../modal/modal.js'
import type { WalletModal } from '../modal/wallet-modal.js'
import type { Plugin, PluginInstance, PluginUi } from '../plugins/plugin.js'
import { checkEntry } from './entry-chunk.js'
import { compareManifest, type PluginPackage } from './manifest.js'
import { type PageWatch, watchPage } from './page-watch.js'
import { createPlaceholders } from './placeholder-plugin.js'
import { checkModuleState, sharedObjects } from './shared-state.js'
import { checkSources } from './sources.js'
import { checkRetry, checkUi } from './ui-checks.js'
import { type AxeRunner, checkAxe, checkStrict } from './view-checks.js'

/** Source files by path. */
type SourceFiles = Readonly<Record<string, string>>

export interface ConformanceOptions {
  /** The plugin's options. */
  readonly options?: unknown
  /** The plugin's package.json. */
  readonly manifest: PluginPackage
  /**
   * The plugin's source files by path, without tests, for the checks that read source code:
   * `import.meta.glob('./src/**\/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })`.
   */
  readonly sources: Readonly<Record<string, string>>
  /** Path of the entry's source file. Default: the `index` file nearest to the root. */
  readonly entry?: string
  /** axe-core's default export. */
  readonly axe: AxeRunner
  /** Params of views that require them, by the view's name. */
  readonly params?: Readonly<Record<string, unknown>>
  /** Prepares the modal for its views, for example by connecting a wallet. */
  readonly prepare?: (modal: WalletModal) => unknown
  /**
   * Plugins that provide the capabilities which the plugin requires. Default: a plugin that provides an empty object for each of these capabilities.
   */
  readonly beside?: readonly PluginInstance[]
  readonly networks?: readonly Network[]
}

/** One check of a plugin. `run` rejects with a description of the problem. */
export interface ConformanceCheck {
  readonly name: string
  run(): Promise<void>
}

const fail = (problem: string): never => {
  throw new Error(problem)
}
const expectNone = (problems: readonly string[]): void => {
  if (problems.length > 0) fail(problems.join('\n'))
}
const settle = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, 0))
  await new Promise((resolve) => setTimeout(resolve, 0))
}

type Checks = Readonly<Record<string, (page: PageWatch) => Promise<void>>>

/** Plugin under test. */
interface Subject {
  readonly plugin: Plugin
  readonly options: unknown
  /** Plugins that the plugin under test requires. */
  readonly beside: readonly PluginInstance[]
  /** Starts a modal with `instance` and the plugins in `beside`. */
  start(instance: PluginInstance, id?: string): WalletModal
}

const messagesOf = ({ errors }: WalletModal): readonly string[] => errors.value.map(({ message }) => message)

const startChecks = ({ plugin, options, start }: Subject): Checks => ({
  async 'it starts without an error, with the plugins it requires'() {
    using modal = start({ plugin, options })
    await settle()
    expectNone(messagesOf(modal))
  },
  async 'without a capability it requires, the error names the plugin and the fix'() {
    const { name, requires = [] } = plugin.spec
    if (requires.length === 0) return
    try {
      createWalletModal({ id: 'conformance', plugins: [{ plugin, options }] }).dispose()
    } catch (error) {
      const message = messageOf(error)
      if (!message.includes(name) || !message.includes('Add '))
        fail(`The error does not name the plugin and the fix: ${message}`)
      return
    }
    fail('It starts without the capabilities it requires.')
  },
  async 'its setup sends no request and changes nothing in the page'(page) {
    using modal = start({ plugin, options })
    if (modal.use(plugin) instanceof Promise) fail('setup returns a promise.')
    const { globals, requests, keys, nodes } = page.leaks()
    expectNone([
      ...globals.map((name) => `global ${name}`),
      ...requests.map((url) => `request ${url}`),
      ...keys,
      ...(nodes ? ['nodes in the page'] : []),
    ])
  },
  async 'it sends no request before the modal opens'(page) {
    using modal = start({ plugin, options })
    await settle()
    expectNone([...messagesOf(modal), ...page.leaks().requests])
  },
})

const cleanupChecks = ({ plugin, options, beside, start }: Subject, read: () => SourceFiles): Checks => ({
  async 'it removes everything when it is disposed, and can start again'(page) {
    for (let round = 0; round < 3; round++) {
      using modal = start({ plugin, options })
      await settle()
      expectNone(messagesOf(modal))
      modal.dispose()
      await settle()
      expectNone(messagesOf(modal))
      const { listeners, timers, globals, nodes } = page.leaks()
      if (listeners.length + timers.length + globals.length + nodes > 0)
        fail(`Not removed: ${JSON.stringify({ listeners, timers, globals, nodes })}`)
    }
  },
  async 'it stores only under the storage keys in its permissions'(page) {
    const { name, permissions } = plugin.spec
    const allowed = (permissions?.storage ?? []).map((key) => `wallet-modal/conformance/${name}/${key}`)
    using modal = start({ plugin, options })
    await settle()
    await modal.prefetch().catch(() => null) // another check reports views that cannot be loaded
    expectNone(
      page
        .leaks()
        .keys.filter((key) => !allowed.includes(key))
        .map((key) => `The storage key "${key}" is not in permissions.storage.`),
    )
  },
  async 'two modals of one page share no state of the plugin'() {
    expectNone(checkModuleState(read()))
    using one = start({ plugin, options }, 'conformance-one')
    using other = start({ plugin, options }, 'conformance-other')
    await settle()
    const inputs = [options, plugin.spec, ...beside.map((each) => each.options)]
    expectNone(sharedObjects(one.use(plugin), other.use(plugin), inputs))
    one.dispose()
    await settle()
    expectNone(messagesOf(other).map((message) => `After the other modal was disposed: ${message}`))
  },
})

/**
 * Conformance checks for any plugin. Run each in its own test, in a page (a browser, happy-dom or jsdom):
 * `for (const { name, run } of conformance(plugin, { manifest, sources, axe })) test(name, run)`.
 */
export function conformance(
  plugin: Plugin,
  {
    options = {},
    manifest,
    sources,
    entry,
    axe,
    networks = [],
    params = {},
    prepare = () => undefined,
    beside = createPlaceholders(plugin),
  }: ConformanceOptions,
): readonly ConformanceCheck[] {
  const { spec } = plugin
  const start = (instance: PluginInstance, id = 'conformance'): WalletModal =>
    createWalletModal({
      id,
      plugins: [...beside, instance],
      networks,
      prefetch: 'never',
      logLevel: 'silent',
      locale: 'en',
    })
  const subject: Subject = { plugin, options, beside, start }
  const ui = async (): Promise<PluginUi> => (await spec.ui?.())?.ui ?? { views: [] }
  const views = { plugin, options, params, start, prepare }
  const read = (): SourceFiles =>
    Object.keys(sources ?? {}).length > 0 ? sources : fail('Pass the plugin\'s source files as "sources".')

  const checks: Checks = {
    'its manifest matches its code': async () => expectNone(compareManifest(plugin, manifest)),
    ...startChecks(subject),
    ...cleanupChecks(subject, read),
    'every view it registers loads, and has English texts': async () =>
      expectNone(await checkUi(plugin, await ui(), read())),
    'Retry loads a view again after a failed download': () => checkRetry(plugin, start, views),
    'its views render in strict mode, and remove everything when they are closed': async (page) =>
      expectNone(await checkStrict(views, page)),
    'axe finds no violation in its views': async () =>
      expectNone(await checkAxe(views, axe ?? fail('Pass axe-core as "axe": import axe from "axe-core".'))),
    'its entry imports no view and no SDK': async () => expectNone(checkEntry(read(), entry)),
    'its sources use only the services and RPC methods in its permissions': async () =>
      expectNone(checkSources(read(), spec.permissions ?? {})),
  }
  return Object.entries(checks).map(([name, check]) => ({
    name,
    async run() {
      const page = watchPage()
      try {
        await check(page)
      } finally {
        page.end()
      }
    },
  }))
}
