import { readWith, WalletModalError } from '@wallet-modal/kernel'
import { createFakeContext, createFakeNetwork, createFakeRpc } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDriver } from './driver.js'
import { createHistorySource } from './history/source.js'
import { createNode } from './node.js'
import { BUSY_FOR_MS, scanFor } from './scan.js'

const caipNetworkId = 'bip122:000000000019d6689c085ae165831e93'
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const { signal } = new AbortController()
const schema = readWith((answer): unknown => answer)

/** A node that answers the first `times` requests with an error (by default: another scan is running). */
function nodeBusyFor(times: number, message = 'Scan already in progress, use action "abort" or "status"') {
  let requestCount = 0
  const answers: Readonly<Record<string, unknown>> = {
    scantxoutset: { success: true, unspents: [], height: 7, total_amount: 0.5 },
    scanblocks: { relevant_blocks: [], completed: true },
  }
  const rpc = createFakeRpc(({ method }) => {
    if (requestCount++ < times) throw new WalletModalError('RPC_ERROR', message, { status: -8 })
    return answers[method]
  })
  const ctx = createFakeContext({ api: { rpc } })
  return { ctx, requestCount: () => requestCount }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settle = async <T>(work: Promise<T>): Promise<T> => {
  work.catch(() => null)
  await vi.runAllTimersAsync()
  return work
}

describe('a node that is busy with another scan', () => {
  it('is asked again until it answers requests for the balance, the coins and the history', async () => {
    const account = { address, type: 'payment' } as const
    const network = createFakeNetwork(caipNetworkId)
    const balance = createDriver(nodeBusyFor(3).ctx).balance(account, network, signal)
    expect(await settle(balance)).toBe(50_000_000n)
    expect(await settle((await createNode(nodeBusyFor(3).ctx, caipNetworkId, signal)).coins(address))).toEqual({
      coins: [],
      unlistedAmount: 0n,
    })
    expect(await settle(createHistorySource(nodeBusyFor(3).ctx).page({ account, network, signal }))).toEqual({
      entries: [],
    })
  })

  it('makes a scan fail after BUSY_FOR_MS; any other error makes a scan fail at once, without a retry', async () => {
    const busy = nodeBusyFor(1_000)
    const began = Date.now()
    const scan = { method: 'scantxoutset', address, schema, signal } as const
    await expect(settle(scanFor(busy.ctx, caipNetworkId, scan))).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringContaining('is still scanning its chain'),
    })
    expect(Date.now() - began).toBe(BUSY_FOR_MS)
    const other = nodeBusyFor(1_000, 'Invalid descriptor')
    await expect(settle(scanFor(other.ctx, caipNetworkId, scan))).rejects.toMatchObject({ status: -8 })
    expect(other.requestCount()).toBe(1)
  })
})
