import type { Page } from 'playwright-core'

/** What the console is told from now on: hydration that does not match, for one. */
export function complaintsOn(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  return complaints
}
