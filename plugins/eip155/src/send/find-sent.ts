import { readWith } from '@wallet-modal/kernel'
import { type Chain, toQuantity, whereKnown } from './chain.js'
import type { TransactionRequest } from './request.js'

/** Where a search begins: how things were just before the transaction was handed over. */
export interface Before {
  readonly nonce: bigint
  readonly block: bigint
}

export interface Found {
  readonly hash: string
  readonly nonce: bigint
}

interface Listed extends Found {
  readonly from: string
  readonly to: string
  readonly value: bigint
  readonly data: string
}

/** An equal payment may wait already, so transactions that wait are counted. */
export async function lookBefore(chain: Chain, from: string): Promise<Before> {
  const [nonce, block] = await Promise.all([
    chain.quantity('eth_getTransactionCount', from, 'pending'),
    chain.quantity('eth_blockNumber'),
  ])
  return { nonce, block }
}

/** How many blocks back are searched, so that a page that slept does not ask for thousands. */
const MOST_BLOCKS = 24n

const textOf = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '')

const blockSchema = readWith((block): readonly Listed[] => {
  const { transactions }: { readonly transactions?: unknown } = Object(block)
  if (!Array.isArray(transactions)) return []
  return transactions.flatMap((one: unknown): readonly Listed[] => {
    const { hash, from, to, input, value, nonce }: Readonly<Record<string, unknown>> = Object(one)
    if (typeof hash !== 'string' || typeof to !== 'string') return []
    return [
      {
        hash,
        nonce: toQuantity(nonce),
        from: textOf(from),
        to: textOf(to),
        value: toQuantity(value),
        data: textOf(input),
      },
    ]
  })
})

/** Looks for a transaction whose reply was lost, by nonce and content: among those that wait, then block by block. */
export async function findSent(chain: Chain, request: TransactionRequest, before: Before): Promise<Found | undefined> {
  const isOurs = (one: Listed): boolean =>
    one.from === request.from.toLowerCase() &&
    one.nonce >= before.nonce &&
    one.to === request.to.toLowerCase() &&
    one.value === BigInt(request.value) &&
    one.data === request.data.toLowerCase()
  const latest = await chain.quantity('eth_blockNumber')
  const first = latest - before.block >= MOST_BLOCKS ? latest - MOST_BLOCKS + 1n : before.block + 1n
  const blocks = ['pending']
  for (let number = latest; number >= first; number--) blocks.push(`0x${number.toString(16)}`)
  for (const block of blocks) {
    const listed = await whereKnown(chain.read('eth_getBlockByNumber', [block, true], blockSchema))
    const found = listed?.find(isOurs)
    if (found) return found
  }
  if (latest < before.block) throw new Error('The node lags behind.') // it cannot know yet
  return undefined
}
