// @vitest-environment happy-dom
import { createWalletModal, type Network } from '@wallet-modal/kernel'
import { afterEach, expect, it, vi } from 'vitest'
import networks from '../../networks.json' with { type: 'json' }
import { solana } from '../index.js'
import { addressOf, createTestWallet } from '../wallet.test.fixtures.js'

const requests: { readonly method: string; readonly params: readonly unknown[] }[] = []

/** A node that answers `getBalance` with the given JSON. */
const answerWith = (value: string): void => {
  vi.stubGlobal('fetch', async (_: unknown, { body }: { readonly body: string }) => {
    const [call] = [JSON.parse(body)].flat()
    requests.push(call)
    const reply = `{"jsonrpc":"2.0","id":${JSON.stringify(call.id)},"result":{"context":{"slot":1},"value":${value}}}`
    return new Response(Array.isArray(JSON.parse(body)) ? `[${reply}]` : reply)
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  requests.length = 0
})

async function balance(): Promise<bigint> {
  using modal = createWalletModal({
    plugins: [solana()],
    networks: networks as readonly Network[] as Network[],
    prefetch: 'never',
    logLevel: 'silent',
  })
  const adapter = modal.connections.adapter('solana')
  const { wallet } = createTestWallet()
  await adapter.connect({
    id: 'test',
    name: 'Test',
    type: 'EXTERNAL',
    namespaces: ['solana'],
    provider: async () => wallet,
  })
  return await adapter.balance()
}

it('balance() reads the lamports of the active account', async () => {
  answerWith('9007199254740991')
  expect(await balance()).toBe(9007199254740991n)
  expect(requests).toMatchObject([{ method: 'getBalance', params: [addressOf(1), { commitment: 'confirmed' }] }])
})

it('D1: balance() rejects a reply that is not a non-negative safe integer', async () => {
  for (const value of ['9007199254740993', '1.5', '-1', '"7"', 'null']) {
    answerWith(value)
    await expect(balance()).rejects.toMatchObject({ code: 'INVALID_DATA' })
  }
})
