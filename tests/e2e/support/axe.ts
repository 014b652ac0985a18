import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const require = createRequire(import.meta.url)
const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds by WCAG 2.0 to 2.2, A and AA: one line per rule, with the elements that break it. */
export async function findWithAxe(page: Page, within = 'html'): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (root) => {
    const axe: {
      run(where: string, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
    } = Reflect.get(window, 'axe')
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    const { violations } = await axe.run(root, { runOnly: tags })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, within)
}
