import { describe, expect, it } from 'vitest'
import { allows, decidingDirective, parsePolicies } from './policy.js'

const https = 'https://shop.example'
const http = 'http://127.0.0.1:5173'

describe('a content security policy', () => {
  it.each([
    ['https://api.example', 'https://api.example/v1', https, true],
    ['https://api.example', 'http://api.example/v1', https, false],
    ['http://api.example', 'https://api.example', https, true],
    ['https://api.example', 'wss://api.example', https, false],
    ['http://api.example', 'wss://api.example', http, false],
    ['relay.example', 'wss://relay.example', https, false],
    ['wss://relay.example', 'https://relay.example', https, false],
    ['ws://relay.example', 'wss://relay.example', https, true],
    ['ws://relay.example', 'https://relay.example', https, false],
    ['api.example', 'https://api.example', https, true],
    ['api.example', 'http://api.example', https, false],
    ['api.example', 'http://api.example', http, true],
    ['*.example', 'https://api.example', https, true],
    ['*.example', 'https://a.b.example', https, true],
    ['*.example', 'https://example', https, false],
    ['https://*.example', 'https://badexample', https, false],
    ['https://*.example', 'https://*.api.example', https, true],
    ['https://api.example:8443', 'https://api.example', https, false],
    ['https://api.example:*', 'https://api.example:8443', https, true],
    ['https://api.example:443', 'https://api.example', https, true],
    ['https://api.example/v1/', 'https://api.example/v1/rpc', https, true],
    ['https://api.example/v1', 'https://api.example/v1/rpc', https, false],
    ['HTTPS://API.example', 'https://api.EXAMPLE', https, true],
    ["'self'", 'https://shop.example/a', https, true],
    ["'self'", 'wss://shop.example/a', https, true],
    ["'self'", 'ws://shop.example/a', https, false],
    ["'self'", 'ws://127.0.0.1:5173/a', http, true],
    ["'self'", 'https://api.example', https, false],
    ["'self'", 'https://api.example', undefined, false],
    ["'none'", 'https://api.example', https, false],
    ['*', 'https://api.example', https, true],
    ['*', 'wss://relay.example', https, true],
    ['*', 'data:', https, false],
    ['https:', 'https://api.example', https, true],
    ['https:', 'wss://relay.example', https, false],
    ['wss:', 'wss://relay.example', https, true],
    ['wss:', 'https://api.example', https, false],
    ['data:', 'data:', https, true],
    ['data:', 'https://data', https, false],
    ['http://127.0.0.1:4700', 'http://127.0.0.1:4700/v1', http, true],
    ['http://[::1]:4700', 'http://[::1]:4700/v1', http, true],
  ])('with the source %s allows %s on a page of %s: %s', (source, url, self, expected) => {
    expect(allows([source], url, self)).toBe(expected)
  })

  it('uses the first of two directives with the same name; several policies stay separate', () => {
    const [first, second, ...rest] = parsePolicies(
      " Connect-Src 'self';connect-src *;; img-src  data:\n, default-src 'none'",
    )
    expect(rest).toEqual([])
    expect(first && decidingDirective(first, 'connect-src')).toEqual({ name: 'connect-src', sources: ["'self'"] })
    expect(first && decidingDirective(first, 'frame-src')).toBeUndefined()
    expect(second && decidingDirective(second, 'frame-src')).toEqual({ name: 'default-src', sources: ["'none'"] })
  })
})
