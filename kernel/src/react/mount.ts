import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { connectGates, connectMethods } from '../domain/slots.js'
import type { Translate } from '../i18n.js'
import { catalogue, KERNEL } from '../strings/catalogue.js'
import type { AnyView } from '../token.js'
import { styles } from '../ui/styles.js'
import { writeTokens } from '../ui/tokens.js'
import type { UiParts } from '../ui-loader.js'
import { createFrame } from './frame.js'
import { keepPersistentElements } from './persistent.js'
import { Shell } from './Shell.js'
import { viewEntry } from './view-entry.js'

const translators = new WeakMap<UiParts, Translate>()

/** The kernel's own texts take part in the catalogue like those of a plugin. */
function kernelTexts(parts: UiParts): Translate {
  const known = translators.get(parts)
  if (known) return known
  const t = parts.messages.of(KERNEL, catalogue)
  translators.set(parts, t)
  return t
}

/** Fetches what views need, so that opening them draws everything in one frame. Failures are told when the view is shown. */
export async function preload(parts: UiParts, views: readonly AnyView[] = []): Promise<void> {
  kernelTexts(parts)
  const within = [...parts.slots.all(connectMethods).peek(), ...parts.slots.all(connectGates).peek()].map(
    (item) => item.view,
  )
  const loads = [...views, ...within].flatMap((view) => {
    const hosted = parts.host.view(view)
    return hosted ? [viewEntry(parts, hosted).settled()] : []
  })
  await Promise.allSettled([parts.messages.load(KERNEL), ...loads])
}

/** Puts the interface into the page, closed. It shows what the router says until `parts.signal` is aborted, which undoes everything. */
export function mount(parts: UiParts): void {
  const t = kernelTexts(parts)
  const host = document.createElement('div')
  host.dataset.walletModal = parts.id
  const shadow = host.attachShadow({ mode: 'open' })
  const tokens = new CSSStyleSheet()
  const rules = new CSSStyleSheet()
  rules.replaceSync(styles)
  shadow.adoptedStyleSheets = [tokens, rules]
  const frame = createFrame(parts)
  const persistent = document.createElement('div')
  persistent.className = 'wm-persistent'
  frame.dialog.append(persistent)
  const outside = document.createElement('div')
  outside.className = 'wm-outside'
  shadow.append(frame.dialog, outside)
  const page = document.body ?? document.documentElement
  page.append(host)

  const root = createRoot(frame.stage)
  const ends = [
    parts.theme.subscribe((theme) => writeTokens(tokens, theme)),
    parts.locale.subscribe(() => void parts.messages.load(KERNEL).catch(() => {})), // keys are shown where texts cannot be fetched
    keepPersistentElements(parts, persistent),
  ]
  parts.signal.addEventListener('abort', () => {
    for (const end of ends) end()
    host.remove()
    queueMicrotask(() => root.unmount()) // the page may be rendering right now
  })
  flushSync(() => root.render(createElement(Shell, { parts, t, frame, outside })))
}
