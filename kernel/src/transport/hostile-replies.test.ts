/// <reference types="node" />
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { StandardSchema } from '../plugins/schema.js'
import { create, get, resetEachTest, setReply } from './permitted.test.fixtures.js'

resetEachTest()

describe('A4: hostile replies of a service', () => {
  const wallet: StandardSchema<{ readonly data: readonly { readonly id: string }[] }> = {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate(value) {
        const data: unknown = typeof value === 'object' && value !== null && 'data' in value ? value.data : undefined
        const isGood = Array.isArray(data) && data.every((one) => typeof one?.id === 'string')
        return isGood ? { value: { data } } : { issues: [{ message: 'no wallets' }] }
      },
    },
  }
  const good = {
    count: 2,
    data: [
      { id: 'a', name: 'A' },
      { id: 'b', rdns: 'b.test' },
    ],
  }

  test('1,000 mutations of a reply result in valid data or a typed error, and in no unhandled rejection', {
    timeout: 60_000,
  }, async () => {
    const node = process as unknown as NodeJS.Process // the kernel's own type of `process` has only `env`
    const unhandled = vi.fn()
    node.on('unhandledRejection', unhandled)
    vi.useFakeTimers()
    const api = create(['own:/getWallets'])
    const whole = JSON.stringify(good)
    const poison = fc.constantFrom(
      '1e400',
      'null',
      '[]',
      '{"__proto__":{"polluted":1}}',
      '"<img src=x onerror=alert(1)>"',
      `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
      '-0',
      'NaN',
    )
    const body = fc.oneof(
      fc.nat(whole.length).map((length) => whole.slice(0, length)),
      fc.tuple(fc.nat(whole.length), poison).map(([index, text]) => whole.slice(0, index) + text + whole.slice(index)),
      fc
        .tuple(fc.constantFrom('"a"', '"b"', '2', '"A"', '"b.test"'), poison)
        .map(([from, to]) => whole.replace(from, to)),
      poison,
      fc.string(),
      fc.json(),
      fc.constant('<!doctype html><script>alert(1)</script>'),
    )
    const type = fc.constantFrom('application/json', 'text/html', '', 'application/octet-stream')
    await fc.assert(
      fc.asyncProperty(
        body,
        type,
        fc.constantFrom(200, 204, 301, 404, 418, 500, 503),
        async (bytes, contentType, status) => {
          setReply(
            () => new Response(status === 204 ? null : bytes, { status, headers: { 'content-type': contentType } }),
          )
          const request = api
            .service('own')
            .get('/getWallets', { schema: wallet })
            .then(
              ({ data }) => expect(data.every((one) => typeof one.id === 'string')).toBe(true),
              (error: { code: string }) =>
                expect(['INVALID_DATA', 'HTTP_STATUS', 'NETWORK_ERROR']).toContain(error.code),
            )
          await vi.runAllTimersAsync()
          await request
          expect('polluted' in {}).toBe(false)
        },
      ),
      { numRuns: 1000 },
    )
    vi.useRealTimers()
    await new Promise((next) => void setImmediate(next))
    expect(unhandled).not.toHaveBeenCalled()
    node.off('unhandledRejection', unhandled)
  })

  test('a schema that throws or is asynchronous is a typed error', async () => {
    const api = create(['own:/x'])
    const broken = (validate: () => never) => ({ '~standard': { version: 1, vendor: 'test', validate } })
    await expect(
      get(api, '/x', {
        schema: broken(() => {
          throw new Error('oops')
        }),
      }),
    ).rejects.toMatchObject({ code: 'INVALID_DATA' })
    await expect(
      get(api, '/x', { schema: broken((() => Promise.reject(new Error('later'))) as never) }),
    ).rejects.toMatchObject({ code: 'INVALID_DATA' })
  })
})
