import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import fc from 'fast-check'
import { createPublicClient, createWalletClient, http, parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bitcoinDevelopmentAccounts } from './bitcoin/development-accounts.js'
import { developmentAccounts } from './evm/development-accounts.js'
import { localBitcoinNetwork, localPolkadotNetwork, localSolanaNetwork } from './networks.js'
import { polkadotDevelopmentAccounts } from './polkadot/development-accounts.js'
import { solanaDevelopmentAccounts } from './solana/development-accounts.js'
import { type Sandbox, startSandbox } from './start.js'

const [alice = '', bob = '', carol = ''] = developmentAccounts
const genesis = '10000'
const page = 'http://localhost:5173'

let sandbox: Sandbox
const faults: unknown[] = []
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, onFault: (fault) => faults.push(fault) })
})
afterAll(async () => {
  await sandbox.stop()
  expect(faults).toEqual([])
})

const rpcUrl = (chainId: string) => `${sandbox.url}/v1/?chainId=${chainId}&projectId=p`
const call = (method: string, params: readonly unknown[] = [], id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const send = (url: string, body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  fetch(url, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
const rpc = async (body: unknown, chainId = 'eip155:31337') => (await send(rpcUrl(chainId), body)).json()
const get = async (path: string) => {
  const response = await fetch(`${sandbox.url}${path}`)
  return { status: response.status, body: await response.json() }
}
const control = (path: string, body: unknown) => send(`${sandbox.url}${path}`, body)

describe('JSON-RPC', () => {
  test('each chain id reaches its own chain, as application/json or text/plain', async () => {
    expect(await rpc(call('eth_chainId'))).toMatchObject({ id: 1, result: '0x7a69' })
    const plain = await send(rpcUrl('eip155:31338'), call('eth_chainId'), {
      'content-type': 'text/plain;charset=UTF-8',
    })
    expect(await plain.json()).toMatchObject({ result: '0x7a6a' })
    expect(await (await send(rpcUrl('eip155:31337').replace('/v1/', '/v1'), call('eth_chainId'))).json()).toMatchObject(
      { result: '0x7a69' },
    )
  })

  test('a client of another library signs locally, sends and sees the coins on the chain', async () => {
    const transport = http(rpcUrl('eip155:31337'), { batch: true })
    const account = mnemonicToAccount('test test test test test test test test test test test junk', {
      addressIndex: 3,
    })
    const client = createPublicClient({ chain: foundry, transport, pollingInterval: 20 })
    const to = '0x00000000000000000000000000000000000000aa'
    const hash = await createWalletClient({ chain: foundry, transport, account }).sendTransaction({
      to,
      value: parseEther('1.5'),
    })
    await client.waitForTransactionReceipt({ hash })
    expect(await client.getBalance({ address: to })).toBe(parseEther('1.5'))
    const { body } = await get(`/v1/account/${to}/balance?chainId=eip155:31337`)
    expect(body.balances[0].quantity.numeric).toBe('1.5')
  })

  test('a batch of 1000 is answered in full, one of 1001 is refused', async () => {
    const batch = Array.from({ length: 1001 }, (_, id) => call('eth_chainId', [], id))
    const replies = await rpc(batch.slice(1))
    expect(replies.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b)).toEqual(
      batch.slice(1).map(({ id }) => id),
    )
    expect(await rpc(batch)).toMatchObject({
      id: null,
      error: { code: -32600, message: expect.stringContaining('1000') },
    })
  })

  test('notifications are answered with nothing', async () => {
    const response = await send(rpcUrl('eip155:31337'), { jsonrpc: '2.0', method: 'eth_chainId' })
    expect([response.status, await response.text()]).toEqual([204, ''])
  })

  test.each([
    ['', -32700],
    ['{', -32700],
    ['{"jsonrpc":"2.0","id":1,"method":"eth_chainId"', -32700],
    ['[]', -32600],
    ['null', -32600],
    ['"eth_chainId"', -32600],
    ['1e400', -32600],
    ['{}', -32600],
    ['[1,2]', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"no_such_method"}', -32601],
    ['{"__proto__":{"method":"eth_chainId"},"id":1}', -32600],
    ['['.repeat(10_000) + ']'.repeat(10_000), -32600],
  ])('the body %.40s is answered with the error %s', async (body, code) => {
    const response = await send(rpcUrl('eip155:31337'), body)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code } })
  })

  test('no body brings the sandbox down or makes it answer with anything but JSON-RPC', {
    timeout: 60_000,
  }, async () => {
    const value = fc.oneof(fc.json({ maxDepth: 4 }), fc.string({ unit: 'binary' }))
    await fc.assert(
      fc.asyncProperty(value, async (body) => {
        const response = await send(rpcUrl('eip155:31337'), body)
        expect([200, 204]).toContain(response.status)
        if (response.status === 200) expect(JSON.stringify(await response.json())).toContain('"jsonrpc":"2.0"')
      }),
      { numRuns: 200 },
    )
    expect(await rpc(call('eth_chainId'))).toMatchObject({ result: '0x7a69' })
  })

  test.each([
    '',
    'chainId=',
    'chainId=eip155:1',
    'chainId=eip155:313370',
    'chainId=eip155:3133',
    'chainId=31337',
    'chainId=eip155:31337&chainId=eip155:31338',
    'chainId=__proto__',
  ])('the query "%s" is refused as a bad request that names the chains there are', async (query) => {
    const response = await send(`${sandbox.url}/v1/?${query}`, call('eth_chainId'))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { message: expect.stringContaining('eip155:31337') },
    })
  })

  test('other content types and bodies above 5 MiB are refused', async () => {
    const form = await send(rpcUrl('eip155:31337'), call('eth_chainId'), {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(form.status).toBe(415)
    const large = await send(rpcUrl('eip155:31337'), ' '.repeat(5 * 1024 * 1024 + 1))
    expect([large.status, (await large.json()).error.message]).toEqual([413, expect.stringContaining('5242880')])
  })

  test('a body of 4 MiB passes', async () => {
    const response = await send(
      rpcUrl('eip155:31337'),
      JSON.stringify(call('eth_chainId')) + ' '.repeat(4 * 1024 * 1024),
    )
    expect(await response.json()).toMatchObject({ result: '0x7a69' })
  })
})

