import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '../docs/contents.mjs'
import { addressOf } from '../docs/markdown.mjs'
import { buildSite } from '../docs/site.mjs'
import { repository } from '../setup/workspaces.mjs'

const folder = `.cache/docs-test-${process.pid}`
const html = new Map<string, string>()

beforeAll(async () => {
  mkdirSync(join(repository, '.cache'), { recursive: true })
  await buildSite(folder)
  for (const name of readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.html'))
      html.set(name.replaceAll('\\', '/'), readFileSync(join(repository, folder, name), 'utf8'))
}, 60_000)
afterAll(() => rmSync(join(repository, folder), { recursive: true, force: true }))

/** Addresses that a page loads or links to. */
const addressesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, address = '']) => address)

test('every page of docs is a page of the site', () => {
  const expected = [...pages.map((page) => addressOf(page)), 'playground/index.html']
  expect([...html.keys()].sort()).toEqual(expected.sort())
})

test('pages have no inline script or style, and load nothing from other origins', () => {
  for (const [name, text] of html) {
    expect(text.match(/<script(?![^>]*\ssrc=)|\sstyle=|<style|\son[a-z]+="/g), name).toBeNull()
    expect(text.match(/<(?:script|link|img|iframe)[^>]*(?:src|href)="(?:[a-z]+:)?\/\//g), name).toBeNull()
    expect(text, name).toContain('http-equiv="Content-Security-Policy"')
  }
})

test('every link of the site works below any base path', () => {
  let count = 0
  for (const [name, text] of html) {
    for (const address of addressesIn(text)) {
      if (/^(https|data):/.test(address)) continue
      count++
      expect(address, name).not.toMatch(/^\//)
      const [path = '', anchor] = address.split('#')
      const target = path === '' ? name : posix.join(dirname(name), path)
      expect(existsSync(join(repository, folder, target)), `${name}: ${address}`).toBe(true)
      if (anchor) expect(html.get(target), `${name}: ${address}`).toContain(`id="${anchor}"`)
    }
  }
  expect(count).toBeGreaterThan(500)
})

test('the script of the live example is part of the site, and only its page loads it', () => {
  expect(html.get('theming.html')).toContain('src="./live.js"')
  expect(html.get('start.html')?.match(/<script[^>]*/g)).toEqual(['<script type="module" src="./search.js"'])
  expect(existsSync(join(repository, folder, 'live.js'))).toBe(true)
})
