import { afterEach, describe, expect, it, vi } from 'vitest'
import { hash } from '../node.test.fixtures.js'
import { BATCH_STATUS_MS, parseBatchStatus, readBatchStatus } from './batch-status.js'

afterEach(() => vi.useRealTimers())
const receiptWith = (status: string) => [{ transactionHash: hash.toUpperCase().replace('X', 'x'), status }]

describe('parseBatchStatus', () => {
  it.each([
    ['pending', { status: 100 }, { status: 'pending' }],
    [
      'pending, with the receipt that a Safe returns before the batch is final',
      { status: 100, receipts: receiptWith('0x0') },
      { status: 'pending' },
    ],
    ['confirmed', { status: 200, receipts: receiptWith('0x1') }, { status: 'confirmed', hash }],
    [
      'confirmed with another code of the 200s',
      { status: 201, receipts: receiptWith('0x1') },
      { status: 'confirmed', hash },
    ],
    ['confirmed without receipts', { status: 200 }, { status: 'confirmed' }],
    [
      'confirmed, in the first version of EIP-5792',
      { status: 'CONFIRMED', receipts: receiptWith('0x1') },
      { status: 'confirmed', hash },
    ],
    [
      'failed, because the last receipt has failed',
      { status: 200, receipts: receiptWith('0x0') },
      { status: 'failed', hash },
    ],
    ['failed, never included', { status: 400 }, { status: 'failed' }],
    [
      'failed although the transaction of the bundler succeeded',
      { status: 500, receipts: receiptWith('0x1') },
      { status: 'failed', hash },
    ],
    ['partly failed', { status: 600, receipts: receiptWith('0x1') }, { status: 'partlyFailed', hash }],
    ['unknown, for a code that EIP-5792 does not define', { status: 700 }, { status: 'unknown' }],
    ['unknown, for an invalid reply', null, { status: 'unknown' }],
    [
      'confirmed, without an invalid hash',
      { status: 200, receipts: [{ transactionHash: '0x12' }] },
      { status: 'confirmed' },
    ],
  ])('%s', (_, reply, status) => {
    expect(parseBatchStatus(reply)).toEqual(status)
  })
})

describe('readBatchStatus', () => {
  it('asks the next wallet if a wallet does not know the batch or does not reply', async () => {
    vi.useFakeTimers()
    const silent = vi.fn(() => new Promise(() => undefined))
    const other = vi.fn(() => Promise.reject(Object.assign(new Error('unknown id'), { code: 5730 })))
    const own = vi.fn(async () => ({ status: 100 }))
    const progress = readBatchStatus([other, silent, own], '0x1')
    await vi.advanceTimersByTimeAsync(BATCH_STATUS_MS)
    expect(await progress).toEqual({ status: 'pending' })
    expect(own.mock.calls).toEqual([['wallet_getCallsStatus', ['0x1']]])
    expect(await readBatchStatus([other], '0x1')).toEqual({ status: 'unknown' })
  })
})
