import { type PreparedTransaction, type TransactionRequest, WalletModalError } from '@wallet-modal/kernel'
import { createFakeConnection, createFakeContext } from '@wallet-modal/kernel/testing'
import { decodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, it } from 'vitest'
import { quoteOf, requestOf, sourceOf, tokenOf } from '../quote.test.fixtures.js'
import { ROUTER } from '../stage.test.fixtures.js'
import { createEvmFamily } from './eip155.js'

const token = tokenOf(`0x${'2'.repeat(40)}`)
const SWAP_DATA = '0x12345678'

interface Token {
  readonly allowance: bigint
  /** Whether the token refuses an approval other than 0 while the allowance is not 0, as USDT does. */
  readonly requiresReset: boolean
  readonly supportsBatch: boolean | undefined
  /** Error of each approval that the token does not refuse. */
  readonly nodeError?: WalletModalError
}

/** Amounts of approvals, and `swap`. */
const amountsOf = ({ calls }: TransactionRequest): readonly (bigint | 'swap')[] =>
  calls.map((call) => {
    const { data } = Object(call)
    if (data === SWAP_DATA) return 'swap'
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    if (functionName !== 'approve') throw new Error(`The swap calls ${functionName}.`)
    return args[1]
  })

const transaction: PreparedTransaction = {
  review: {
    ...{ from: '0x', caipNetworkId: 'eip155:1', actions: [], balanceChanges: 'unavailable' },
    ...{ fee: 0n, extras: [], call: '', payload: '' },
  },
  submit: async () => ({ status: 'rejected' }),
}

/** Prepares a swap of 5 tokens at a node without `eth_simulateV1`, which detects only a single call that reverts. Returns the prepared calls. */
async function prepare({ allowance, requiresReset, supportsBatch, nodeError }: Token) {
  let prepared: readonly (bigint | 'swap')[] = []
  const { transactions } = createFakeConnection({
    adapter: {
      transactions: {
        supportsBatch: async () => supportsBatch,
        async prepare(request) {
          const amounts = amountsOf(request)
          const [first] = amounts
          if (amounts.length === 1 && first !== 'swap') {
            if (nodeError) throw nodeError
            if (requiresReset && allowance > 0n && first !== 0n) throw new WalletModalError('NOT_SENT', 'refused')
          }
          prepared = amounts
          return transaction
        },
      },
    },
  }).adapter
  const source = sourceOf({
    allowance: async () => ({ spender: ROUTER, amount: allowance }),
    build: async () => ({ family: 'eip155', to: ROUTER, data: SWAP_DATA, value: 0n }),
  })
  const quote = quoteOf(requestOf({ pay: token, receive: token }), { source })
  await createEvmFamily(createFakeContext()).prepare(
    { quote, speed: 'standard', signal: new AbortController().signal },
    { transactions, assertKnown: () => {}, withToast: (reply) => reply },
  )
  return prepared
}

describe('a batch for a swap of a token whose allowance is too small', () => {
  it('sets the allowance to 0 first if the token requires it, although the node cannot simulate batches', async () => {
    expect(await prepare({ allowance: 2n, requiresReset: true, supportsBatch: true })).toEqual([0n, 5n, 'swap'])
  })

  it.each([
    ['a token that does not require it', { allowance: 2n, requiresReset: false }],
    ['an allowance of 0', { allowance: 0n, requiresReset: true }],
  ])('has no approval of 0 for %s', async (_, token) => {
    expect(await prepare({ ...token, supportsBatch: true })).toEqual([5n, 'swap'])
  })

  it('is not prepared if the node fails', async () => {
    const nodeError = new WalletModalError('RPC_ERROR', 'header not found')
    const prepared = prepare({ allowance: 2n, requiresReset: true, supportsBatch: true, nodeError })
    await expect(prepared).rejects.toBe(nodeError)
  })
})

it.each([
  ['0 if the token requires it', 2n, true, 0n],
  ['the amount for other tokens', 2n, false, 5n],
  ['the amount if the allowance is 0', 0n, true, 5n],
])('without batches, the first transaction approves %s', async (_, allowance, requiresReset, amount) => {
  expect(await prepare({ allowance, requiresReset, supportsBatch: false })).toEqual([amount])
  expect(await prepare({ allowance, requiresReset, supportsBatch: undefined })).toEqual([amount])
})
