import { createElement, StrictMode, useEffect, useState } from 'react'
import type { WalletModal } from '../modal/wallet-modal.js'
import { definePlugin, type Plugin, type PluginInstance, type ViewRegistration } from '../plugins/plugin.js'
import type { AnyView } from '../plugins/token.js'
import type { PageWatch } from './page-watch.js'
import { waitUntil } from './render-modal.js'

/** Part of axe-core that the conformance tests use. */
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
  readonly start: (own: PluginInstance, id: string) => WalletModal
  /** Prepares the modal for its views, for example by connecting a wallet. */
  readonly prepare: (modal: WalletModal) => unknown
}

const fail = (problem: string): never => {
  throw new Error(problem)
}
const LAST_TIMER_MS = 500
const ID = 'conformance-view'
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30))

/** The plugin with each view in React's strict mode. Calls `drawn` when a view was rendered. */
function inStrictMode(plugin: Plugin, drawn: (view: string) => unknown): Plugin {
  const { spec } = plugin
  const strict = ({ view, load, header }: ViewRegistration): ViewRegistration => ({
    view,
    header,
    async load() {
      const { default: Component } = await load()
      return {
        default: function Strict(props) {
          // React runs effects twice only in components that are mounted below an existing StrictMode
          const [isThere, setThere] = useState(false)
          useEffect(() => {
            if (isThere) drawn(view.name)
            else setThere(true)
          }, [isThere])
          return createElement(StrictMode, null, isThere && createElement(Component, props))
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
  console.error = (...parts: unknown[]) => {
    const [format, ...rest] = parts.map(String)
    messages.push(rest.reduce((text, part) => text.replace('%s', part), format ?? ''))
  }
  return {
    messages,
    end() {
      console.error = error
    },
  }
}

/** Opens a view, passes its dialog to `look` once it is rendered, and closes it. Resolves with the errors. */
async function visit(
  { plugin, options, params, start, prepare }: ViewCheckOptions,
  view: AnyView,
  look: (dialog: Element) => unknown,
): Promise<readonly string[]> {
  const drawn = new Set<string>()
  using modal = start({ plugin: inStrictMode(plugin, (name) => drawn.add(name)), options }, ID)
  await prepare(modal)
  const console = watchConsole()
  try {
    modal.open({ view, params: params[view.name] } as Parameters<typeof modal.open>[0]).catch(() => null) // reported in `errors`
    await waitUntil(
      () => drawn.has(view.name) || modal.errors.value.length > 0 || fail('It was not drawn within 3 seconds.'),
    )
    await settle()
    const dialog = document
      .querySelector(`[data-wallet-modal="${ID}"]`)
      ?.shadowRoot?.querySelector('dialog, [role="dialog"]')
    if (modal.errors.value.length === 0 && dialog) await look(dialog)
    modal.close()
    await settle()
    const errors = modal.errors.value.map(({ message }) => message)
    return errors.length > 0 ? errors : console.messages // React logs an error of a view, too
  } catch (error) {
    return [error instanceof Error ? error.message : String(error), ...modal.errors.value.map(({ message }) => message)]
  } finally {
    console.end()
  }
}

/** Opens every view twice in strict mode. Reports listeners and timers that the second visit leaves behind, because they would accumulate. */
export async function checkStrict(given: ViewCheckOptions, page: PageWatch): Promise<readonly string[]> {
  const problems: string[] = []
  for (const view of given.plugin.spec.views ?? []) {
    const say = (problem: string): void => void problems.push(`The view "${view.name}": ${problem}`)
    for (const problem of await visit(given, view, () => undefined)) say(problem)
    await quiet(page)
    const before = page.leaks()
    await visit(given, view, () => undefined)
    const left = (): readonly string[] => {
      const after = page.leaks()
      const types = [...new Set(after.listeners)].filter((type) => count(after, type) > count(before, type))
      return [
        ...types.map((type) => `a "${type}" listener stays after it is closed. Remove it in the effect's cleanup.`),
        ...(after.timers.length > before.timers.length
          ? ["a timer goes on after it is closed. End it in the effect's cleanup."]
          : []),
      ]
    }
    // a timer that was set shortly before closing may run once more
    await waitUntil(() => (left().length > 0 ? fail('There is still something.') : undefined), LAST_TIMER_MS).catch(
      () => left().forEach(say),
    )
  }
  return problems
}

/** Waits for timers that are about to end. A remaining one is not an error, because it may be set once for the page. */
const quiet = (page: PageWatch): Promise<unknown> =>
  waitUntil(() => (page.leaks().timers.length > 0 ? fail('A timer goes on.') : undefined), LAST_TIMER_MS).catch(
    () => null,
  )

const count = ({ listeners }: { readonly listeners: readonly string[] }, type: string): number =>
  listeners.filter((one) => one === type).length

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Opens every view and runs axe on it: WCAG 2.0 to 2.2, levels A and AA, without contrast, which needs a real browser. */
export async function checkAxe(given: ViewCheckOptions, axe: AxeRunner): Promise<readonly string[]> {
  const problems: string[] = []
  for (const view of given.plugin.spec.views ?? []) {
    const failed = await visit(given, view, async (dialog) => {
      const { violations } = await axe.run(dialog, { runOnly: RULES, rules: { 'color-contrast': { enabled: false } } })
      for (const { id, help, nodes } of violations)
        problems.push(`The view "${view.name}": ${help} (${id}): ${nodes.map(({ html }) => html).join(' | ')}`)
    })
    problems.push(...failed.map((problem) => `The view "${view.name}" could not be looked at: ${problem}`))
  }
  return problems
}
