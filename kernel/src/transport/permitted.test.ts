/// <reference types="node" />
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anything, create, get, resetEachTest, setReply, urls } from './permitted.test.fixtures.js'

resetEachTest()

test('I3, B3: an object with different toString and toJSON results is rejected as a method name', async () => {
  const method = { toString: () => 'eth_getBalance', toJSON: () => 'eth_sendRawTransaction' }
  const { read } = create(['rpc:eth_getBalance']).rpc('eip155:1')
  await expect(read(method as never, [], { schema: anything })).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
  expect(urls).toEqual([])
})

describe('I3: only requests that the permissions list are sent', () => {
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

  test.each(refused)('the permission %s does not cover the path %j', async (pattern, path) => {
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
  ])('the permission %s covers the path %j', async (pattern, path) => {
    expect(await get(create([pattern]), path)).toBe('fresh')
    expect(urls[0]?.pathname).toBe(`/base${path}`)
  })

  test('every permitted path stays below the base URL', async () => {
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

  test('a permission does not apply to other services, and the name of a service cannot be a path', async () => {
    const api = create(['own:/v1/*', 'rpc:eth_call'])
    for (const service of ['blockchain', 'own:', 'own:/v1', '', '__proto__', 'constructor']) {
      await expect(get(api, '/v1/x', {}, service)).rejects.toMatchObject({
        code: expect.stringMatching(/NOT_PERMITTED|NO_PROJECT_ID/),
      })
    }
    expect(urls).toEqual([])
  })

  test('only listed methods are called, by their complete name', async () => {
    const api = create(['rpc:eth_call', 'rpc:net_*'])
    setReply(() => ({ id: 0, result: 1 }))
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

test('every request contains the project id, name and version of this toolkit, and its query', async () => {
  const api = create(['own:/x'])
  await get(api, '/x', { query: { a: 'ü&=', list: ['1', '2'], none: undefined, empty: [], n: 0, projectId: 'forged' } })
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

test('disabling a plugin aborts its requests, and none can start afterwards', async () => {
  const end = new AbortController()
  const api = create(['own:/x'], end)
  setReply(
    (_, init) =>
      new Promise((__, reject) => void init.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  )
  const open = expect(get(api, '/x')).rejects.toMatchObject({ code: 'ABORTED' })
  await Promise.resolve()
  end.abort()
  await open
  await expect(get(api, '/x')).rejects.toMatchObject({ code: 'ABORTED' })
  expect(urls.length).toBe(1)
})

test("H1: cookies are omitted; on request, they are sent to the page's own origin only", async () => {
  const sent: unknown[] = []
  setReply((_, { credentials }) => {
    sent.push(credentials)
    return 'fresh'
  })
  const service = create(['own:/*']).service('own')
  for (const more of [{}, { withCookies: false }, { withCookies: true }]) {
    await service.get('/x', { schema: anything, ...more })
    await service.post('/x', {}, { schema: anything, ...more })
  }
  expect(sent).toEqual(['omit', 'omit', 'omit', 'omit', 'same-origin', 'same-origin'])
})

test('a body of the type URLSearchParams is sent as a form', async () => {
  let sent: Request | undefined
  setReply((url, init) => {
    sent = new Request(url, init)
    return null
  })
  const body = new URLSearchParams({ tx: 'AAAA+/=' })
  await create(['own:/x']).service('own').post('/x', body, { schema: anything })
  expect(sent?.headers.get('content-type')).toMatch('application/x-www-form-urlencoded')
  expect(await sent?.text()).toBe('tx=AAAA%2B%2F%3D')
})

test('the body of an error status is parsed if the request lists the status', async () => {
  setReply(() => new Response('{"reason":"tx_bad_seq"}', { status: 400 }))
  const service = create(['own:/x']).service('own')
  const options = { schema: anything, okStatuses: [400] }
  expect(await service.post('/x', {}, options)).toEqual({ reason: 'tx_bad_seq' })
  expect(await service.get('/x', options)).toEqual({ reason: 'tx_bad_seq' })
  const failure = { code: 'HTTP_STATUS', status: 400 }
  await expect(service.post('/x', {}, { schema: anything })).rejects.toMatchObject(failure)
  await expect(service.post('/x', {}, { schema: anything, okStatuses: [404] })).rejects.toMatchObject(failure)
})
