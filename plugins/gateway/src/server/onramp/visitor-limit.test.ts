import { expect, it } from 'vitest'
import { isRequestError } from '../http.js'
import { createVisitorLimit, type VisitorLimit } from './visitor-limit.js'

/** Number of requests that are allowed before the first one is rejected. */
function allowedCount(limit: VisitorLimit, ip: string | undefined, kind: 'request' | 'session'): number {
  for (let at = 0; at < 1000; at++) {
    try {
      limit(ip, kind)
    } catch (error) {
      expect(isRequestError(error) && [error.code, error.status]).toEqual(['TOO_MANY_REQUESTS', 429])
      return at
    }
  }
  return Number.POSITIVE_INFINITY
}

it('the limit allows 120 requests and 20 sessions of an IP address per minute', () => {
  let now = 1_000_000
  const limit = createVisitorLimit(() => now)
  expect([allowedCount(limit, '198.51.100.7', 'session'), allowedCount(limit, '198.51.100.8', 'request')]).toEqual([
    20, 120,
  ])
  now += 20_000
  expect(() => limit('198.51.100.8', 'request')).toThrow('Please try again after 40 seconds')
  now += 40_000
  expect(allowedCount(limit, '198.51.100.8', 'request')).toBe(120)
})

it('the limit counts the addresses of an IPv6 /64 network together, and those of other networks separately', () => {
  const limit = createVisitorLimit(() => 0)
  expect(allowedCount(limit, '2001:db8:1:2::1', 'request')).toBe(120)
  expect(allowedCount(limit, '2001:0db8:0001:0002:ffff:1:2:3', 'request')).toBe(0)
  expect(allowedCount(limit, '2001:db8:1:3::1', 'request')).toBe(120)
  expect(allowedCount(limit, '2001:db8::2:3:4:5', 'request')).toBe(120)
  expect(allowedCount(limit, '2001:db8:0:0:1::', 'request')).toBe(0)
})

it('clients whose IP address is unknown are not limited', () => {
  expect(allowedCount(createVisitorLimit(), undefined, 'session')).toBe(Number.POSITIVE_INFINITY)
})

it('the limit forgets the oldest of more than 20,000 clients, not the newest', () => {
  const limit = createVisitorLimit(() => 0)
  for (let at = 0; at < 20_001; at++) limit(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, 'session')
  expect(allowedCount(limit, '10.0.78.32', 'session')).toBe(19)
  expect(allowedCount(limit, '10.0.0.0', 'session')).toBe(20)
})
