/// <reference types="node" />
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { StandardSchema } from '../plugins/schema.js'
import { signal } from '../signals.js'
import type { Api } from './api.js'
import { Cache } from './cache.js'
import { createTargets } from './endpoints.js'
import { PAUSE_MS } from './outside.js'
import { createPermittedApi } from './permitted.js'

const anything: StandardSchema<unknown> = {
  '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) },
}
const text: StandardSchema<string> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => (typeof value === 'string' ? { value } : { issues: [{ message: 'no text' }] }),
  },
}
const urls: URL[] = []
let reply: (url: URL, init: RequestInit) => unknown = () => 'fresh'

const create = (permissions: readonly string[], end = new AbortController(), cache = new Cache()): Api => {
  const targets = createTargets({
    projectId: 'the-project',
    siteEndpoints: { own: 'https://own.test/base/' },
    siteRpcUrls: { 'eip155:1': ['https://node.test/rpc'] },
    contributed: () => [],
    networks: signal([]),
  })
  const denied = (message: string): never => {
    throw Object.assign(new Error(message), { code: 'NOT_PERMITTED' })
  }
  return createPermittedApi(
    { plugin: 'p', permissions, abortSignal: end.signal, denied },
    { targets, cache, batchers: new Map(), limits: new Map() },
  )
}
const get = (api: Api, path: string, options: object = {}, service = 'own') =>
  api.service(service).get(path, { schema: anything, ...options })

beforeEach(() => {
  urls.length = 0
  reply = () => 'fresh'
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    urls.push(new URL(url))
    init.signal?.throwIfAborted()
    const answer = await reply(new URL(url), init)
    return answer instanceof Response ? answer : new Response(JSON.stringify(answer))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('I3: B3: a method that spells itself in two ways is refused', async () => {
  const method = { toString: () => 'eth_getBalance', toJSON: () => 'eth_sendRawTransaction' }
  const { read } = create(['rpc:eth_getBalance']).rpc('eip155:1')
  await expect(read(method as never, [], { schema: anything })).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
  expect(urls).toEqual([])
})

describe('I3: only what the permissions list is asked for', () => {
  const refused: readonly (readonly [string, string])[] = [
    ['own:/v1/x', '/v1/xy'],
    ['own:/v1/x', '/v1/'],
    ['own:/v1/x', '/V1/X'],
    ['own:/v1/x', ''],
    ['own:/v1/x', '/v1/x/'],
    ['own:/v1/*/balance', '/v1/a/b/balance'],
    ['own:/v1/*', '/v2/x'],
    ['own:/v1/*', '/v1'],
    ['own:/v1.0/x', '/v1a0/x'],
    ['own:/v1/*', '/v1/../v2/x'],
    ['own:/v1/*', '/v1/./x'],
    ['own:/v1/*', '/v1/..'],
    ['own:/v1/*', '/v1/%2e%2e/x'],
    ['own:/v1/*', '/v1/.%2E/x'],
    ['own:/v1/*', '/v1/.\t./x'],
    ['own:/v1/*', '/v1/.\n./x'],
    ['own:/v1/*', '/v1/.. '],
    ['own:/v1/*', '/v1/a%2fb'],
    ['own:/v1/*', '/v1/a%5Cb'],
    ['own:/v1/*', '/v1/a\\b'],
    ['own:/v1/*', '/v1/x?y=1'],
    ['own:/v1/*', '/v1/x#y'],
    ['own:/v1/*', '/v1//x'],
    ['own:/v1/*', '/v1/%00'],
    ['own:/v1/*', '/v1/ü'],
    ['own:/v1/*', '/v1/%'],
    ['own:/v1/*', '/v1/%zz'],
    ['own:*', '.evil.test/x'],
    ['own:*', '@evil.test/x'],
    ['own:*', ':80/x'],
    ['own:*', '//evil.test/x'],
    ['own:*', 'x'],
  ]
  test.each(refused)('%s does not cover %j', async (pattern, path) => {
    const api = create([pattern])
    await expect(get(api, path)).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
    expect(() => api.service('own').url(path)).toThrow('permissions.api')
    await expect(api.service('own').resolve(path)).rejects.toThrow('permissions.api')
    await expect(api.service('own').post(path, {}, { schema: anything })).rejects.toMatchObject({
      code: 'NOT_PERMITTED',
    })
    expect(urls).toEqual([])
  })

  test.each([
    ['own:/v1/x', '/v1/x'],
    ['own:/v1/*', '/v1/a/b'],
    ['own:/v1/*/balance', '/v1/eip155:1:0xAb/balance'],
    ['own:/v1/*', '/v1/a%20b'],
    ['own:*', '/any'],
    ['own:/v1/*', '/v1/..a'],
    ['own:/v1/*', '/v1/a..'],
  ])('%s covers %j', async (pattern, path) => {
    expect(await get(create([pattern]), path)).toBe('fresh')
    expect(urls[0]?.pathname).toBe(`/base${path}`)
  })

  test('whatever path is let through stays below the base it was meant for', async () => {
    const unit = fc.constantFrom(...'/.%2eEfF5cC\\ \t\n?#@:a-*~')
    const api = create(['own:/v1/*'])
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 12 }), async (tail) => {
        urls.length = 0
        await get(api, `/v1/${tail}`).catch((error: { code: string }) => expect(error.code).toBe('NOT_PERMITTED'))
        for (const url of urls) expect(url.origin + url.pathname).toBe(`https://own.test/base/v1/${tail}`)
      }),
      { numRuns: 5000 },
    )
  })

  test('one service is no other, and a service cannot be named like a path', async () => {
    const api = create(['own:/v1/*', 'rpc:eth_call'])
    for (const service of ['blockchain', 'own:', 'own:/v1', '', '__proto__', 'constructor']) {
      await expect(get(api, '/v1/x', {}, service)).rejects.toMatchObject({
        code: expect.stringMatching(/NOT_PERMITTED|NO_PROJECT_ID/),
      })
    }
    expect(urls).toEqual([])
  })

  test('only the methods that are listed are called, by their whole name', async () => {
    const api = create(['rpc:eth_call', 'rpc:net_*'])
    reply = () => ({ id: 0, result: 1 })
    for (const method of ['eth_calls', 'eth_Call', 'eth_sendRawTransaction', 'eth_call ', 'eth_call\n', '']) {
      await expect(api.rpc('eip155:1').read(method, [], { schema: anything })).rejects.toMatchObject({
        code: 'NOT_PERMITTED',
      })
      await expect(api.rpc('eip155:1').write(method, [], { schema: anything })).rejects.toMatchObject({
        code: 'NOT_PERMITTED',
      })
    }
    expect(await api.rpc('eip155:1').read('net_version', [], { schema: anything })).toBe(1)
    await expect(api.rpc('eip155:2').read('eth_call', [], { schema: anything })).resolves.toBe(1)
    await expect(create(['rpc:eth_call']).rpc('__proto__').read('eth_call', [], { schema: anything })).resolves.toBe(1)
  })
})