describe('accounts', () => {
  test('supported-chains lists the chains', async () => {
    expect((await get('/v1/supported-chains')).body).toEqual({
      http: [
        'eip155:31337',
        'eip155:31338',
        localSolanaNetwork.caipNetworkId,
        localPolkadotNetwork.caipNetworkId,
        ...(process.env.BITCOIND_PATH ? [localBitcoinNetwork.caipNetworkId] : []),
      ],
      ws: [localPolkadotNetwork.caipNetworkId],
    })
  })

  test('the balance of an account is read from every chain, without an invented price', async () => {
    const { body } = await get(`/v1/account/${bob}/balance?currency=usd&projectId=p`)
    const coins = body.balances.filter(({ address }: { address?: string }) => address === undefined)
    expect(coins).toEqual(
      ['eip155:31337', 'eip155:31338'].map((chainId) => ({
        name: 'Sandbox Ether',
        symbol: 'ETH',
        chainId,
        value: 30_000_000,
        price: 3_000,
        quantity: { decimals: '18', numeric: genesis },
        iconUrl: `${sandbox.url}/public/getAssetImage/${chainId}`,
      })),
    )
    expect((await fetch(body.balances[0].iconUrl)).status).toBe(200)
  })

  test.each([
    [`${carol}/balance?chainId=eip155:31338`],
    [`eip155:31338:${carol}/balance`],
    [`eip155%3A31338%3A${carol}/balance?chainId=eip155:31338`],
    [`${carol.toLowerCase()}/balance?chainId=eip155:31338`],
  ])('%s means one chain', async (path) => {
    const { body } = await get(`/v1/account/${path}`)
    expect(new Set(body.balances.map(({ chainId }: { chainId: string }) => chainId))).toEqual(new Set(['eip155:31338']))
  })

  test.each([
    '0x123/balance',
    'alice.eth/balance',
    `${carol}00/balance`,
    'eip155:31337:0x12/balance',
    `eip155:1:${carol}/balance`,
    `${carol}/balance?chainId=eip155:1`,
    `eip155:31337:${carol}/balance?chainId=eip155:31338`,
    '%00/balance',
    '__proto__/balance',
  ])('%s is refused as a bad request', async (path) => {
    expect(await get(`/v1/account/${path}`)).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_REQUEST' } },
    })
  })

  test('an address has no name until one is registered', async () => {
    expect((await get(`/v1/identity/${alice}?sender=${alice}`)).body).toEqual({ name: null, avatar: null })
    const avatar = 'https://example.com/a.png'
    expect((await control('/sandbox/identity', { address: alice, name: 'alice.example', avatar })).status).toBe(200)
    expect((await get(`/v1/identity/${alice.toLowerCase()}`)).body).toEqual({ name: 'alice.example', avatar })
    expect((await get('/v1/identity/nobody')).status).toBe(400)
  })
})

