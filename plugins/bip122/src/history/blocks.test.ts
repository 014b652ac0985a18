import { createFakeContext, createFakeRpc, type FakeRpcRequest } from '@wallet-modal/kernel/testing'
import { describe, expect, it } from 'vitest'
import { blockTransactions, readHistory, relevantBlocks } from './blocks.js'

const caipNetworkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const address = 'bcrt1qown'
const txid = 'ab'.repeat(32)

describe('the history of an address', () => {
  it.each([{}, { tx: [], time: 'x' }, { tx: [{}], time: 1 }, { tx: [{ txid, vin: [{}], vout: [] }], time: 1 }, null])(
    'A4: cannot be read if the node answers %j instead of a block',
    (answer) => {
      expect(() => blockTransactions['~standard'].validate(answer)).toThrow()
    },
  )

  it.each([{}, { relevant_blocks: ['x'] }, { relevant_blocks: [], completed: false }, null])(
    'A4: cannot be found if the node answers %j instead of a list of relevant blocks',
    (answer) => {
      expect(() => relevantBlocks['~standard'].validate(answer)).toThrow()
    },
  )
})
it('blocks are requested one by one: the replies to a batch could be too long together', async () => {
  const blocks = ['a1', 'b2', 'c3'].map((byte) => byte.repeat(32))
  const requested: unknown[] = []
  let [active, mostActive] = [0, 0]
  const reply = async ({ method, params: [block] }: FakeRpcRequest) => {
    if (method === 'scanblocks') return { relevant_blocks: blocks, completed: true }
    requested.push(block)
    mostActive = Math.max(mostActive, ++active)
    await new Promise((resolve) => setTimeout(resolve))
    active--
    return { tx: [{ txid: block, vin: [], vout: [] }], time: 1 }
  }
  const ctx = createFakeContext({ api: { rpc: createFakeRpc(reply) } })
  const { signal } = new AbortController()
  const page = await readHistory(ctx, { caipNetworkId, address, cursor: undefined, signal })
  expect([requested, mostActive]).toEqual([blocks, 1])
  expect(page?.transactions.map(({ hash }) => hash)).toEqual(blocks.toReversed())
})
