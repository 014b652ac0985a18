import type { Context } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { findStatus } from './status.js'

const LAST = 1_000n
const caipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const token = { assetId: `${caipNetworkId}/slip44:501`, caipNetworkId, name: 'SOL', symbol: 'SOL', decimals: 9 }
const sent = { hash: 'signature', caipNetworkId, address: '', token, amount: 1n, receiver: '', sentAt: 0 }

/** The status of a transaction that no node has heard of, at this block height. */
function statusAt(height: bigint, expiries: ReadonlyMap<string, bigint>) {
  const answers: Readonly<Record<string, unknown>> = {
    getBlockHeight: Number(height),
    getSignatureStatuses: { value: [null] },
  }
  const read = async (
    method: string,
    _: unknown,
    { schema }: { schema: { '~standard': { validate(value: unknown): { value: unknown } } } },
  ) => schema['~standard'].validate(answers[method]).value
  const ctx = { api: { rpc: () => ({ read }) } } as unknown as Context
  return findStatus(ctx, sent, new Map(expiries), new AbortController().signal)
}

describe('a transaction that no node has heard of', () => {
  it.each([
    [LAST, 'pending'],
    [LAST + 150n, 'pending'],
    [LAST + 151n, 'failed'],
  ])('at block %i is %s: nodes are not all at the same block', async (height, status) => {
    expect(await statusAt(height, new Map([[sent.hash, LAST]]))).toBe(status)
  })

  it('is unknown where its last block is not known', async () => {
    expect(await statusAt(LAST + 1_000n, new Map())).toBe('unknown')
  })
})
