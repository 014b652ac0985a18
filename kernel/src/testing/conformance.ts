import type { Network } from '../domain/network.js'
import { messageOf } from '../errors.js'
import { createWalletModal, type WalletModal } from '../modal.js'
import { definePlugin, type Plugin, type PluginInstance, type PluginUi } from '../plugin.js'
import { capability } from '../token.js'
import { compareManifest, type PluginPackage } from './manifest.js'
import { type Leaks, watchPage } from './page-watch.js'
import { checkSources } from './sources.js'
import { checkUi, recovers } from './ui-checks.js'

export interface ConformanceOptions {
  /** What the plugin needs to start. */
  readonly options?: unknown
  /** Its package.json. */
  readonly manifest: PluginPackage
  /** Its source files by name, for what can only be read. */
  readonly sources?: Readonly<Record<string, string>>
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

/** Provides what `spec` requires, where nobody else does. */
function standIn({ spec }: Plugin): readonly PluginInstance[] {
  const requires = spec.requires ?? []
  if (requires.length === 0) return []
  const provides = requires.map(({ name }) => capability<object>(name))
  const setup = (ctx: Parameters<typeof spec.setup>[0]): void => provides.forEach((token) => ctx.provide(token, {}))
  return [definePlugin({ name: 'conformance-stand-in', kernel: '^0.1', provides, setup })()]
}

/**
 * What every plugin is held to. Run each check in a test of its own, in a page (a browser, happy-dom or jsdom):
 * `for (const { name, run } of conformance(plugin, { manifest })) test(name, run)`.
 */
export function conformance(plugin: Plugin, { options = {}, manifest, sources = {}, networks = [], ...rest }: ConformanceOptions): readonly ConformanceCheck[] {
  const { spec } = plugin
  const beside = rest.beside ?? standIn(plugin)
  const start = (own: PluginInstance, id = 'conformance'): WalletModal =>
    createWalletModal({ id, plugins: [...beside, own], networks, prefetch: 'never', logLevel: 'silent', locale: 'en' })
  const instance = (): PluginInstance => ({ plugin, options })
  const watched = async (run: () => Promise<void> | void): Promise<Leaks> => {
    const page = watchPage()
    try {
      await run()
      return page.leaks()
    } finally {
      page.end()
    }
  }
  const ui = async (): Promise<PluginUi> => (await spec.ui?.())?.ui ?? { views: [] }

  return [
    { name: 'its manifest says what its code says', run: async () => none(compareManifest(plugin, manifest)) },
    {
      name: 'it starts without an error, alone or beside what it requires',
      async run() {
        using modal = start(instance())
        await settle()
        none(modal.errors.value.map((error) => error.message))
      },
    },
    {
      name: 'without what it requires it is refused in one sentence',
      async run() {
        if ((spec.requires ?? []).length === 0) return
        try {
          createWalletModal({ id: 'conformance', plugins: [instance()] }).dispose()
        } catch (error) {
          const message = messageOf(error)
          if (!message.includes(spec.name) || !message.includes('Add ')) fail(`The refusal does not say who needs what: ${message}`)
          return
        }
        fail('It starts without the capabilities it requires.')
      },
    },
    {
      name: 'its setup is synchronous, asks nobody and writes nothing to the page',
      async run() {
        let output: unknown
        const { globals, requests, keys, nodes } = await watched(() => {
          using modal = start(instance())
          output = modal.use(plugin)
        })
        if (output instanceof Promise) fail('setup returns a promise.')
        none([...globals.map((name) => `global ${name}`), ...requests.map((url) => `request ${url}`), ...keys, ...(nodes ? ['nodes in the page'] : [])])
      },
    },
    {
      name: 'it leaves nothing behind, and starts again',
      async run() {
        for (let round = 0; round < 3; round++) {
          const leaks = await watched(async () => {
            const modal = start(instance())
            await settle()
            none(modal.errors.value.map((error) => error.message))
            modal.dispose()
            await settle()
          })
          const { listeners, timers, globals, nodes } = leaks
          if (listeners.length + timers + globals.length + nodes > 0) fail(`Still there after dispose: ${JSON.stringify(leaks)}`)
        }
      },
    },
    {
      name: 'it asks nobody before the modal is opened',
      async run() {
        const { requests } = await watched(async () => {
          using modal = start(instance())
          await settle()
          none(modal.errors.value.map((error) => error.message))
        })
        none(requests)
      },
    },
    {
      name: 'what it keeps in the browser is listed and bears its name',
      async run() {
        const allowed = (spec.permissions?.storage ?? []).map((key) => `wallet-modal/conformance/${spec.name}/${key}`)
        const { keys } = await watched(async () => {
          using modal = start(instance())
          await settle()
          await modal.prefetch().catch(() => null)
        })
        none(keys.filter((key) => !allowed.includes(key)).map((key) => `The storage key "${key}" is not listed.`))
      },
    },
    { name: 'every view it registers loads, and has texts in English', run: async () => none(await checkUi(plugin, await ui())) },
    { name: 'a view that could not be downloaded comes back with Retry', run: () => recovers(plugin, start, options) },
    { name: 'its sources reach only what its permissions list', run: async () => none(checkSources(sources, spec.permissions ?? {})) },
  ]
}
