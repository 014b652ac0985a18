import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLoopbackAuthority, isLoopbackOrigin } from './origins.js'

test.each([
  'http://localhost:5173',
  'https://localhost',
  'http://127.0.0.1:3000',
  'http://[::1]:8080',
  'http://shop.localhost:3000',
])('%s is a page of this machine', (origin) => {
  expect(isLoopbackOrigin(origin)).toBe(true)
})

test.each([
  'null',
  '',
  'https://example.com',
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
  'http://notlocalhost',
  'http://evillocalhost:80',
  'http://localhost:5173/',
  'http://localhost@example.com',
  'http://user@localhost:3000',
  'http://LOCALHOST:3000',
  'http://127.0.0.2:3000',
  'http://0.0.0.0:3000',
  'http://192.168.0.1',
  'file://localhost',
  'chrome-extension://localhost',
])('%s is not a page of this machine', (origin) => {
  expect(isLoopbackOrigin(origin)).toBe(false)
})

test('no origin of a public domain is a page of this machine', () => {
  fc.assert(fc.property(fc.webUrl(), (url) => !isLoopbackOrigin(new URL(url).origin)))
})

test.each([
  ['127.0.0.1:4700', true],
  ['localhost:4700', true],
  ['[::1]:4700', true],
  ['frame.localhost:4700', true],
  ['rebound.example.com:4700', false],
  ['192.168.1.5:4700', false],
  ['localhost:4700/path', false],
  ['evil.example@localhost', false],
  ['', false],
  ['a b', false],
])('whether the Host header "%s" is a name of this machine: %s', (host, expected) => {
  expect(isLoopbackAuthority(host)).toBe(expected)
})
