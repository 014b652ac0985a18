import { describe, expect, test } from 'vitest'
import { localBitcoinNetwork, localPolkadotNetwork, localSolanaNetwork } from '../local-networks.js'
import { alice, bob, carol, get, sandbox, send, startOneSandbox } from './sandbox.test.fixtures.js'

startOneSandbox()

const genesis = '10000'
const control = (path: string, body: unknown) => send(`${sandbox.url}${path}`, body)

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

  test("balance returns the coins of an account on both EVM chains, with the prices of the chains' feeds", async () => {
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
  ])('%s returns the balances of one chain only', async (path) => {
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
  ])('%s is rejected with status 400', async (path) => {
    expect(await get(`/v1/account/${path}`)).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_REQUEST' } },
    })
  })

  test('identity returns the registered name and avatar of an address, and null before the registration', async () => {
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

  test('fund sets a balance on one chain, and reset reverts everything', async () => {
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

  test('reset of one chain does not affect the other', async () => {
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
    ['an unknown chain', { address: bob, chainId: 'eip155:1', amount: '5' }],
    ['a bad address', { address: '0xabc', chainId: 'eip155:31337', amount: '5' }],
    ['an unknown field', { address: bob, chainId: 'eip155:31337', amount: '5', more: 1 }],
    ['null', null],
  ])('fund rejects %s, without changes', async (_, body) => {
    const response = await control('/sandbox/fund', body)
    expect(response.status).toBe(400)
    expect(await balanceOf('eip155:31337', bob)).toBe(genesis)
  })

  test.each([
    { address: bob, name: '' },
    { address: bob, name: 'b.example', avatar: 'javascript:alert(1)' },
    { address: bob, name: 7 },
  ])('identity rejects %j and registers no name', async (body) => {
    expect((await control('/sandbox/identity', body)).status).toBe(400)
    expect((await get(`/v1/identity/${bob}`)).body).toEqual({ name: null, avatar: null })
  })

  test('are rejected without side effects if sent as text/plain, which pages can send without a preflight', async () => {
    const body = { address: bob, chainId: 'eip155:31337', amount: '5' }
    for (const headers of [{ 'content-type': 'text/plain' }, { 'content-type': 'text/plain; application/json' }]) {
      expect((await send(`${sandbox.url}/sandbox/fund`, body, headers)).status).toBe(415)
    }
    expect(await balanceOf('eip155:31337', bob)).toBe(genesis)
  })
})
