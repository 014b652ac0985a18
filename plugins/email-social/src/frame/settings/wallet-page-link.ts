import { button, el } from '../element.js'
import type { FlowScreen } from './flow.js'
import { settingsText } from './settings-strings.js'

/**
 * Displays a link to the wallet's own page (the dashboard) for the export of the key. On that page, no site can hide parts of the screen and make the
 * visitor click the button that copies the key. Resolves when the screen is closed.
 */
export function exportOnWalletPage(screen: FlowScreen): Promise<void> {
  return new Promise((resolve) => {
    const url = `/dashboard?${new URLSearchParams({ locale: document.documentElement.lang })}`
    const open = button(settingsText('export.openPage'), 'primary', () => void window.open(url, '_blank', 'noopener'))
    screen.draw([
      el('section', {}, el('h1', {}, settingsText('export.title')), el('p', {}, settingsText('export.page'))),
      el(
        'footer',
        {},
        open,
        button(settingsText('close'), 'secondary', () => resolve()),
      ),
    ])
  })
}
