import { WalletModalError } from '@wallet-modal/kernel'
import { createFakeContext, createFakeRpc } from '@wallet-modal/kernel/testing'
import { describe, expect, it } from 'vitest'
import type { BitcoinOutput } from '../contract.js'
import { nodeOf } from '../node.test.fixtures.js'
import { readStatus, statusByOutputs } from './status.js'

const txid = 'ab'.repeat(32)
const spent = { txid: 'cd'.repeat(32), index: 0, value: 1n, height: 1 }
const caipNetworkId = 'bip122:000000000019d6689c085ae165831e93'
const sent = { hash: txid, caipNetworkId, address: '', sentAt: 0 }

const there = { confirmations: 1, coinbase: false, value: 0.00000001 }

interface Chain {
  /** Height of the block that includes the payment. */
  readonly at?: number
  /** The node's answer about the coin that the payment spends. Called for each request. */
  readonly coin?: (mempool: boolean) => unknown
}

/** Status of a payment that was sent at block 100 and has no unspent outputs, read from a node at this block height. */
function statusAt(height: number, { at, coin = () => null }: Chain = {}, trace?: string) {
  const rpc = createFakeRpc(({ method, params: [first, , mempool] }) => {
    if (method === 'getmempoolentry') throw new WalletModalError('RPC_ERROR', 'not there', { status: -5 })
    const answers: Readonly<Record<string, unknown>> = {
      gettxout: first === spent.txid ? coin(mempool === true) : null,
      getblockcount: height,
      getblockhash: String(first).padStart(64, '0'),
      getblock: { tx: Number(first) === at ? [txid] : [] },
    }
    return answers[method]
  })
  const ctx = createFakeContext({ api: { rpc } })
  const sentInputs = new Map(trace === undefined ? [[txid, { coins: [spent], height: 100 }]] : [])
  return readStatus(ctx, { ...sent, ...(trace !== undefined && { trace }) }, sentInputs, new AbortController().signal)
}

describe('the status of a payment whose coins and outputs are spent', () => {
  it('is confirmed if a block includes it', async () => {
    expect(await statusAt(112, { at: 101 })).toBe('confirmed')
  })

  it('is replaced if no block since it was sent includes it', async () => {
    expect(await statusAt(112)).toBe('replaced')
  })

  it('is unknown if the block that may include it was not read', async () => {
    expect(await statusAt(113, { at: 101 })).toBe('unknown')
    expect(await statusAt(5_000)).toBe('unknown')
  })
})

describe('the status of a payment after a reload of the page', () => {
  it('is read from the stored trace of its coins, and is unknown if the trace is malformed', async () => {
    const trace = `100 ${spent.txid}:0 ${'ef'.repeat(32)}:3`
    const other = (mempool: boolean) => (mempool ? null : there)
    expect(await statusAt(112, {}, trace)).toBe('replaced')
    expect(await statusAt(112, { at: 101 }, trace)).toBe('confirmed')
    expect(await statusAt(112, { coin: other }, `100 ${spent.txid}:0`)).toBe('unknown')
    for (const broken of ['', '100', `x ${spent.txid}:0`, `100 ${spent.txid}`])
      expect(await statusAt(112, {}, broken)).toBe('unknown')
  })
})

describe('the status of a payment that the node does not know', () => {
  it('is unknown while another pending transaction spends its coin', async () => {
    expect(await statusAt(112, { coin: (mempool) => (mempool ? null : there) })).toBe('unknown')
  })

  it('is unknown if its coin is unspent, because the node may have dropped or never received the payment', async () => {
    expect(await statusAt(112, { coin: () => there })).toBe('unknown')
  })

  it('is unknown until the node has a block after the one at which the payment was sent; then it is replaced', async () => {
    expect(await statusAt(98)).toBe('unknown')
    expect(await statusAt(100)).toBe('unknown')
    expect(await statusAt(101)).toBe('replaced')
  })

  it('is unknown if two nodes behind one URL disagree about its coin', async () => {
    const answers = [null, there]
    expect(await statusAt(112, { coin: () => answers.shift() })).toBe('unknown')
  })
})

describe('the status by the first two outputs', () => {
  const unspent = (confirmations: number): BitcoinOutput => ({ confirmations, isCoinbase: false, value: 1n })

  it.each([
    ['confirmed', 'the first output is unspent in a block', [unspent(1), undefined], false],
    ['confirmed', 'the second output is unspent in a block', [undefined, unspent(3)], false],
    ['pending', 'an output is unspent in the mempool', [unspent(0), undefined], true],
    ['pending', 'other pending transactions spend the outputs', [undefined, undefined], true],
    [undefined, 'the node knows neither an output nor the transaction', [undefined, undefined], false],
  ] as const)('is %s if %s', async (status, _, outputs, isInMempool) => {
    const node = nodeOf({ output: async ({ index }) => outputs[index], isInMempool: async () => isInMempool })
    expect(await statusByOutputs(node, txid)).toBe(status)
  })
})
