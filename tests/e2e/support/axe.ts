import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { atRest } from './rest.js'

const require = createRequire(import.meta.url)

/** Script that defines `axe` in a page. */
export const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Returns violations of WCAG 2.0 to 2.2, levels A and AA: one line per rule, with the elements that violate it. Runs in the page, after
 * {@link axeSource}.
 */
export async function runAxe(root: string): Promise<readonly string[]> {
  const axe: {
    run(where: string, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
  } = Reflect.get(window, 'axe')
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const { violations } = await axe.run(root, { runOnly: tags })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Waits for the page's animations and returns its violations: during a fade, axe would measure temporary colours. */
export async function findWithAxe(page: Page, within = 'html'): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  await atRest(page)
  return page.evaluate(runAxe, within)
}
