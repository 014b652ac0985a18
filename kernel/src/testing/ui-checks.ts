import type { WalletModal } from '../modal/wallet-modal.js'
import { definePlugin, type Plugin, type PluginInstance, type PluginUi } from '../plugins/plugin.js'
import { waitUntil } from './render-modal.js'
import { withoutComments } from './without-comments.js'

/** Key without its plural category, because languages have different categories. */
const stem = (key: string): string => key.replace(/\.(zero|one|two|few|many|other)$/, '')

const fail = (problem: string): never => {
  throw new Error(problem)
}

/** Keys that the code passes to `ctx.t` as string literals. */
const keysIn = (code: string): readonly string[] =>
  [...withoutComments(code).matchAll(/\bctx\.t\(\s*(['"`])([^'"`$]+)\1\s*[,)]/g)].map(([, , key = '']) => key)

/** Reports views without a component, and missing or unknown texts. */
export async function checkUi(
  { spec }: Plugin,
  { views, strings }: PluginUi,
  sources: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const problems: string[] = []
  for (const { name } of spec.views ?? []) {
    const registered = views.find(({ view }) => view.name === name)
    const module = await registered?.load()
    if (typeof module?.default !== 'function') problems.push(`The view "${name}" has no component.`)
  }
  const unlisted = views.filter(({ view }) => !spec.views?.some(({ name }) => name === view.name))
  problems.push(...unlisted.map(({ view }) => `The view "${view.name}" is registered, but "views" does not list it.`))
  if (views.length > 0 && !strings?.en) problems.push('There are views and no English texts.')
  const english = Object.keys((await strings?.en?.()) ?? {})
  for (const [locale, load] of Object.entries(strings ?? {})) {
    const unknown = Object.keys(await load()).filter(
      (key) => !english.some((one) => one === key || stem(key) === stem(one)),
    )
    problems.push(...unknown.map((key) => `The text "${key}" of ${locale} has no English version.`))
  }
  const headers = views.flatMap(({ header }) => [header.title, header.label, header.start?.label])
  const used = [...headers, ...Object.values(sources).flatMap(keysIn)].filter((key) => typeof key === 'string')
  const missing = [...new Set(used)].filter((key) => !english.some((one) => one === key || stem(one) === key))
  problems.push(...missing.map((key) => `The text "${key}" is used, but has no English version.`))
  return problems
}

/** Lets the download of the plugin's UI fail, clicks Retry, and checks that Retry repeats the download. */
export async function checkRetry(
  plugin: Plugin,
  start: (instance: PluginInstance, id: string) => WalletModal,
  { options, params }: { readonly options: unknown; readonly params: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { spec } = plugin
  const [view] = spec.views ?? []
  const load = spec.ui
  if (!view || !load) return
  let isBroken = true
  let downloads = 0
  const flaky = definePlugin<unknown, unknown>({
    ...spec,
    async ui() {
      if (isBroken) fail('simulated: the download failed')
      downloads++
      return load()
    },
  })
  using modal = start({ plugin: flaky, options }, 'conformance-retry')
  const failures = (): number => modal.errors.value.filter((error) => error.message.includes('simulated')).length
  modal.open({ view, params: params[view.name] } as Parameters<typeof modal.open>[0]).catch(() => null) // reported in `modal.errors`
  const retry = await waitUntil(() => {
    if (failures() === 0) fail('The failure is not reported.')
    const { shadowRoot } =
      document.querySelector('[data-wallet-modal="conformance-retry"]') ?? fail('The modal is not in the page.')
    const buttons = [...(shadowRoot?.querySelectorAll('button') ?? [])]
    return buttons.find((button) => /retry|again/i.test(button.textContent ?? '')) ?? fail('There is no button Retry.')
  })
  const reported = failures()
  isBroken = false
  retry.click()
  await waitUntil(() => (downloads === 0 ? fail('Retry does not repeat the download.') : undefined))
  await new Promise((resolve) => setTimeout(resolve, 20))
  if (failures() > reported) fail('Retry reports the earlier failure again.')
}
