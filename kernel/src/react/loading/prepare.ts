import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Route } from '../../modal/router.js'
import type { UiDependencies } from '../../modal/ui-dependencies.js'
import { pageOf } from '../../page/persistent-elements.js'
import { guardSlots } from '../../plugins/slot-guard.js'
import { computed, signal } from '../../signals.js'
import { catalogue, KERNEL } from '../../strings/catalogue.js'
import { chooseLocale, directionOf, type Translate } from '../../texts/i18n.js'
import { styles } from '../../ui/styles/styles.js'
import { writeTokens } from '../../ui/styles/tokens.js'
import { createFrame } from '../dialog/frame.js'
import type { PreparedInterface } from '../dialog/prepared-interface.js'
import { Shell } from '../dialog/shell.js'

const known = new WeakMap<UiDependencies, PreparedInterface>()

const box = (className: string): HTMLElement => {
  const made = document.createElement('div')
  made.className = className
  return made
}

/** Appends style sheets that are not there yet. */
export function addSheet(parts: UiDependencies, sheet: CSSStyleSheet): void {
  const shadow = known.get(parts)?.host.shadowRoot
  if (!shadow || shadow.adoptedStyleSheets.includes(sheet)) return
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet] // some browsers return a frozen array
}

/** Creates everything that does not need the page, before the first click: elements, style sheets and a React root. */
export function prepare(parts: UiDependencies): PreparedInterface {
  const before = known.get(parts)
  if (before) return before
  const { host, shadow, dialog } = pageOf(parts)
  const [tokens, rules] = [new CSSStyleSheet(), new CSSStyleSheet()]
  rules.replaceSync(styles)
  shadow.adoptedStyleSheets = [rules, tokens] // the host's color-scheme is a token; the style sheet begins with a reset
  const frame = createFrame(parts, dialog)
  const outside = box('wm-outside')
  shadow.append(outside)

  guardSlots(parts.slots, parts)
  const t = parts.messages.of(KERNEL, catalogue)
  const root = createRoot(frame.stage)
  let isDrawn = false
  const made: PreparedInterface = {
    host,
    frame,
    shown: signal<Route | null>(null),
    ahead: signal<Route | null>(null),
    draw() {
      if (isDrawn) return
      isDrawn = true
      flushSync(() => root.render(createElement(Shell, { parts, prepared: made, outside })))
    },
    texts: computed((): Translate => {
      t('')
      return (key, values) => t(key, values)
    }),
  }
  const unsubscribers = [
    parts.theme.subscribe((theme) => writeTokens(tokens, theme)),
    parts.locale.subscribe((requestedLocale) => {
      const locale = chooseLocale([requestedLocale], Object.keys(catalogue))
      for (const element of [frame.dialog, outside]) {
        element.lang = locale
        element.dir = directionOf(locale)
      }
      void parts.messages.load(KERNEL) // never rejects: keys are displayed if texts cannot be loaded
    }),
  ]
  parts.signal.addEventListener('abort', () => {
    for (const end of unsubscribers) end()
    queueMicrotask(() => root.unmount()) // React may be rendering at this moment
  })
  known.set(parts, made)
  return made
}
