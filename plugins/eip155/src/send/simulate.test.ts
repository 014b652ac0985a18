import { describe, expect, it } from 'vitest'
import { fakeChain, nodeError } from './chain.test.steps.js'
import { simulateTransfer } from './simulate.js'

const [me, you, token] = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}`) as [string, string, string]
const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`
const payment = { from: me, receiver: you, amount: 100n, contract: token }

const tokenThat = ({
  answers = word(1n) as unknown,
  decimals = word(6n) as unknown,
  arrives = 100n,
  code = '0x60',
} = {}) =>
  fakeChain({
    eth_getCode: code,
    eth_call: ({ data }: { data: string }) => (data === '0x313ce567' ? decimals : answers),
    eth_simulateV1: [
      {
        calls: [word(7n), word(1n), word(7n + arrives)].map((returnData) => ({ status: '0x1', returnData })),
      },
    ],
  })

describe('D10: odd tokens', () => {
  it('answer true, or nothing at all', async () => {
    for (const answers of [word(1n), '0x'])
      expect(await simulateTransfer(tokenThat({ answers }), payment, 6)).toBeUndefined()
  })

  it.each([
    ['answers false', { answers: word(0n) }],
    ['answers something else', { answers: word(2n) }],
    ['reverts', { answers: nodeError('execution reverted', 3) }],
    ['is not there', { code: '0x', answers: '0x' }],
    ['counts in other decimals than shown', { decimals: word(8n) }],
    ['has no decimals', { decimals: '0x' }],
    ['reverts where it is asked for its decimals', { decimals: nodeError('execution reverted', 3) }],
    ['has decimals that a busy node does not tell', { decimals: nodeError('busy', -32603) }],
  ])('one that %s is refused, and nothing is sent', async (_, oddness) => {
    for (const shown of [6, 0])
      await expect(simulateTransfer(tokenThat(oddness), payment, shown)).rejects.toMatchObject({ code: 'NOT_SENT' })
  })

  it('one that keeps a part says what arrives; where the node cannot say, that is said', async () => {
    expect(await simulateTransfer(tokenThat({ arrives: 97n }), payment, 6)).toBe(97n)
    const { eth_simulateV1: _, ...plain } = { eth_simulateV1: 0, eth_getCode: '0x60', eth_call: word(1n) }
    expect(
      await simulateTransfer(
        fakeChain({
          ...plain,
          eth_call: ({ data }: { data: string }) => (data === '0x313ce567' ? word(6n) : word(1n)),
        }),
        payment,
        6,
      ),
    ).toBe('unknown')
  })
})
