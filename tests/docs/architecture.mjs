import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository, workspaces } from '../setup/workspaces.mjs'

/** @typedef {{ id: string, folder: string, manifest: any, imports: readonly string[] }} Package */

const importOf = /(?:^(?:import|export|\}).* from |import\()'@wallet-modal\/([^']+)'/gm

/**
 * Entry points, such as `kernel/ui`, that the package in `folder` imports from packages of this repository. Test files are left out.
 * @param {string} folder
 */
function importsOf(folder) {
  const files = readdirSync(join(repository, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => readFileSync(join(repository, folder, 'src', file), 'utf8'))
  return [...new Set(files.flatMap((text) => [...text.matchAll(importOf)].map(([, entry = '']) => entry)))].sort()
}

/** @returns {readonly Package[]} */
const packages = () =>
  workspaces()
    .map(({ folder }) => {
      const { walletModal: manifest } = JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8'))
      return { id: folder.replace('plugins/', ''), folder, manifest, imports: importsOf(folder) }
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))

/** @param {Package} one */
function groupOf({ manifest, imports }) {
  if (manifest.developmentOnly) return 'Development only'
  if (manifest.provides?.some((/** @type {string} */ name) => name.startsWith('namespace:'))) return 'Chain families'
  return imports.some((entry) => entry.startsWith('kernel/ui')) ? 'Features with views' : 'Services and sources'
}

const escapeXml = (/** @type {string} */ text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** @param {readonly [x: number, y: number, width: number, height: number]} place @param {string} fill */
const box = ([x, y, width, height], fill) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${fill}" stroke="#9aa4b2"/>`

/** @param {number} x @param {number} y @param {string} text @param {string} [more] attributes */
const label = (x, y, text, more = '') => `<text x="${x}" y="${y}" ${more}>${escapeXml(text)}</text>`

/** @param {number} y1 @param {number} y2 @param {string} text */
const arrow = (y1, y2, text) =>
  `<path d="M300 ${y1}V${y2 - 2}" stroke="#334155" marker-end="url(#head)"/>${label(312, (y1 + y2) / 2 + 5, text, 'fill="#475569"')}`

/** Named boxes in rows inside a frame. @param {string} title @param {readonly string[]} names @param {number} top */
function group(title, names, top) {
  const drawn = []
  let [x, y] = [32, top + 34]
  for (const name of names) {
    const width = name.length * 8 + 20
    if (x + width > 640) [x, y] = [32, y + 36]
    drawn.push(box([x, y, width, 28], '#ffffff'), label(x + 10, y + 19, name))
    x += width + 8
  }
  const height = y + 40 - top
  const frame = [box([20, top, 632, height], '#eef2ff'), label(32, top + 22, title, 'font-weight="bold"')]
  return { parts: [...frame, ...drawn], bottom: top + height }
}

/** The right column: the command line, and the imports between plugins. @param {readonly Package[]} all @param {number} bottom */
function margin(all, bottom) {
  const edges = all
    .filter(({ folder }) => folder.startsWith('plugins/'))
    .flatMap(({ id, imports }) =>
      imports.filter((entry) => !/^kernel(\/|$)/.test(entry) && entry.split('/')[0] !== id).map((to) => [id, to]),
    )
  const lines = edges.flatMap(([from, to], at) => [
    label(696, 262 + at * 44, `${from} imports`),
    label(708, 280 + at * 44, `${to}`, 'fill="#475569"'),
  ])
  return [
    box([684, 20, 256, 110], '#f1f5f9'),
    label(696, 44, 'cli and templates', 'font-weight="bold"'),
    label(696, 68, 'write the files of the site'),
    label(696, 90, 'read the manifests of plugins'),
    label(696, 112, 'the cli imports neither kernel nor plugins'),
    box([684, 210, 256, bottom - 210], '#f8fafc'),
    label(696, 236, 'Imports between plugins', 'font-weight="bold"'),
    ...lines,
  ]
}

/** The packages in layers, with the imports that cross packages, as SVG. Made from the `import` lines of all sources. */
export function architectureDrawing() {
  const all = packages()
  const plugins = all.filter(({ folder }) => folder.startsWith('plugins/'))
  const parts = [
    box([20, 20, 632, 64], '#f1f5f9'),
    label(32, 44, 'Site', 'font-weight="bold"'),
    label(32, 68, 'wallet-modal.json → wallet-modal.generated.ts → createWalletModal({ plugins })'),
  ]
  let y = 130
  parts.push(arrow(84, y, 'lists plugins'))
  for (const title of ['Features with views', 'Chain families', 'Services and sources', 'Development only']) {
    const drawn = group(
      title,
      plugins.filter((one) => groupOf(one) === title).map(({ id }) => id),
      y,
    )
    parts.push(...drawn.parts)
    y = drawn.bottom + 12
  }
  const importers = (/** @type {string} */ entry) => plugins.filter(({ imports }) => imports.includes(entry)).length
  const entries = [...new Set(plugins.flatMap(({ imports }) => imports))].filter((name) => /^kernel(\/|$)/.test(name))
  const [top, bottom] = [y + 34, y - 12]
  const named = entries.sort().map((entry) => `${entry.replace(/^kernel\/?/, '/')} (${importers(entry)})`)
  const kernel = group('Kernel: its entries, and how many plugins import each', named, top)
  parts.push(arrow(bottom, top, 'imports'), ...kernel.parts, ...margin(all, bottom))
  const height = kernel.bottom + 20
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 ${height}" width="960" height="${height}" font-family="sans-serif" font-size="14" fill="#0f172a" role="img">
<title>Packages of Wallet Modal and the imports between them</title>
<defs><marker id="head" markerWidth="8" markerHeight="8" refX="6" refY="4" orient="auto"><path d="M0 0L8 4L0 8Z" fill="#334155"/></marker></defs>
<rect width="960" height="${height}" fill="#ffffff"/>
${parts.join('\n')}
</svg>
`
}
