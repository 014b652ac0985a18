import { afterAll, beforeAll, expect, test } from 'vitest'
import { localContracts } from '../server/evm/contracts/local-contracts.js'
import { developmentAccounts } from '../server/evm/development-accounts.js'
import { type Sandbox, startSandbox } from '../server/start.js'
import { type SandboxControls, sandboxAt } from './sandbox-at.js'

const chainId = 'eip155:31337'
const [alice = '', bob = ''] = developmentAccounts
const [gold] = localContracts.tokens
if (!gold) throw new Error('there is no token')

let sandbox: Sandbox
let controls: SandboxControls
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  controls = sandboxAt(sandbox.url)
})
afterAll(() => sandbox.stop())

const send = async (value: string): Promise<Response> =>
  fetch(`${sandbox.url}/v1/?chainId=${chainId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction' },
      params: [{ from: alice, to: bob, value }],
    }),
  })
const newest = async () =>
  (await (await fetch(`${sandbox.url}/v1/account/${alice}/history?chainId=${chainId}`)).json()).data[0]
const goldOf = async (account: string) =>
  (await (await fetch(`${sandbox.url}/v1/account/${account}/balance?chainId=${chainId}`)).json()).balances.find(
    ({ symbol }: { symbol: string }) => symbol === 'SGLD',
  )

test('without a sandbox at its URL, sandboxAt rejects with the URL and with advice that names its argument', async () => {
  await expect(sandboxAt('http://127.0.0.1:1').reset()).rejects.toMatchObject({
    code: 'NO_SANDBOX',
    message: expect.stringMatching(/ at http:\/\/127\.0\.0\.1:1\. .*sandboxAt\("http/),
  })
})

test('sandboxAt sets and removes the price and the spam flag of a token', async () => {
  await controls.price({ chainId, address: gold.address, usd: '0.00000001' })
  await controls.spam({ chainId, address: gold.address })
  expect(await goldOf(alice)).toMatchObject({ price: 1e-8, flags: { is_spam: true } })
  await controls.price({ chainId, address: gold.address, usd: null })
  await controls.spam({ chainId, address: gold.address, spam: false })
  const plain = await goldOf(alice)
  expect([plain.price, plain.flags]).toEqual([null, undefined])
  await expect(controls.price({ chainId, usd: '1,5' })).rejects.toThrow('400')
})

test('sandboxAt keeps a transaction pending, drops the reply to another transaction, which is mined, and resets the chain', async () => {
  await controls.blocks({ chainId, hold: true })
  await send('0x1')
  expect((await newest()).metadata.status).toBe('pending')
  await controls.blocks({ chainId, hold: false })
  expect((await newest()).metadata.status).toBe('confirmed')

  await controls.fault({ on: 'rpc', method: 'eth_sendTransaction', drop: 'reply', times: 1 })
  await expect(send('0x2')).rejects.toThrow('fetch failed')
  expect((await newest()).transfers[0].quantity.numeric).toBe('0.000000000000000002')
  await controls.reset()
  expect((await newest()).metadata.operationType).toBe('mint')
})