describe('controls', () => {
  const balanceOf = async (chainId: string, address: string) =>
    (await get(`/v1/account/${address}/balance?chainId=${chainId}`)).body.balances[0].quantity.numeric

  test('fund sets a balance on one chain, reset takes everything back', async () => {
    const amount = '12345678901234567890'
    const funded = await control('/sandbox/fund', { address: carol, chainId: 'eip155:31337', amount })
    expect(await funded.json()).toEqual({ address: carol.toLowerCase(), chainId: 'eip155:31337', balance: amount })
    expect(await balanceOf('eip155:31337', carol)).toBe('12.34567890123456789')
    expect(await balanceOf('eip155:31338', carol)).toBe(genesis)
    await control('/sandbox/identity', { address: carol, name: 'carol.example' })
    expect((await control('/sandbox/reset', {})).status).toBe(200)
    expect(await balanceOf('eip155:31337', carol)).toBe(genesis)
    expect((await get(`/v1/identity/${carol}`)).body).toEqual({ name: null, avatar: null })
  })

  test('reset of one chain leaves the other', async () => {
    for (const chainId of ['eip155:31337', 'eip155:31338'])
      await control('/sandbox/fund', { address: bob, chainId, amount: '7' })
    expect(await (await control('/sandbox/reset', { chainId: 'eip155:31338' })).json()).toEqual({
      reset: ['eip155:31338'],
    })
    expect(await balanceOf('eip155:31337', bob)).toBe('0.000000000000000007')
    expect(await balanceOf('eip155:31338', bob)).toBe(genesis)
    await control('/sandbox/reset', {})
  })

  test.each([
    ['a number as the amount', { address: bob, chainId: 'eip155:31337', amount: 5 }],
    ['a negative amount', { address: bob, chainId: 'eip155:31337', amount: '-5' }],
    ['a decimal amount', { address: bob, chainId: 'eip155:31337', amount: '1.5' }],
    ['an amount of 2^256', { address: bob, chainId: 'eip155:31337', amount: String(2n ** 256n) }],
    ['another chain', { address: bob, chainId: 'eip155:1', amount: '5' }],
    ['a bad address', { address: '0xabc', chainId: 'eip155:31337', amount: '5' }],
    ['an unknown field', { address: bob, chainId: 'eip155:31337', amount: '5', more: 1 }],
    ['null', null],
  ])('fund refuses %s and nothing changes', async (_, body) => {
    const response = await control('/sandbox/fund', body)
    expect(response.status).toBe(400)
    expect(await balanceOf('eip155:31337', bob)).toBe(genesis)
  })

  test.each([
    { address: bob, name: '' },
    { address: bob, name: 'b.example', avatar: 'javascript:alert(1)' },
    { address: bob, name: 7 },
  ])('identity refuses %j and nothing is registered', async (body) => {
    expect((await control('/sandbox/identity', body)).status).toBe(400)
    expect((await get(`/v1/identity/${bob}`)).body).toEqual({ name: null, avatar: null })
  })

  test('a control sent as text/plain, the way a page does without a preflight, is refused and nothing changes', async () => {
    const body = { address: bob, chainId: 'eip155:31337', amount: '5' }
    for (const headers of [{ 'content-type': 'text/plain' }, { 'content-type': 'text/plain; application/json' }]) {
      expect((await send(`${sandbox.url}/sandbox/fund`, body, headers)).status).toBe(415)
    }
    expect(await balanceOf('eip155:31337', bob)).toBe(genesis)
  })
})

describe('who may ask', () => {
  test('a page of this machine may read, and is told so', async () => {
    const response = await fetch(`${sandbox.url}/getWallets`, { headers: { origin: page } })
    expect(response.headers.get('access-control-allow-origin')).toBe(page)
    expect(response.headers.get('vary')).toBe('Origin')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    const refusal = await fetch(`${sandbox.url}/v1/identity/x`, { headers: { origin: page } })
    expect([refusal.status, refusal.headers.get('access-control-allow-origin')]).toEqual([400, page])
  })

  test('a preflight of a page of this machine passes', async () => {
    const headers = {
      origin: page,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    }
    const response = await fetch(`${sandbox.url}/sandbox/fund`, { method: 'OPTIONS', headers })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization, content-type, solana-client')
  })

  test.each(['https://example.com', 'null', 'http://localhost.example.com', 'http://192.168.0.7:3000'])(
    'a page of %s is refused on every route before anything happens',
    async (origin) => {
      const attempts = [
        fetch(`${sandbox.url}/getWallets`, { headers: { origin } }),
        fetch(`${sandbox.url}/sandbox/fund`, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'POST' },
        }),
        send(rpcUrl('eip155:31337'), call('anvil_setBalance', [bob, '0x0']), { origin, 'content-type': 'text/plain' }),
        send(`${sandbox.url}/sandbox/reset`, {}, { origin, 'content-type': 'application/json' }),
      ]
      for (const response of await Promise.all(attempts)) {
        expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null])
      }
      expect(await rpc(call('eth_getBalance', [bob, 'latest']))).toMatchObject({
        result: `0x${(10_000n * 10n ** 18n).toString(16)}`,
      })
    },
  )

  test('a foreign name that points here (DNS rebinding) is refused', async () => {
    const ask = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        httpRequest(`${sandbox.url}/health`, { headers: { host } }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
          .on('error', reject)
          .end()
      })
    expect(await ask('rebound.example.com')).toBe(403)
    expect(await ask(`localhost:${sandbox.port}`)).toBe(200)
  })

  test('broken HTTP does not bring it down', async () => {
    for (const text of [
      '\u0000\u0001',
      'GET / HTTP/9.9\r\n\r\n',
      'GET http://[ HTTP/1.1\r\nHost: [\r\n\r\n',
      'POST /v1/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connect(sandbox.port, '127.0.0.1', () => socket.end(text))
        socket
          .on('close', () => resolve())
          .on('error', () => resolve())
          .resume()
      })
    }
    expect((await get('/health')).status).toBe(200)
  })
})

