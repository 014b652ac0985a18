import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Route } from '../../modal/router.js'
import type { UiDependencies } from '../../modal/ui-dependencies.js'
import { pageOf } from '../../page/persistent-elements.js'
import { guardSlots } from '../../plugins/slot-guard.js'
import { computed, signal } from '../../signals.js'
import { catalogue, KERNEL } from '../../strings/catalogue.js'
import { directionOf } from '../../texts/direction-of.js'
import type { Translate } from '../../texts/i18n.js'
import { styles } from '../../ui/styles/styles.js'
import { writeTokens } from '../../ui/styles/tokens.js'
import { createFrame } from '../dialog/frame.js'
import type { PreparedRenderer } from '../dialog/prepared-renderer.js'
import { Shell } from '../dialog/shell.js'

const renderers = new WeakMap<UiDependencies, PreparedRenderer>()

const createBox = (className: string): HTMLElement => {
  const element = document.createElement('div')
  element.className = className
  return element
}

/** Adds a style sheet to the modal, once. */
export function addSheet(ui: UiDependencies, sheet: CSSStyleSheet): void {
  const shadow = renderers.get(ui)?.host.shadowRoot
  if (!shadow || shadow.adoptedStyleSheets.includes(sheet)) return
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet] // some browsers return a frozen array
}

/** Creates the elements, style sheets and React root of a modal, without inserting them into the page. Returns the same object on each call. */
export function prepare(ui: UiDependencies): PreparedRenderer {
  const existing = renderers.get(ui)
  if (existing) return existing
  const { host, shadow } = pageOf(ui)
  const [tokens, rules] = [new CSSStyleSheet(), new CSSStyleSheet()]
  rules.replaceSync(styles)
  shadow.adoptedStyleSheets = [rules, tokens] // `tokens` comes last: it sets the host's `color-scheme`, which the reset in `rules` would override
  const frame = createFrame(ui)
  const outside = createBox('wm-outside')
  shadow.append(outside)

  guardSlots(ui.slots)
  const t = ui.messages.of(KERNEL, catalogue)
  const root = createRoot(frame.container)
  let isRendered = false
  const prepared: PreparedRenderer = {
    host,
    frame,
    openRoute: signal<Route | null>(null),
    nextRoute: signal<Route | null>(null),
    draw() {
      if (isRendered) return
      isRendered = true
      flushSync(() => root.render(createElement(Shell, { ui, prepared, outside })))
    },
    texts: computed((): Translate => {
      t('') // subscribes to the loaded texts
      return (key, values) => t(key, values)
    }),
  }
  const unsubscribers = [
    ui.theme.subscribe((theme) => writeTokens(tokens, theme)),
    ui.locale.subscribe(() => {
      const locale = ui.messages.choose(catalogue)
      for (const element of [frame.dialog, outside]) {
        element.lang = locale
        element.dir = directionOf(locale)
      }
      void ui.messages.load(KERNEL) // never rejects: keys are displayed if texts cannot be loaded
    }),
  ]
  ui.signal.addEventListener('abort', () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
    queueMicrotask(() => root.unmount()) // React may be rendering at this moment
  })
  renderers.set(ui, prepared)
  return prepared
}
