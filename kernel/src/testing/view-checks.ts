import { createElement, StrictMode, useEffect, useState } from 'react'
import type { WalletModal } from '../modal/wallet-modal.js'
import { definePlugin, type Plugin, type PluginInstance, type ViewRegistration } from '../plugins/plugin.js'
import type { AnyView } from '../plugins/token.js'
import type { PageWatch } from './page-watch.js'
import { waitUntil } from './render-modal.js'

/** The members of axe-core that the conformance checks use. */
export interface AxeRunner {
  run(
    context: Element,
    options: object,
  ): Promise<{
    readonly violations: readonly {
      readonly id: string
      readonly help: string
      readonly nodes: readonly { readonly html: string }[]
    }[]
  }>
}

export interface ViewCheckOptions {
  readonly plugin: Plugin
  readonly options: unknown
  /** Params of views that need them, by the view's name. */
  readonly params: Readonly<Record<string, unknown>>
  readonly start: (instance: PluginInstance, id: string) => WalletModal
  /** Prepares the modal for its views, for example by connecting a wallet. */
  readonly prepare: (modal: WalletModal) => unknown
}

const fail = (problem: string): never => {
  throw new Error(problem)
}
/** Time for which a timer may still run after a view was closed. */
const LAST_TIMER_MS = 500
const ID = 'conformance-view'
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30))

/** Returns the plugin with its views in React's strict mode. Calls `onRender` when a view was rendered. */
function inStrictMode(plugin: Plugin, onRender: (view: string) => unknown): Plugin {
  const { spec } = plugin
  const strict = ({ view, load, header }: ViewRegistration): ViewRegistration => ({
    view,
    header,
    async load() {
      const { default: Component } = await load()
      return {
        default: function Strict(props) {
          // React runs effects twice only in components that are mounted below an existing StrictMode
          const [isMounted, setMounted] = useState(false)
          useEffect(() => {
            if (isMounted) onRender(view.name)
            else setMounted(true)
          }, [isMounted])
          return createElement(StrictMode, null, isMounted && createElement(Component, props))
        },
      }
    },
  })
  return definePlugin<unknown, unknown>({
    ...spec,
    ui: async () => {
      const ui = (await spec.ui?.())?.ui ?? { views: [] }
      return { ui: { ...ui, views: ui.views.map(strict) } }
    },
  })
}

/** Records `console.error`, through which React reports mistakes. */
function watchConsole(): { readonly messages: string[]; end(): void } {
  const { error } = console
  const messages: string[] = []
  console.error = (...values: unknown[]) => {
    const [format, ...texts] = values.map(String)
    messages.push(texts.reduce((message, text) => message.replace('%s', text), format ?? ''))
  }
  return {
    messages,
    end() {
      console.error = error
    },
  }
}

/** Opens a view, passes its dialog to `inspect` once the view is rendered, and closes it. Resolves with the error messages. */
async function visit(
  { plugin, options, params, start, prepare }: ViewCheckOptions,
  view: AnyView,
  inspect: (dialog: Element) => unknown,
): Promise<readonly string[]> {
  const rendered = new Set<string>()
  using modal = start({ plugin: inStrictMode(plugin, (name) => rendered.add(name)), options }, ID)
  await prepare(modal)
  const console = watchConsole()
  try {
    modal.open({ view, params: params[view.name] } as Parameters<typeof modal.open>[0]).catch(() => null) // reported in `errors`
    await waitUntil(
      () => rendered.has(view.name) || modal.errors.value.length > 0 || fail('It was not rendered within 3 seconds.'),
    )
    await settle()
    const dialog = document
      .querySelector(`[data-wallet-modal="${ID}"]`)
      ?.shadowRoot?.querySelector('dialog, [role="dialog"]')
    if (modal.errors.value.length === 0 && dialog) await inspect(dialog)
    modal.close()
    await settle()
    const errors = modal.errors.value.map(({ message }) => message)
    return errors.length > 0 ? errors : console.messages // not both: React also logs the errors of views
  } catch (error) {
    return [error instanceof Error ? error.message : String(error), ...modal.errors.value.map(({ message }) => message)]
  } finally {
    console.end()
  }
}

/** Opens every view twice in strict mode. Reports errors, and listeners and timers that the second visit adds. */
export async function checkStrict(options: ViewCheckOptions, page: PageWatch): Promise<readonly string[]> {
  const problems: string[] = []
  for (const view of options.plugin.spec.views ?? []) {
    const report = (problem: string): void => void problems.push(`The view "${view.name}": ${problem}`)
    for (const problem of await visit(options, view, () => undefined)) report(problem)
    await waitForTimers(page)
    const before = page.leaks()
    await visit(options, view, () => undefined)
    const remaining = (): readonly string[] => {
      const after = page.leaks()
      const types = [...new Set(after.listeners)].filter((type) => count(after, type) > count(before, type))
      return [
        ...types.map((type) => `a "${type}" listener remains after it is closed. Remove it in the effect's cleanup.`),
        ...(after.timers.length > before.timers.length
          ? ["a timer still runs after it is closed. Clear it in the effect's cleanup."]
          : []),
      ]
    }
    // a timer that was set shortly before closing may run once more
    await waitUntil(() => (remaining().length > 0 ? fail('Something remains.') : undefined), LAST_TIMER_MS).catch(() =>
      remaining().forEach(report),
    )
  }
  return problems
}

/** Waits up to {@link LAST_TIMER_MS} for running timers. A plugin may keep a timer for the whole page. */
const waitForTimers = (page: PageWatch): Promise<unknown> =>
  waitUntil(() => (page.leaks().timers.length > 0 ? fail('A timer still runs.') : undefined), LAST_TIMER_MS).catch(
    () => null,
  )

const count = ({ listeners }: { readonly listeners: readonly string[] }, type: string): number =>
  listeners.filter((one) => one === type).length

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Opens every view and runs axe on it: WCAG 2.0 to 2.2, levels A and AA, without contrast, which needs a real browser. */
export async function checkAxe(options: ViewCheckOptions, axe: AxeRunner): Promise<readonly string[]> {
  const problems: string[] = []
  for (const view of options.plugin.spec.views ?? []) {
    const errors = await visit(options, view, async (dialog) => {
      const { violations } = await axe.run(dialog, { runOnly: RULES, rules: { 'color-contrast': { enabled: false } } })
      for (const { id, help, nodes } of violations)
        problems.push(`The view "${view.name}": ${help} (${id}): ${nodes.map(({ html }) => html).join(' | ')}`)
    })
    problems.push(...errors.map((error) => `The view "${view.name}" could not be checked: ${error}`))
  }
  return problems
}
