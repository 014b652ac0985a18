import fc from 'fast-check'
import { createPublicClient, createWalletClient, http, parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { call, get, rpc, rpcUrl, sandbox, send, startOneSandbox } from './sandbox.test.fixtures.js'

startOneSandbox()

describe('JSON-RPC', () => {
  test('sends the request to the chain of the chain id, for the content types application/json and text/plain', async () => {
    expect(await rpc(call('eth_chainId'))).toMatchObject({ id: 1, result: '0x7a69' })
    const plain = await send(rpcUrl('eip155:31338'), call('eth_chainId'), {
      'content-type': 'text/plain;charset=UTF-8',
    })
    expect(await plain.json()).toMatchObject({ result: '0x7a6a' })
    expect(await (await send(rpcUrl('eip155:31337').replace('/v1/', '/v1'), call('eth_chainId'))).json()).toMatchObject(
      { result: '0x7a69' },
    )
  })

  test('viem can sign locally, send, and read the new balance', async () => {
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

  test('answers every call of a batch of 1000, and rejects a batch of 1001', async () => {
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

  test('does not answer notifications', async () => {
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
  ])('the body %.40s gets the JSON-RPC error %s', async (body, code) => {
    const response = await send(rpcUrl('eip155:31337'), body)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code } })
  })

  test('every request body gets a JSON-RPC reply, or status 204 if it contains only notifications', {
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
  ])('the query "%s" is rejected with status 400 and a message that lists the chains', async (query) => {
    const response = await send(`${sandbox.url}/v1/?${query}`, call('eth_chainId'))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { message: expect.stringContaining('eip155:31337') },
    })
  })

  test('rejects other content types and bodies above 5 MiB', async () => {
    const form = await send(rpcUrl('eip155:31337'), call('eth_chainId'), {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(form.status).toBe(415)
    const large = await send(rpcUrl('eip155:31337'), ' '.repeat(5 * 1024 * 1024 + 1))
    expect([large.status, (await large.json()).error.message]).toEqual([413, expect.stringContaining('5242880')])
  })

  test('accepts a body of 4 MiB', async () => {
    const response = await send(
      rpcUrl('eip155:31337'),
      JSON.stringify(call('eth_chainId')) + ' '.repeat(4 * 1024 * 1024),
    )
    expect(await response.json()).toMatchObject({ result: '0x7a69' })
  })
})
