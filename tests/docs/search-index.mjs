import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { repository } from '../setup/workspaces.mjs'
import { pages } from './contents.mjs'
import { searchOptions } from './live/search-options.mjs'
import { addressOf, headingsOf, plainText, withoutCode } from './markdown.mjs'

/**
 * The sections of one page: the text below each heading, with its code, since readers search for names.
 * @param {string} file below `docs`
 * @param {string} markdown
 */
export function sectionsOf(file, markdown) {
  const headings = headingsOf(markdown)
  const lines = markdown.split('\n')
  const starts = withoutCode(markdown)
    .split('\n')
    .flatMap((line, at) => (/^#{1,6} +\S/.test(line) ? [at] : []))
  return headings.map(({ text, anchor, level }, at) => ({
    id: `${addressOf(file)}${level === 1 ? '' : `#${anchor}`}`,
    page: headings[0]?.text ?? file,
    heading: text,
    text: plainText(lines.slice((starts[at] ?? 0) + 1, starts[at + 1]).join('\n'))
      .replace(/<[^>]*>|^```\w*|[|]/gm, ' ')
      .replace(/\s+/g, ' '),
  }))
}

/** The search index of all pages as JSON. The script of the pages reads it with the same options. */
export function searchIndex() {
  const search = new MiniSearch(searchOptions)
  for (const file of pages) search.addAll(sectionsOf(file, readFileSync(join(repository, 'docs', file), 'utf8')))
  return JSON.stringify(search)
}
