import { existsSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { readPage, textPages } from '../docs/blocks.js'
import { pages } from '../docs/contents.mjs'
import { headingsOf, withoutCode } from '../docs/markdown.mjs'
import { repository } from '../setup/workspaces.mjs'

const anchorsOf = (text: string): readonly string[] => headingsOf(text).map(({ anchor }) => anchor)

/** Targets of a page's links and pictures, without those in code. */
const linksOf = (text: string): readonly string[] =>
  [
    ...withoutCode(text)
      .replace(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].map(([, target = '']) => target)

/** Says what is wrong with a link in a page; `undefined` if the link is valid. */
function linkProblem(page: string, link: string, text: string): string | undefined {
  if (/^[a-z]+:/i.test(link)) return link.startsWith('https://') ? undefined : 'is not https'
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : posix.join(dirname(page), path)
  if (path !== '' && !existsSync(join(repository, target))) return 'leads nowhere'
  if (page.startsWith('docs/') && !target.startsWith('docs/')) return 'leaves the site'
  if (anchor === undefined) return undefined
  return anchorsOf(path === '' ? text : readPage(target)).includes(anchor) ? undefined : 'has no such heading'
}

const problemsOf = (page: string, text = readPage(page)): readonly string[] =>
  linksOf(text).flatMap((link) => {
    const problem = linkProblem(page, link, text)
    return problem ? [`${page}: ${link} ${problem}`] : []
  })

test('every link points to an existing file and heading', () => {
  const all = [...textPages(), 'CONTRIBUTING.md']
  expect(all.flatMap((page) => problemsOf(page))).toEqual([])
  expect(all.flatMap((page) => linksOf(readPage(page))).length).toBeGreaterThan(80)
})

test('planted broken links are found', () => {
  const planted =
    '# Here\n\n[a](nowhere.md) [b](start.md#nowhere) [c](#there) [d](http://example.com) [e](../README.md)\n\n```\n[f](not-a-link.md)\n```\n\n[g](#here) `[h](code.md)`'
  expect(problemsOf('docs/planted.md', planted)).toHaveLength(5)
})

test('every page of docs is listed once in the contents, and has one level-1 heading', () => {
  const docs = textPages()
    .filter((page) => page.startsWith('docs/'))
    .map((page) => page.slice('docs/'.length))
  expect([...pages].sort()).toEqual([...docs].sort())
  for (const page of docs)
    expect(
      headingsOf(readPage(`docs/${page}`)).filter(({ level }) => level === 1),
      page,
    ).toHaveLength(1)
})
