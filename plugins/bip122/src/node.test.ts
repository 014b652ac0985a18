import { WalletModalError } from '@wallet-modal/kernel'
import { createFakeContext, createFakeRpc } from '@wallet-modal/kernel/testing'
import { describe, expect, it } from 'vitest'
import { createNode } from './node.js'

const caipNetworkId = 'bip122:000000000019d6689c085ae165831e93'
const txid = 'ab'.repeat(32)

/** Client of a Bitcoin Core node that replies with these answers by method. Throws an answer that is an error. */
function nodeWith(answers: Readonly<Record<string, unknown>>) {
  const rpc = createFakeRpc(({ method }) => {
    const reply = answers[method]
    if (reply instanceof Error) throw reply
    return reply
  })
  return createNode(createFakeContext({ api: { rpc } }), caipNetworkId, new AbortController().signal)
}

describe('the client of a Bitcoin Core node', () => {
  it.each([
    [{ mempoolminfee: 0.00002, minrelaytxfee: 0.00001 }, 2_000n],
    [{ mempoolminfee: 0.00001, minrelaytxfee: 0.00003 }, 3_000n],
  ])('returns the higher one of the two minimum fee rates: %o', async (getmempoolinfo, rate) => {
    expect(await (await nodeWith({ getmempoolinfo })).minFeeRate()).toBe(rate)
  })

  it('returns no estimate if the node has too little data', async () => {
    expect(await (await nodeWith({ estimatesmartfee: { errors: [] } })).estimate(6)).toBeUndefined()
    expect(await (await nodeWith({ estimatesmartfee: { feerate: 0.0001 } })).estimate(6)).toBe(10_000n)
  })

  it('reports a transaction as not in the mempool only for error -5, and throws other errors', async () => {
    const failing = (status: number) =>
      nodeWith({ getmempoolentry: new WalletModalError('RPC_ERROR', 'x', { status }) })
    expect(await (await nodeWith({ getmempoolentry: {} })).isInMempool(txid)).toBe(true)
    expect(await (await failing(-5)).isInMempool(txid)).toBe(false)
    await expect((await failing(-28)).isInMempool(txid)).rejects.toThrow()
    const other = Object.assign(new Error('not of the transport'), { status: -5 })
    await expect((await nodeWith({ getmempoolentry: other })).isInMempool(txid)).rejects.toThrow()
  })

  it.each([-1, 1.5, 2 ** 53, '7', null])('rejects the height %o', async (getblockcount) => {
    await expect((await nodeWith({ getblockcount })).height()).rejects.toThrow()
  })

  it.each(['', 'x', txid.slice(1), `${txid}0`, 7])('rejects %o as the hash of a broadcast', async (reply) => {
    await expect((await nodeWith({ sendrawtransaction: reply })).send('00')).rejects.toThrow()
    expect(await (await nodeWith({ sendrawtransaction: txid })).send('00')).toBe(txid)
  })

  it('finds a transaction in a block by its list of transactions, and rejects a block without a list', async () => {
    const blockHas = async (getblock: unknown) => (await nodeWith({ getblockhash: txid, getblock })).blockHas(1, txid)
    expect([await blockHas({ tx: [txid] }), await blockHas({ tx: [] })]).toEqual([true, false])
    await expect(blockHas({ tx: txid })).rejects.toThrow()
  })

  it('reads the value of an output in whole satoshis; a spent output is undefined', async () => {
    const output = async (gettxout: unknown) => (await nodeWith({ gettxout })).output({ txid, index: 0 }, true)
    expect(await output(null)).toBeUndefined()
    expect(await output({ confirmations: 0, coinbase: true, value: 0.00000001 })).toEqual({
      ...{ confirmations: 0, isCoinbase: true, value: 1n },
    })
    await expect(output({ confirmations: -1, value: 1 })).rejects.toThrow()
  })
})
