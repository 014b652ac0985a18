import { createElement, StrictMode, useEffect, useState } from 'react'
import type { WalletModal } from '../modal/wallet-modal.js'
import { definePlugin, type Plugin, type PluginInstance, type ViewRegistration } from '../plugins/plugin.js'
import type { AnyView } from '../plugins/token.js'
import type { PageWatch } from './page-watch.js'
import { waitUntil } from './render-modal.js'

/** The part of axe-core that the kit uses. */
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
  /** What views are opened with, by the view's name. */
  readonly params: Readonly<Record<string, unknown>>
  readonly start: (own: PluginInstance, id: string) => WalletModal
  /** Brings the modal to where its views make sense. */
  readonly prepare: (modal: WalletModal) => unknown
}

const fail = (problem: string): never => {
  throw new Error(problem)
}
const LAST_TIMER_MS = 500
const ID = 'conformance-view'
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30))

/** The plugin with each view in React's strict mode, and a note when one has been drawn. */
function strictly(plugin: Plugin, drawn: (view: string) => unknown): Plugin {
  const { spec } = plugin
  const strict = ({ view, load, header }: ViewRegistration): ViewRegistration => ({
    view,
    header,
    async load() {
      const { default: Component } = await load()
      return {
        default: function Strict(props) {
          // React runs effects twice only for what is put below a strict mode that is there already
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

/** Notes what is told to the console as an error: React's objections. */
function watchConsole(): { readonly said: string[]; end(): void } {
  const { error } = console
  const said: string[] = []
  console.error = (...parts: unknown[]) => {
    const [format, ...rest] = parts.map(String)
    said.push(rest.reduce((text, part) => text.replace('%s', part), format ?? ''))
  }
  return {
    said,
    end() {
      console.error = error
    },
  }
}

/** Opens one view, hands its dialog on once it is drawn, closes it, and says what went wrong. */
async function visit(
  { plugin, options, params, start, prepare }: ViewCheckOptions,
  view: AnyView,
  look: (dialog: Element) => unknown,
): Promise<readonly string[]> {
  const drawn = new Set<string>()
  using modal = start({ plugin: strictly(plugin, (name) => drawn.add(name)), options }, ID)
  await prepare(modal)
  const console = watchConsole()
  try {
    modal.open({ view, params: params[view.name] } as Parameters<typeof modal.open>[0]).catch(() => null) // told by errors
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
    return errors.length > 0 ? errors : console.said // of an error React tells as well
  } catch (error) {
    return [error instanceof Error ? error.message : String(error), ...modal.errors.value.map(({ message }) => message)]
  } finally {
    console.end()
  }
}

/** Opens every view twice in strict mode: whatever the second time adds to the page and leaves there would pile up. */
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
    // what was set shortly before the end may run once more
    await waitUntil(() => (left().length > 0 ? fail('There is still something.') : undefined), LAST_TIMER_MS).catch(
      () => left().forEach(say),
    )
  }
  return problems
}

/** Waits for timers that are about to end. One that stays is no fault yet: it may be there once for the page. */
const quiet = (page: PageWatch): Promise<unknown> =>
  waitUntil(() => (page.leaks().timers.length > 0 ? fail('A timer goes on.') : undefined), LAST_TIMER_MS).catch(
    () => null,
  )

const count = ({ listeners }: { readonly listeners: readonly string[] }, type: string): number =>
  listeners.filter((one) => one === type).length

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Opens every view and lets axe look at it: WCAG 2.0 to 2.2, levels A and AA. Contrast can only be seen in a real browser. */
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
