import { Keyring } from '@polkadot/keyring'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { localPolkadotNetwork, polkadotDevelopmentAccounts } from '@wallet-modal/sandbox/server'
import { sandboxAt } from '@wallet-modal/sandbox/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connectPolkadot } from './support/sandbox-polkadot.js'
import { openWith } from './support/scripted.js'
import { senderOf, serveSender } from './support/sender.js'
import { createStage } from './support/stage.js'

await cryptoWaitReady()
const { caipNetworkId } = localPolkadotNetwork
const COIN = 10n ** 12n
const [alice = '', bob = ''] = polkadotDevelopmentAccounts
const newcomer = (uri: string): string => new Keyring({ ss58Format: 42 }).addFromUri(uri).address

const stage = createStage({
  serve: (sandboxUrl) =>
    serveSender({
      sandboxUrl,
      family: 'polkadot',
      networks: [{ ...localPolkadotNetwork, rpcUrls: [`${sandboxUrl}/v1/?chainId=${caipNetworkId}&projectId=test`] }],
    }),
})

let chain: Awaited<ReturnType<typeof connectPolkadot>>
beforeAll(async () => {
  chain = await connectPolkadot(stage.sandboxUrl)
})
afterAll(() => chain?.close())
beforeEach(() => sandboxAt(stage.sandboxUrl).fund({ address: alice, chainId: caipNetworkId, amount: 100n * COIN }))

async function visit() {
  const { page } = await openWith(stage, { zephyr: { namespace: 'polkadot', name: 'Zephyr' } })
  const send = senderOf(page)
  await send.connect('Zephyr')
  const submit = async (address: string, expected = 'confirmed') => {
    const { hash = '' } = await send.submit()
    const status = () => send.status({ caipNetworkId, address, sentAt: 0, hash })
    await expect.poll(status, { timeout: 10_000 }).toBe(expected)
  }
  return { send, submit }
}
const pay = (to: string): string => chain.encode('balances', 'transferKeepAlive', [to, COIN])

it('after a failing call, batch does on the chain what its review says: it stops, and the calls before it stay in effect', async () => {
  const { send, submit } = await visit()
  const [first, last] = [newcomer('//batch//first'), newcomer('//batch//last')]
  const forbidden = chain.encode('balances', 'forceTransfer', [bob, alice, COIN]) // only the root may call this
  const { actions } = await send.prepareCalls([
    { pallet: 'Utility', method: 'batch', args: [[pay(first), forbidden, pay(last)]] },
  ])
  const transfer = { type: 'transfer', amount: COIN, from: alice }
  expect(actions).toMatchObject([
    { type: 'callGroup', call: 'Utility.batch', onFailure: 'stop' },
    { ...transfer, to: first },
    { type: 'unknown', call: 'Balances.force_transfer' },
    { ...transfer, to: last },
  ])
  await submit(alice, 'partlyFailed')
  expect([await chain.free(first), await chain.free(last)]).toEqual([COIN, 0n])
})

it('a proxy call transfers the coins of the account that its review names', async () => {
  const { send, submit } = await visit()
  const receiver = newcomer('//proxy//receiver')
  await send.must('switchAccount', bob)
  await send.prepareCalls([{ pallet: 'Proxy', method: 'add_proxy', args: [alice, 'Any', 0] }])
  await submit(bob)
  await send.must('switchAccount', alice)
  const before = await chain.free(bob)
  const { actions } = await send.prepareCalls([{ pallet: 'Proxy', method: 'proxy', args: [bob, null, pay(receiver)] }])
  expect(actions).toMatchObject([
    { type: 'callGroup', call: 'Proxy.proxy', calls: ['Balances.transfer_keep_alive'], account: bob },
    { type: 'transfer', amount: COIN, from: bob, to: receiver },
  ])
  await submit(alice)
  expect([await chain.free(receiver), await chain.free(bob)]).toEqual([COIN, before - COIN])
})

it('an atomic batch does not fail with a proxied call in it, as its review says', async () => {
  const { send, submit } = await visit()
  const receiver = newcomer('//proxy//failing')
  await send.must('switchAccount', bob)
  await send.prepareCalls([{ pallet: 'Proxy', method: 'add_proxy', args: [alice, 'NonTransfer', 0] }])
  await submit(bob)
  await send.must('switchAccount', alice)
  const before = await chain.free(bob)
  const proxied = chain.encode('proxy', 'proxy', [bob, 'NonTransfer', pay(alice)]) // this type of proxy may not transfer
  const { actions } = await send.prepareCalls([proxied, pay(receiver)])
  expect(actions).toMatchObject([
    { type: 'callGroup', call: 'Proxy.proxy', account: bob, onFailure: 'continue' },
    { type: 'transfer', from: bob, to: alice },
    { type: 'transfer', from: alice, to: receiver },
  ])
  await submit(alice, 'partlyFailed')
  expect([await chain.free(receiver), await chain.free(bob)]).toEqual([COIN, before])
})
