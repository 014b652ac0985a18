import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonRpcSource } from './json-rpc.js'

const [CHAIN, FIRST, SECOND] = ['eip155:1', 'https://one.example', 'https://two.example']

const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'

/** A source with two nodes of an EVM network, and one of Bitcoin. The nodes in `down` do not respond. */
function fresh(down: readonly string[] = []) {
  const sent: { readonly url: string; readonly body: string }[] = []
  const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    sent.push({ url: String(url), body: String(init?.body) })
    if (down.includes(String(url))) throw new TypeError('fetch failed')
    return Response.json({ jsonrpc: '2.0', id: 1, result: '0x1' })
  }
  const source = jsonRpcSource({ [CHAIN]: [FIRST, SECOND], [BITCOIN]: [FIRST] }, { fetch })
  const send = (body: string, chain = CHAIN) => source.request(chain, body, new AbortController().signal)
  return { sent, send, request: (message: unknown, chain = CHAIN) => send(JSON.stringify(message), chain) }
}

/** Adds parameters with 16 digits in a row to a call. */
const withLongNumber = (json: string): string => json.replace(/}$/, ',"params":["1000000000000000"]}')
const call = (method: string, more: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params: [], ...more })

describe('jsonRpcSource', () => {
  it('forwards only the members of JSON-RPC, since some nodes read `Method` as `method`', async () => {
    const { sent, request } = fresh()
    await request(call('eth_blockNumber', { Method: 'personal_listAccounts', METHOD: 'eth_sendRawTransaction' }))
    await request([call('eth_blockNumber', { Method: 'personal_listAccounts' })])
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([call('eth_blockNumber'), [call('eth_blockNumber')]])
  })

  it.each([
    ['in the parameters', '9007199254740993,-18446744073709551615'],
    ['nested', '[{"slot":9007199254740993}]'],
    ['beside a string with digits, quotes and backslashes', '"9007199254740993 \\" \\\\",9007199254740993'],
    ['beside a fraction', '0.5,9007199254740993'],
    ['in a body of 4 MB', `9007199254740993,"${'a'.repeat(4_000_000)}"`],
  ])('keeps the digits of integers above 2^53 %s', async (_, params) => {
    const { sent, send } = fresh()
    const body = `{"jsonrpc":"2.0","id":9007199254740993,"method":"getBlock","params":[${params}]}`
    await send(body)
    await send(`[${body}]`)
    expect(sent.map((one) => one.body === body || one.body)).toEqual([true, `[${body}]`])
  })

  it('keeps the digits of integers between any strings', async () => {
    const value = fc.oneof(fc.string({ unit: fc.constantFrom('"', '\\', '1234567890123456', ',', 'é') }), fc.bigInt())
    const toJson = (one: string | bigint): string => (typeof one === 'bigint' ? String(one) : JSON.stringify(one))
    await fc.assert(
      fc.asyncProperty(fc.array(value), async (values) => {
        const { sent, send } = fresh()
        const longs = values.filter((one) => typeof one === 'string' || String(one).length > 17)
        const body = `{"jsonrpc":"2.0","id":1,"method":"getBlock","params":[${longs.map(toJson).join()}]}`
        await send(body)
        expect(sent[0]?.body).toBe(body)
      }),
    )
  })

  it('rounds fractions as JSON.parse does', async () => {
    const { sent, send } = fresh()
    await send('{"jsonrpc":"2.0","id":1,"method":"getBlock","params":[0.12345678901234567890, 1.50e3]}')
    expect(sent[0]?.body).toBe('{"jsonrpc":"2.0","id":1,"method":"getBlock","params":[0.12345678901234568,1500]}')
  })

  it('rejects parameters nested 20,000 deep', async () => {
    const { sent, send } = fresh()
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    for (const params of [nested, `[9007199254740993, ${nested}]`]) {
      const sending = send(`{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${params}}`)
      await expect(sending).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    }
    expect(sent).toEqual([])
  })

  it.each([
    '{"jsonrpc":"2.0","id":1,"method":"debug_traceCall","method":"eth_chainId"}',
    '{"jsonrpc":"2.0","id":1,"\\u006dethod":"debug_traceCall","method":"eth_chainId"}',
    '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","Method":"debug_traceCall"}',
    '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","__proto__":{"method":"debug_traceCall"}}',
  ])('does not forward the forbidden method of %s', async (body) => {
    const { sent, send } = fresh()
    await send(body)
    await send(withLongNumber(body))
    const call = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
    expect(sent.map((one) => one.body)).toEqual([call, withLongNumber(call)])
  })

  it.each([
    'eth_accounts',
    'eth_newFilter',
    'eth_resend',
    'eth_sendTransaction',
    'eth_sign',
    'eth_signTypedData_v4',
    'eth_subscribe',
    'anvil_setBalance',
    'debug_traceCall',
    'personal_unlockAccount',
    'trace_block',
    'txpool_content',
    'qbft_proposeValidatorVote',
    'perm_addAccountsToAllowlist',
    'author_insertKey',
    'author_rotateKeys',
    'offchain_localStorageSet',
    'state_queryStorage',
    'system_addReservedPeer',
    'system_dryRun',
  ])('rejects %s, alone or in a batch, without a request to a node', async (method) => {
    const { sent, request } = fresh()
    await expect(request(call(method))).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    await expect(request([call('eth_chainId'), call(method)])).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    expect(sent).toEqual([])
  })

  it('forwards to a Bitcoin node only methods that read the chain or broadcast', async () => {
    const { sent, request } = fresh()
    for (const method of ['sendtoaddress', 'dumpprivkey', 'dumpwallet', 'stop', 'SendToAddress', 'getnewaddress'])
      for (const message of [call(method), [call('getblockcount'), call(method)]])
        await expect(request(message, BITCOIN)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    expect(sent).toEqual([])
    for (const method of ['scantxoutset', 'scanblocks', 'gettxout', 'getblock', 'sendrawtransaction'])
      await request(call(method), BITCOIN)
    expect(sent).toHaveLength(5)
  })

  it.each(['state_queryStorageAt', 'system_accountNextIndex'])('forwards %s', async (method) => {
    const { sent, request } = fresh()
    await request(call(method))
    expect(sent).toHaveLength(1)
  })

  it('forwards batches of 1 to 100 calls, and rejects invalid calls', async () => {
    const { sent, request } = fresh()
    await request(Array(100).fill(call('eth_chainId')))
    for (const message of [[], Array(101).fill(call('eth_chainId')), null, 'eth_chainId', { method: 'eth_chainId' }])
      await expect(request(message)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    expect(sent).toHaveLength(1)
  })

  it('stops reading a reply of more than 20 MB and rejects', async () => {
    let sent = 0
    const endless = () =>
      new ReadableStream({
        pull(stream) {
          sent += 1
          if (sent > 100) stream.error(new Error('The reply was read to the end.'))
          else stream.enqueue(new Uint8Array(1_000_000).fill(32))
        },
      })
    const faults: unknown[] = []
    const fetch = async () => new Response(endless())
    const source = jsonRpcSource({ [CHAIN]: [FIRST] }, { fetch, onFault: (error) => faults.push(error) })
    const asked = source.request(CHAIN, JSON.stringify(call('eth_blockNumber')), new AbortController().signal)
    await expect(asked).rejects.toMatchObject({ code: 'SOURCE_FAILED' })
    expect(faults).toMatchObject([{ cause: { message: 'The reply has more than 20000000 bytes.' } }])
    expect(sent).toBeLessThan(25)
  })

  it('B3: sends a write once, to the first node only, and repeats a failed read at the next node', async () => {
    const { sent, request } = fresh([FIRST])
    await request(call('eth_blockNumber'))
    for (const method of ['eth_sendRawTransaction', 'sendTransaction', 'author_submitExtrinsic'])
      await expect(request(call(method))).rejects.toMatchObject({ code: 'SOURCE_FAILED' })
    expect(sent.map(({ url }) => url)).toEqual([FIRST, SECOND, FIRST, FIRST, FIRST])
  })
})
