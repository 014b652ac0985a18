import { expect, it } from 'vitest'
import { isAllowed } from './allowed-origins.js'

const list = ['https://shop.example', 'https://*.brand.example', 'http://localhost:*']

it.each([
  'https://shop.example',
  'https://www.brand.example',
  'https://a.b.brand.example',
  'http://localhost',
  'http://localhost:5173',
])('%s is an allowed site', (origin) => {
  expect(isAllowed(origin, list)).toBe(true)
})

it.each([
  ['another character in place of the dot', 'https://shopxexample'],
  ['a longer host', 'https://shop.example.evil.example'],
  ['a port that is not listed', 'https://shop.example:8443'],
  ['another protocol', 'http://shop.example'],
  ['text before the origin', 'https://evil.example/https://shop.example'],
  ['a path', 'https://shop.example/'],
  ['a subdomain of a host without a wildcard', 'https://www.shop.example'],
  ['the host of a wildcard itself', 'https://brand.example'],
  ['a host that ends with the name of a wildcard', 'https://evilbrand.example'],
  ['a user name before a wildcard', 'https://evil.example@www.brand.example'],
  ['a path before a wildcard', 'https://evil.example/.brand.example'],
  ['a host that begins with localhost', 'http://localhost.evil.example'],
  ['a port that does not exist', 'http://localhost:99999'],
  ['the origin of a page without one', 'null'],
])('%s is refused: %s', (_, origin) => {
  expect(isAllowed(origin, list)).toBe(false)
})
