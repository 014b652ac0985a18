import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DEFAULT_URL } from '../options.js'
import { findSandboxUrl } from './sandbox-url.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wm-sandbox-url-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const write = (text: string): void => writeFileSync(join(folder, 'wallet-modal.json'), text)

it('findSandboxUrl returns the URL in wallet-modal.json', () => {
  write(JSON.stringify({ plugins: { '@wallet-modal/sandbox': { url: 'http://shop.localhost:4801' } } }))
  expect(findSandboxUrl(folder)).toBe('http://shop.localhost:4801')
})

it('findSandboxUrl reads a file that begins with a byte order mark', () => {
  write(`\uFEFF${JSON.stringify({ plugins: { '@wallet-modal/sandbox': { url: 'http://shop.localhost:4801' } } })}`)
  expect(findSandboxUrl(folder)).toBe('http://shop.localhost:4801')
})

it.each([
  ['a file', undefined],
  ['plugins', {}],
  ['the sandbox', { plugins: { '@wallet-modal/connect': {} } }],
  ['a url', { plugins: { '@wallet-modal/sandbox': {} } }],
])('findSandboxUrl returns the default URL without %s', (_, manifest) => {
  if (manifest) write(JSON.stringify(manifest))
  expect(findSandboxUrl(folder)).toBe(DEFAULT_URL)
})

it('findSandboxUrl throws for a file that is not JSON', () => {
  write('{ "plugins": ')
  expect(() => findSandboxUrl(folder)).toThrow(
    expect.objectContaining({
      code: 'INVALID_SITE',
      message: expect.stringMatching(/wallet-modal\.json.*is not JSON/),
    }),
  )
})

it.each([
  ['a number', 4700],
  ['null', null],
  ['an address of another machine', 'http://192.168.0.5:4700'],
  ['a URL with a path', 'http://127.0.0.1:4700/path'],
])('findSandboxUrl throws for a url that is %s', (_, url) => {
  write(JSON.stringify({ plugins: { '@wallet-modal/sandbox': { url } } }))
  expect(() => findSandboxUrl(folder)).toThrow(
    expect.objectContaining({ code: 'INVALID_SITE', message: expect.stringMatching(/wallet-modal\.json.*"url"/) }),
  )
})

it('findSandboxUrl throws if the file cannot be read', () => {
  mkdirSync(join(folder, 'wallet-modal.json'))
  expect(() => findSandboxUrl(folder)).toThrow(expect.objectContaining({ code: 'INVALID_SITE' }))
})