describe('pages', () => {
  test('the human page names the chains, the accounts and the services, and holds no script', async () => {
    const response = await fetch(`${sandbox.url}/`)
    const text = await response.text()
    for (const part of [
      'Sandbox Two',
      'eip155:31338',
      ...developmentAccounts,
      ...solanaDevelopmentAccounts,
      ...polkadotDevelopmentAccounts,
      ...bitcoinDevelopmentAccounts,
      '/getWallets',
      `/v1/account/${alice}/balance?chainId=eip155:31337`,
    ])
      expect(text).toContain(part)
    expect(text).not.toMatch(/<script|style=| on\w+=/)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await fetch(`${sandbox.url}/sandbox.css`)).headers.get('content-type')).toBe('text/css; charset=utf-8')
  })

  test('health tells which run answers and what its engines do', async () => {
    const { body } = await get('/health')
    expect(body).toMatchObject({
      status: 'ok',
      instance: sandbox.instance,
      engines: [{ chainId: 'eip155:31337', state: 'running' }, {}, {}, { state: 'idle' }, {}],
    })
  })

  test('a path that nothing answers is 404 with a sentence', async () => {
    expect(await get('/nothing')).toMatchObject({
      status: 404,
      body: { error: { message: expect.stringContaining('/nothing') } },
    })
  })
})

describe('starting', () => {
  test('the first chain starts by itself, the others wait for their first use', async () => {
    const fresh = await startSandbox({ port: 0 })
    const states = (): readonly string[] => fresh.engines.map((engine) => engine.status().state)
    await expect.poll(states).toEqual(['running', 'idle', 'idle', 'idle', process.env.BITCOIND_PATH ? 'idle' : 'off'])
    await fresh.stop()
    expect(new Set(states())).toEqual(new Set(['stopped', ...(process.env.BITCOIND_PATH ? [] : ['off'])]))
  })

  test('a port in use is refused with the port, the flag and the option, and leaves nothing running', async () => {
    await expect(startSandbox({ port: sandbox.port })).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      message: expect.stringMatching(new RegExp(`${sandbox.port}.*--port ${sandbox.port + 1}.*"url"`)),
    })
  })

  test.each(['0.0.0.0', '192.168.1.2', 'example.com', '::', ''])('the host "%s" is refused', async (host) => {
    await expect(startSandbox({ port: 0, host })).rejects.toMatchObject({ code: 'HOST_NOT_LOOPBACK' })
  })

  test.each([-1, 65_536, 1.5, Number.NaN])('the port %s is refused', async (port) => {
    await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  })

  test('without engines everything else runs, and each chain says in one sentence why it is off', async () => {
    const quiet = await startSandbox({ port: 0, engines: false })
    const ask = async (path: string, init?: RequestInit) => (await fetch(`${quiet.url}${path}`, init)).json()
    expect(quiet.chains()).toEqual([])
    expect(await ask('/v1/supported-chains')).toEqual({ http: [], ws: [] })
    expect((await ask('/getWallets')).count).toBeGreaterThan(0)
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call('eth_chainId')),
    }
    expect(await ask('/v1/?chainId=eip155:31337', init)).toMatchObject({
      error: { code: -32002, message: expect.stringContaining('--no-engines') },
    })
    expect(await ask(`/v1/account/${bob}/balance`)).toMatchObject({ error: { code: 'ENGINE_DOWN' } })
    expect(await ask(`/v1/identity/${bob}`)).toEqual({ name: null, avatar: null })
    await quiet.stop()
  })

  test('stop may be called twice, and start, stop, start on one port works', async () => {
    const first = await startSandbox({ port: 0, engines: false })
    await Promise.all([first.stop(), first.stop()])
    const second = await startSandbox({ port: first.port, engines: false })
    expect(second.port).toBe(first.port)
    await second.stop()
  })
})
