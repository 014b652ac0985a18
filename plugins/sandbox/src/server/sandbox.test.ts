import { describe, expect, test } from 'vitest'
import { bitcoinDevelopmentAccounts } from './bitcoin/development-accounts.js'
import { developmentAccounts } from './evm/development-accounts.js'
import { polkadotDevelopmentAccounts } from './polkadot/development-accounts.js'
import { alice, bob, call, get, sandbox, startOneSandbox } from './sandbox.test.fixtures.js'
import { solanaDevelopmentAccounts } from './solana/development-accounts.js'
import { startSandbox } from './start.js'

startOneSandbox()

describe('pages', () => {
  test('the start page lists the chains, accounts and services, and has no script', async () => {
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

  test('health returns the id of the run and the state of its engines', async () => {
    await expect
      .poll(async () => (await get('/health')).body)
      .toMatchObject({
        status: 'ok',
        instance: sandbox.instance,
        engines: [{ chainId: 'eip155:31337', state: 'running' }, {}, {}, { state: 'idle' }, {}],
      })
  })

  test('an unknown path returns status 404 and a message', async () => {
    expect(await get('/nothing')).toMatchObject({
      status: 404,
      body: { error: { message: expect.stringContaining('/nothing') } },
    })
  })
})

describe('starting', () => {
  test('the first chain starts automatically, the others at their first request', async () => {
    const fresh = await startSandbox({ port: 0 })
    const states = (): readonly string[] => fresh.engines.map((engine) => engine.status().state)
    await expect.poll(states).toEqual(['running', 'idle', 'idle', 'idle', process.env.BITCOIND_PATH ? 'idle' : 'off'])
    await fresh.stop()
    expect(new Set(states())).toEqual(new Set(['stopped', ...(process.env.BITCOIND_PATH ? [] : ['off'])]))
  })

  test('fails for a port in use with a message that contains the port, the flag and the option', async () => {
    await expect(startSandbox({ port: sandbox.port })).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      message: expect.stringMatching(new RegExp(`${sandbox.port}.*--port ${sandbox.port + 1}.*"url"`)),
    })
  })

  test.each(['0.0.0.0', '192.168.1.2', 'example.com', '::', ''])('rejects the host "%s"', async (host) => {
    await expect(startSandbox({ port: 0, host })).rejects.toMatchObject({ code: 'HOST_NOT_LOOPBACK' })
  })

  test.each([-1, 65_536, 1.5, Number.NaN])('rejects the port %s', async (port) => {
    await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  })

  test('without engines all other services run, and each chain reports in one sentence why it is off', async () => {
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

  test('stop ends the guard of child processes even if an engine cannot be stopped', async () => {
    const [engine] = sandbox.engines
    if (!engine) throw new Error('The sandbox has no engine.')
    const stuck = async () => {
      throw new Error('stuck')
    }
    const exitListeners = process.listenerCount('exit')
    const fresh = await startSandbox({ port: 0, moreEngines: [{ ...engine, stop: stuck }] })
    await expect.poll(() => fresh.engines[0]?.status().state).toBe('running')
    await expect(fresh.stop()).rejects.toThrow('stuck')
    expect(process.listenerCount('exit')).toBe(exitListeners)
  })

  test('stop can be called twice, and the port can be used again after stop', async () => {
    const first = await startSandbox({ port: 0, engines: false })
    await Promise.all([first.stop(), first.stop()])
    const second = await startSandbox({ port: first.port, engines: false })
    expect(second.port).toBe(first.port)
    await second.stop()
  })
})
