import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { repository } from '../setup/workspaces.mjs'
import { contents, pages } from './contents.mjs'
import { highlight } from './highlight.mjs'
import { addressOf, anchorOf, headingsOf, leadOf, siteLink } from './markdown.mjs'

/** Configuration of Eleventy. It adds the data of the site, because the pages are Markdown without front matter, for display on code hosts. */

const read = (/** @type {string} */ file) => readFileSync(join(repository, 'docs', file), 'utf8')
const titleOf = (/** @type {string} */ file) => headingsOf(read(file))[0]?.text ?? file
/** @param {string} from @param {string} to */
const link = (from, to) => posix.relative(posix.dirname(from), addressOf(to))

/** @param {any} markdown a markdown-it */
function amendMarkdown(markdown) {
  markdown.core.ruler.push('anchors', (/** @type {any} */ { tokens }) => {
    const seen = new Map()
    tokens.forEach((/** @type {any} */ token, /** @type {number} */ at) => {
      if (token.type !== 'heading_open') return
      const { children } = tokens[at + 1]
      const text = children.map((/** @type {any} */ child) => child.content).join('')
      token.attrSet('id', anchorOf(text, seen))
    })
  })
  markdown.core.ruler.push('links', (/** @type {any} */ { tokens }) => {
    for (const token of tokens.flatMap((/** @type {any} */ { children }) => children ?? []))
      if (token.type === 'link_open') token.attrSet('href', siteLink(token.attrGet('href')))
  })
  const { rules } = markdown.renderer
  rules.fence = (/** @type {any[]} */ tokens, /** @type {number} */ at) => {
    const [language = ''] = tokens[at].info.split(/\s/)
    return `<pre tabindex="0"><code>${highlight(tokens[at].content, language)}</code></pre>\n`
  }
  rules.table_open = () => '<div class="table" tabindex="0" role="group"><table>'
  rules.table_close = () => '</table></div>'
}

/** Data for the layout around a page: its title and links. @param {string} file */
function layoutData(file) {
  const at = pages.indexOf(file)
  const neighbour = (/** @type {string | undefined} */ other) =>
    other && { title: titleOf(other), href: link(file, other) }
  return {
    title: titleOf(file),
    description: leadOf(read(file)).slice(0, 160),
    root: link(file, 'README.md').replace(/index\.html$/, '') || './',
    menu: contents.map(({ title, pages: files }) => ({
      title,
      items: files.map((one) => ({ title: titleOf(one), href: link(file, one), isHere: one === file })),
    })),
    headings: headingsOf(read(file)).filter(({ level }) => level === 2),
    before: at > 0 ? neighbour(pages[at - 1]) : undefined,
    after: at >= 0 ? neighbour(pages[at + 1]) : undefined,
    script: read(file).includes('data-live=') ? 'live.js' : undefined,
  }
}

/** @param {any} config Eleventy's */
export default function configure(config) {
  config.setUseGitIgnore(false)
  config.ignores.add('docs/dist/**')
  config.setTemplateFormats(['md'])
  config.setQuietMode(true)
  config.amendLibrary('md', amendMarkdown)
  config.addPassthroughCopy({
    'docs/*.{png,svg}': '.',
    'docs/pictures/*.webp': 'pictures',
    'docs/llms.txt': 'llms.txt',
    'tests/docs/style.css': 'style.css',
  })
  config.addWatchTarget('tests/docs/page.njk')
  config.addGlobalData('layout', 'page.njk')
  config.addGlobalData('eleventyComputed', {
    permalink: (/** @type {any} */ { page }) => addressOf(fileOf(page)),
    frame: (/** @type {any} */ { page }) => layoutData(fileOf(page)),
  })
  return {
    dir: { input: 'docs', includes: '../tests/docs', data: '../tests/docs/data' },
    markdownTemplateEngine: false,
    htmlTemplateEngine: false,
  }
}

/** @param {{ inputPath: string }} page */
const fileOf = ({ inputPath }) => inputPath.replace(/^(\.\/)?docs\//, '')
