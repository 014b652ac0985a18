import type { WalletModal } from '../modal/wallet-modal.js'
import { definePlugin, type Plugin, type PluginInstance, type PluginUi } from '../plugins/plugin.js'
import { waitUntil } from './render-modal.js'

/** Key without its plural form, because languages have different ones. */
const stem = (key: string): string => key.replace(/\.(zero|one|two|few|many|other)$/, '')

const fail = (problem: string): never => {
  throw new Error(problem)
}

/** Reports views without a component, and missing or unknown texts. */
export async function checkUi({ spec }: Plugin, { views, strings }: PluginUi): Promise<readonly string[]> {
  const problems: string[] = []
  for (const { name } of spec.views ?? []) {
    const found = views.find(({ view }) => view.name === name)
    const module = await found?.load()
    if (typeof module?.default !== 'function') problems.push(`The view "${name}" has no component.`)
  }
  if (views.length > 0 && !strings?.en) problems.push('There are views and no English texts.')
  const english = Object.keys((await strings?.en?.()) ?? {})
  for (const [locale, load] of Object.entries(strings ?? {})) {
    const unknown = Object.keys(await load()).filter(
      (key) => !english.some((one) => one === key || stem(key) === stem(one)),
    )
    problems.push(...unknown.map((key) => `"${key}" of ${locale} is not in English.`))
  }
  return problems
}

/** Makes the download of the interface fail, restores it, clicks Retry, and checks that the download is repeated. */
export async function recovers(
  plugin: Plugin,
  start: (own: PluginInstance, id: string) => WalletModal,
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
      if (isBroken) fail('planted: the download broke')
      downloads++
      return load()
    },
  })
  using modal = start({ plugin: flaky, options }, 'conformance-retry')
  const planted = (): number => modal.errors.value.filter((error) => error.message.includes('planted')).length
  modal.open({ view, params: params[view.name] } as Parameters<typeof modal.open>[0]).catch(() => null) // what fails is reported
  const retry = await waitUntil(() => {
    if (planted() === 0) fail('The failure is not reported.')
    const { shadowRoot } =
      document.querySelector('[data-wallet-modal="conformance-retry"]') ?? fail('The modal is not in the page.')
    const buttons = [...(shadowRoot?.querySelectorAll('button') ?? [])]
    return buttons.find((button) => /retry|again/i.test(button.textContent ?? '')) ?? fail('There is no Retry.')
  })
  const reported = planted()
  isBroken = false
  retry.click()
  await waitUntil(() => (downloads === 0 ? fail('Retry does not download again.') : undefined))
  await new Promise((resolve) => setTimeout(resolve, 20))
  if (planted() > reported) fail('The failure is remembered after Retry.')
}
