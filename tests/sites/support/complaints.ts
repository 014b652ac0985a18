import type { Page } from 'playwright-core'

/** Collects console warnings and errors from now on, such as hydration mismatches. */
export function complaintsOn(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  return complaints
}