test('every request says which site it is for, and carries its query', async () => {
  const api = create(['own:/x'])
  await get(api, '/x', { query: { a: 'ü&=', list: ['1', '2'], none: undefined, n: 0, projectId: 'forged' } })
  expect(Object.fromEntries(urls[0]?.searchParams ?? [])).toEqual({
    a: 'ü&=',
    list: '1,2',
    n: '0',
    projectId: 'the-project',
    st: 'wallet-modal',
    sv: 'wallet-modal-0.1',
  })
  expect(api.service('own').url('/x')).toBe(
    'https://own.test/base/x?projectId=the-project&st=wallet-modal&sv=wallet-modal-0.1',
  )
})

test('a request ends with its plugin, and none begins after it', async () => {
  const end = new AbortController()
  const api = create(['own:/x'], end)
  reply = (_, init) =>
    new Promise((__, reject) => void init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  const open = expect(get(api, '/x')).rejects.toMatchObject({ code: 'ABORTED' })
  await Promise.resolve()
  end.abort()
  await open
  await expect(get(api, '/x')).rejects.toMatchObject({ code: 'ABORTED' })
  expect(urls.length).toBe(1)
})

describe('stale while revalidate', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  const at = (ms: number): void => void vi.setSystemTime(ms)

  test('an answer is fresh for as long as is said, and not a moment longer', async () => {
    const api = create(['own:/x'])
    let count = 0
    reply = () => ++count
    at(1_000_000)
    const ask = () => get(api, '/x', { staleMs: 30_000 })
    expect(await ask()).toBe(1)
    at(1_029_999)
    expect(await ask()).toBe(1)
    at(1_030_000)
    expect(await ask()).toBe(2)
  })

  test('a stale answer is told at once, the new one after it', async () => {
    const api = create(['own:/x'])
    let count = 0
    reply = () => ++count
    at(1_000_000)
    await get(api, '/x', { staleMs: 1000 })
    at(1_002_000)
    const stale = vi.fn()
    expect(await get(api, '/x', { staleMs: 1000, onStale: stale })).toBe(2)
    expect(stale.mock.calls).toEqual([[1]])
  })

  test('what was asked anew is what others get from then on', async () => {
    const api = create(['own:/x'])
    let count = 0
    reply = () => ++count
    await get(api, '/x', { staleMs: 30_000 })
    expect(await get(api, '/x')).toBe(2)
    expect(await get(api, '/x', { staleMs: 30_000 })).toBe(2)
  })

  test('a clock that was set back makes nothing fresh for ever', async () => {
    const api = create(['own:/x'])
    let count = 0
    reply = () => ++count
    at(2_000_000)
    await get(api, '/x', { staleMs: 1000 })
    at(1_000_000)
    expect(await get(api, '/x', { staleMs: 1000 })).toBe(2)
  })

  test('a cached answer that does not fit the schema of the next one is asked anew', async () => {
    const cache = new Cache()
    const api = create(['own:/x'], new AbortController(), cache)
    reply = () => 42
    await get(api, '/x', { staleMs: 1000 })
    reply = () => 'text'
    expect(await get(api, '/x', { staleMs: 1000, schema: text })).toBe('text')
  })

  test('an answer that does not fit is not kept, and neither is a failure', async () => {
    const cache = new Cache()
    const api = create(['own:/x'], new AbortController(), cache)
    reply = () => 42
    await expect(get(api, '/x', { staleMs: 1000, schema: text })).rejects.toMatchObject({
      code: 'INVALID_DATA',
      message: 'https://own.test/base/x: no text',
    })
    reply = () => new Response('', { status: 404 })
    await expect(get(api, '/x', { staleMs: 1000 })).rejects.toMatchObject({ code: 'HTTP_STATUS' })
    reply = () => 'good'
    expect(await get(api, '/x', { staleMs: 1000 })).toBe('good')
  })

  test('what is asked anew does not come from the cache of the browser', async () => {
    const modes: (string | undefined)[] = []
    reply = (_, { cache }) => {
      modes.push(cache)
      return 'fresh'
    }
    const api = create(['own:/x'])
    await get(api, '/x')
    await get(api, '/x', { staleMs: 1000 })
    expect(modes).toEqual(['no-store', undefined])
  })

  test('the cache holds at most 200 answers', async () => {
    const cache = new Cache()
    for (let at = 0; at < 1000; at++) cache.write(String(at), at)
    expect(Array.from({ length: 1000 }, (_, at) => cache.read(String(at))).filter(Boolean).length).toBe(
      Cache.MAX_ENTRIES,
    )
  })
})

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

  test('1,000 mutations of a reply end in data of the right shape or in a typed error, and none unhandled', {
    timeout: 60_000,
  }, async () => {
    const node = process as unknown as NodeJS.Process
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
          reply = () =>
            new Response(status === 204 ? null : bytes, { status, headers: { 'content-type': contentType } })
          const asked = api
            .service('own')
            .get('/getWallets', { schema: wallet })
            .then(
              ({ data }) => expect(data.every((one) => typeof one.id === 'string')).toBe(true),
              (error: { code: string }) =>
                expect(['INVALID_DATA', 'HTTP_STATUS', 'NETWORK_ERROR']).toContain(error.code),
            )
          await vi.runAllTimersAsync()
          await asked
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

  test('a schema that throws, or that wants to wait, is a typed error', async () => {
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

test('H1: cookies stay at home, and where a plugin asks for them they go no further than to the page’s own origin', async () => {
  const sent: unknown[] = []
  reply = (_, { credentials }) => {
    sent.push(credentials)
    return 'fresh'
  }
  const service = create(['own:/*']).service('own')
  for (const more of [{}, { withCookies: false }, { withCookies: true }]) {
    await service.get('/x', { schema: anything, ...more })
    await service.post('/x', {}, { schema: anything, ...more })
  }
  expect(sent).toEqual(['omit', 'omit', 'omit', 'omit', 'same-origin', 'same-origin'])
})

test('a form is sent as a form', async () => {
  let sent: Request | undefined
  reply = (url, init) => {
    sent = new Request(url, init)
    return null
  }
  const body = new URLSearchParams({ tx: 'AAAA+/=' })
  await create(['own:/x']).service('own').post('/x', body, { schema: anything })
  expect(sent?.headers.get('content-type')).toMatch('application/x-www-form-urlencoded')
  expect(await sent?.text()).toBe('tx=AAAA%2B%2F%3D')
})

test('the reason that comes with a refusal is read where it is asked for', async () => {
  reply = () => new Response('{"reason":"tx_bad_seq"}', { status: 400 })
  const service = create(['own:/x']).service('own')
  const asked = { schema: anything, answers: [400] }
  expect(await service.post('/x', {}, asked)).toEqual({ reason: 'tx_bad_seq' })
  expect(await service.get('/x', asked)).toEqual({ reason: 'tx_bad_seq' })
  const failure = { code: 'HTTP_STATUS', status: 400 }
  await expect(service.post('/x', {}, { schema: anything })).rejects.toMatchObject(failure)
  await expect(service.post('/x', {}, { schema: anything, answers: [404] })).rejects.toMatchObject(failure)
})

describe('a service of others', () => {
  test('gets neither the project id nor the name of the SDK', async () => {
    await get(create(['own:/*']), '/a', { isAnonymous: true, query: { type: 'ERC-20' } })
    await get(create(['own:/*']), '/b', { isAnonymous: true })
    expect(urls.map(String)).toEqual(['https://own.test/base/a?type=ERC-20', 'https://own.test/base/b'])
  })

  test('that has had too many requests is left alone for the time that it names, and then asked again', async () => {
    vi.useFakeTimers({ now: 1_000_000 })
    const api = create(['own:/*'])
    const settle = async (path: string): Promise<unknown> => {
      const outcome = get(api, path, { isAnonymous: true }).catch((error: unknown) => error)
      await vi.runAllTimersAsync()
      return outcome
    }
    reply = () => new Response('', { status: 429, headers: { 'retry-after': '120' } })
    expect(await settle('/a')).toMatchObject({ code: 'HTTP_STATUS', status: 429 })
    const tries = urls.length
    reply = () => 'fresh'
    expect(await settle('/b')).toMatchObject({ status: 429, message: expect.stringMatching(/possible in 120 s/) })
    expect(urls.length).toBe(tries)
    vi.advanceTimersByTime(120_000)
    expect(await settle('/b')).toBe('fresh')
    reply = () => new Response('', { status: 429 })
    await settle('/c')
    reply = () => 'fresh'
    vi.advanceTimersByTime(PAUSE_MS - 1000)
    expect(await settle('/d')).toMatchObject({ status: 429 })
    vi.advanceTimersByTime(1000)
    expect(await settle('/d')).toBe('fresh')
  })

  test('takes plain text once, as it is, and its plain answer is told with its status', async () => {
    const sent: RequestInit[] = []
    const send = (path: string) =>
      create(['own:/*'])
        .service('own')
        .post(path, '00ff', { schema: anything, isText: true, answers: [400] })
    const answer = (status: number) => (_: URL, init: RequestInit) => {
      sent.push(init)
      return new Response('no "JSON"', { status })
    }
    reply = answer(200)
    expect(await send('/a')).toEqual({ status: 200, text: 'no "JSON"' })
    reply = answer(400)
    expect(await send('/b')).toEqual({ status: 400, text: 'no "JSON"' })
    reply = answer(503)
    await expect(send('/c')).rejects.toMatchObject({ code: 'HTTP_STATUS', status: 503 })
    reply = () => new Response('x'.repeat(5_000_001))
    await expect(send('/d')).rejects.toMatchObject({ code: 'INVALID_DATA' })
    expect(urls.map(({ href }) => href)).toEqual(['a', 'b', 'c', 'd'].map((path) => `https://own.test/base/${path}`))
    expect(sent[0]).toMatchObject({ method: 'POST', body: '00ff', credentials: 'omit' })
  })
})
