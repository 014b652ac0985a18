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

export interface ConformanceOptions {
  /** What the plugin needs to start. */
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
  /** What views are opened with that take params, by the view's name. */
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

/**
 * What every plugin is held to. Run each check in a test of its own, in a page (a browser, happy-dom or jsdom):
 * `for (const { name, run } of conformance(plugin, { manifest, sources, axe })) test(name, run)`.
 */
export function conformance(
  plugin: Plugin,
  {
    options = {},
    manifest,
    sources,
    axe,
    networks = [],
    params = {},
    prepare = () => undefined,
    ...rest
  }: ConformanceOptions,
): readonly ConformanceCheck[] {
  const { spec } = plugin
  const beside = rest.beside ?? standIn(plugin)
  const start = (own: PluginInstance, id = 'conformance'): WalletModal =>
    createWalletModal({ id, plugins: [...beside, own], networks, prefetch: 'never', logLevel: 'silent', locale: 'en' })
  const instance = (): PluginInstance => ({ plugin, options })
  const ui = async (): Promise<PluginUi> => (await spec.ui?.())?.ui ?? { views: [] }
  const views = { plugin, options, params, start, prepare }
  const read = (): Readonly<Record<string, string>> =>
    Object.keys(sources ?? {}).length > 0 ? sources : fail('Hand in the plugin\'s source files as "sources".')

  const checks: Readonly<Record<string, (page: PageWatch) => Promise<void>>> = {
    'its manifest says what its code says': async () => none(compareManifest(plugin, manifest)),
    async 'it starts without an error, alone or beside what it requires'() {
      using modal = start(instance())
      await settle()
      none(modal.errors.value.map((error) => error.message))
    },
    async 'without what it requires it is refused in one sentence'() {
      if ((spec.requires ?? []).length === 0) return
      try {
        createWalletModal({ id: 'conformance', plugins: [instance()] }).dispose()
      } catch (error) {
        const message = messageOf(error)
        if (!message.includes(spec.name) || !message.includes('Add '))
          fail(`The refusal does not say who needs what: ${message}`)
        return
      }
      fail('It starts without the capabilities it requires.')
    },
    async 'its setup asks nobody and writes nothing to the page'(page) {
      using modal = start(instance())
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
      using modal = start(instance())
      await settle()
      none([...modal.errors.value.map((error) => error.message), ...page.leaks().requests])
    },
    async 'it leaves nothing behind, and starts again'(page) {
      for (let round = 0; round < 3; round++) {
        using modal = start(instance())
        await settle()
        none(modal.errors.value.map((error) => error.message))
        modal.dispose()
        await settle()
        const { listeners, timers, globals, nodes } = page.leaks()
        if (listeners.length + timers.length + globals.length + nodes > 0)
          fail(`Still there: ${JSON.stringify({ listeners, timers, globals, nodes })}`)
      }
    },
    async 'what it keeps in the browser is listed and bears its name'(page) {
      const allowed = (spec.permissions?.storage ?? []).map((key) => `wallet-modal/conformance/${spec.name}/${key}`)
      using modal = start(instance())
      await settle()
      await modal.prefetch().catch(() => null) // what does not load is found below
      none(
        page
          .leaks()
          .keys.filter((key) => !allowed.includes(key))
          .map((key) => `The storage key "${key}" is not listed.`),
      )
    },
    'every view it registers loads, and has texts in English': async () => none(await checkUi(plugin, await ui())),
    'a view that could not be downloaded comes back with Retry': () => recovers(plugin, start, views),
    'its views can be drawn twice, as strict mode does, and leave nothing when they are closed': async (page) =>
      none(await checkStrict(views, page)),
    'axe finds nothing in its views': async () =>
      none(await checkAxe(views, axe ?? fail('Hand in axe-core as "axe": import axe from "axe-core".'))),
    async 'two modals of one page share nothing of it'() {
      none(checkModuleState(read()))
      using one = start(instance(), 'conformance-one')
      using other = start(instance(), 'conformance-other')
      await settle()
      none(sharedObjects(one.use(plugin), other.use(plugin), [options, spec, ...beside.map((each) => each.options)]))
      one.dispose()
      await settle()
      none(other.errors.value.map((error) => `When the other modal ends: ${error.message}`))
    },
    'its entry holds no view and no SDK': async () => none(checkEntry(read(), rest.entry)),
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
