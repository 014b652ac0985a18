import type { Network } from '../domain/network.js'
import { messageOf } from '../errors/errors.js'
import { createWalletModal } from '../modal/modal.js'
import type { WalletModal } from '../modal/wallet-modal.js'
import type { Plugin, PluginInstance, PluginUi } from '../plugins/plugin.js'
import { checkModuleState, sharedObjects } from './apart.js'
import { checkEntry } from './entry-chunk.js'
import { compareManifest, type PluginPackage } from './manifest.js'
import { type PageWatch, watchPage } from './page-watch.js'
import { checkSources } from './sources.js'
import { standIn } from './stand-in.js'
import { checkUi, recovers } from './ui-checks.js'
import { type AxeRunner, checkAxe, checkStrict } from './view-checks.js'

/** Source files by path. */
type SourceFiles = Readonly<Record<string, string>>

export interface ConformanceOptions {
  /** The plugin's options. */
  readonly options?: unknown
  /** Its package.json. */
  readonly manifest: PluginPackage
  /**
   * Its source files by path, without tests, for what can only be read:
   * `import.meta.glob('./src/**\/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })`.
   */
  readonly sources: Readonly<Record<string, string>>
  /** Which of them the package's entry is made of. Default: the `index` nearest to the root. */
  readonly entry?: string
  /** axe-core's default export. */
  readonly axe: AxeRunner
  /** Params of views that take them, by the view's name. */
  readonly params?: Readonly<Record<string, unknown>>
  /** Brings the modal to where the views make sense, for example with a wallet connected. */
  readonly prepare?: (modal: WalletModal) => unknown
  /** Plugins it requires. Without them a capability is stood in for by an empty object. */
  readonly beside?: readonly PluginInstance[]
  readonly networks?: readonly Network[]
}

/** One thing a good plugin does. `run` rejects with what is wrong. */
export interface ConformanceCheck {
  readonly name: string
  run(): Promise<void>
}

const fail = (problem: string): never => {
  throw new Error(problem)
}
const none = (problems: readonly string[]): void => {
  if (problems.length > 0) fail(problems.join('\n'))
}
const settle = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, 0))
  await new Promise((resolve) => setTimeout(resolve, 0))
}

type Checks = Readonly<Record<string, (page: PageWatch) => Promise<void>>>

/** Plugin under test, with what its checks share. */
interface Subject {
  readonly plugin: Plugin
  readonly options: unknown
  /** Plugins beside it. */
  readonly beside: readonly PluginInstance[]
  /** Starts a modal with these plugins and `own`. */
  start(own: PluginInstance, id?: string): WalletModal
}

const messagesOf = ({ errors }: WalletModal): readonly string[] => errors.value.map(({ message }) => message)

/** Starting, without a request or a write to the page. */
const startChecks = ({ plugin, options, start }: Subject): Checks => ({
  async 'it starts without an error, alone or beside what it requires'() {
    using modal = start({ plugin, options })
    await settle()
    none(messagesOf(modal))
  },
  async 'without what it requires it is refused in one sentence'() {
    const { name, requires = [] } = plugin.spec
    if (requires.length === 0) return
    try {
      createWalletModal({ id: 'conformance', plugins: [{ plugin, options }] }).dispose()
    } catch (error) {
      const message = messageOf(error)
      if (!message.includes(name) || !message.includes('Add '))
        fail(`The refusal does not say who needs what: ${message}`)
      return
    }
    fail('It starts without the capabilities it requires.')
  },
  async 'its setup asks nobody and writes nothing to the page'(page) {
    using modal = start({ plugin, options })
    if (modal.use(plugin) instanceof Promise) fail('setup returns a promise.')
    const { globals, requests, keys, nodes } = page.leaks()
    none([
      ...globals.map((name) => `global ${name}`),
      ...requests.map((url) => `request ${url}`),
      ...keys,
      ...(nodes ? ['nodes in the page'] : []),
    ])
  },
  async 'it asks nobody before the modal is opened'(page) {
    using modal = start({ plugin, options })
    await settle()
    none([...messagesOf(modal), ...page.leaks().requests])
  },
})

/** What stays on the page and in the browser, and what two modals share. */
const cleanupChecks = ({ plugin, options, beside, start }: Subject, read: () => SourceFiles): Checks => ({
  async 'it leaves nothing behind, and starts again'(page) {
    for (let round = 0; round < 3; round++) {
      using modal = start({ plugin, options })
      await settle()
      none(messagesOf(modal))
      modal.dispose()
      await settle()
      const { listeners, timers, globals, nodes } = page.leaks()
      if (listeners.length + timers.length + globals.length + nodes > 0)
        fail(`Still there: ${JSON.stringify({ listeners, timers, globals, nodes })}`)
    }
  },
  async 'what it keeps in the browser is listed and bears its name'(page) {
    const { name, permissions } = plugin.spec
    const allowed = (permissions?.storage ?? []).map((key) => `wallet-modal/conformance/${name}/${key}`)
    using modal = start({ plugin, options })
    await settle()
    await modal.prefetch().catch(() => null) // a view that cannot be loaded fails another check
    none(
      page
        .leaks()
        .keys.filter((key) => !allowed.includes(key))
        .map((key) => `The storage key "${key}" is not listed.`),
    )
  },
  async 'two modals of one page share nothing of it'() {
    none(checkModuleState(read()))
    using one = start({ plugin, options }, 'conformance-one')
    using other = start({ plugin, options }, 'conformance-other')
    await settle()
    const given = [options, plugin.spec, ...beside.map((each) => each.options)]
    none(sharedObjects(one.use(plugin), other.use(plugin), given))
    one.dispose()
    await settle()
    none(messagesOf(other).map((message) => `When the other modal ends: ${message}`))
  },
})

/**
 * Checks that every plugin passes. Run each in its own test, in a page (a browser, happy-dom or jsdom):
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
    beside = standIn(plugin),
  }: ConformanceOptions,
): readonly ConformanceCheck[] {
  const { spec } = plugin
  const start = (own: PluginInstance, id = 'conformance'): WalletModal =>
    createWalletModal({ id, plugins: [...beside, own], networks, prefetch: 'never', logLevel: 'silent', locale: 'en' })
  const subject: Subject = { plugin, options, beside, start }
  const ui = async (): Promise<PluginUi> => (await spec.ui?.())?.ui ?? { views: [] }
  const views = { plugin, options, params, start, prepare }
  const read = (): SourceFiles =>
    Object.keys(sources ?? {}).length > 0 ? sources : fail('Hand in the plugin\'s source files as "sources".')

  const checks: Checks = {
    'its manifest says what its code says': async () => none(compareManifest(plugin, manifest)),
    ...startChecks(subject),
    ...cleanupChecks(subject, read),
    'every view it registers loads, and has texts in English': async () => none(await checkUi(plugin, await ui())),
    'a view that could not be downloaded comes back with Retry': () => recovers(plugin, start, views),
    'its views can be drawn twice, as strict mode does, and leave nothing when they are closed': async (page) =>
      none(await checkStrict(views, page)),
    'axe finds nothing in its views': async () =>
      none(await checkAxe(views, axe ?? fail('Hand in axe-core as "axe": import axe from "axe-core".'))),
    'its entry holds no view and no SDK': async () => none(checkEntry(read(), entry)),
    'its sources reach only what its permissions list': async () => none(checkSources(read(), spec.permissions ?? {})),
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
