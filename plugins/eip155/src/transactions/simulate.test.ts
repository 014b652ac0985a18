import { WalletModalError } from '@wallet-modal/kernel'
import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { callOf, fakeNode, nodeError, word } from '../node.test.fixtures.js'
import { toTransferCall } from '../send/transfer.js'
import { simulate } from './simulate.js'

const [me, you, token] = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}`) as [Address, Address, Address]
const transfer = { from: me, receiver: you, amount: 100n, contract: token }

const transferLog = (address: Hex, from: Address, to: Address, value: bigint) => ({
  address,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } }),
  data: encodeAbiParameters([{ type: 'uint256' }], [value]),
})

const nftEvents = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])
const nftLog = (address: Hex, [from, to, tokenId]: readonly [Address, Address, bigint]) => ({
  address,
  topics: encodeEventTopics({ abi: nftEvents, eventName: 'Transfer', args: { from, to, tokenId } }),
  data: '0x',
})
const batchLog = (
  address: Hex,
  [from, to]: readonly [Address, Address],
  { ids, values }: { readonly ids: bigint[]; readonly values: bigint[] },
) => ({
  address,
  topics: encodeEventTopics({ abi: nftEvents, eventName: 'TransferBatch', args: { operator: from, from, to } }),
  data: encodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], [ids, values]),
})

const wrappingEvents = parseAbi([
  'event Deposit(address indexed dst, uint256 wad)',
  'event Withdrawal(address indexed src, uint256 wad)',
])
/** A log of WETH9. */
const wrappingLog = (eventName: 'Deposit' | 'Withdrawal', account: Address, amount: bigint) => ({
  address: token,
  topics: encodeEventTopics({ abi: wrappingEvents, eventName, args: { dst: account, src: account } }),
  data: word(amount),
})

interface SimulatedToken {
  /** Logs of the call. */
  readonly logs?: readonly object[]
  /** Balances by owner: before the calls, after the first one and so on. The last one does not change. */
  readonly balances?: Readonly<Record<string, readonly bigint[]>>
  readonly status?: '0x0' | '0x1'
  /** Returned by each simulated call, in order, and by `balanceOf`. */
  readonly returned?: readonly Hex[]
  readonly returnedBalance?: Hex
}

/** Answers `eth_simulateV1`. */
function simulateV1({ logs = [], balances = {}, status = '0x1', returned = [], returnedBalance }: SimulatedToken) {
  return ({ blockStateCalls }: { blockStateCalls: { calls: { data?: string; from: Hex }[] }[] }) => {
    let callCount = 0
    const answers = [...returned]
    const calls = (blockStateCalls[0]?.calls ?? []).map(({ data = '0x' }) => {
      if (!data.startsWith('0x70a08231')) {
        callCount++
        return { status, returnData: answers.shift() ?? word(1n), gasUsed: '0x1', logs }
      }
      const ofOwner = balances[`0x${data.slice(-40)}`] ?? [0n]
      const returnData = returnedBalance ?? word(ofOwner[Math.min(callCount, ofOwner.length - 1)] ?? 0n)
      return { status: '0x1', returnData, gasUsed: '0x1', logs: [] }
    })
    return [{ calls, transactions: [] }]
  }
}

const tokenThat = ({
  answers = word(1n) as unknown,
  decimals = word(6n) as unknown,
  arrives = 100n,
  code = '0x60',
} = {}) =>
  fakeNode({
    eth_getCode: code,
    eth_call: ({ data }: { data: string }) =>
      data === '0x313ce567' ? decimals : data.startsWith('0x70a08231') ? word(1000n) : answers,
    eth_simulateV1: simulateV1({
      logs: [transferLog(token, me, you, arrives)],
      balances: { [me]: [1000n, 900n], [you]: [7n, 7n + arrives] },
    }),
  })

describe('D10: a transfer of an unusual token', () => {
  const asset = `eip155:1/erc20:${token}`

  it('is accepted if the token returns true or nothing', async () => {
    for (const answers of [word(1n), '0x'])
      expect(await simulate(tokenThat({ answers }), me, [callOf(transfer)])).toEqual({
        balanceChanges: [{ assetId: asset, amount: -100n }],
        received: [100n],
      })
  })

  it.each([
    ['returns false', { answers: word(0n) }],
    ['returns another value', { answers: word(2n) }],
    ['reverts', { answers: nodeError('execution reverted', 3) }],
    ['has no code', { code: '0x', answers: '0x' }],
  ])('is rejected if the token %s', async (_, oddness) => {
    await expect(simulate(tokenThat(oddness), me, [callOf(transfer)])).rejects.toMatchObject({ code: 'NOT_SENT' })
  })

  it.each([
    ['has other decimals than the review', { decimals: word(8n) }],
    ['has no decimals', { decimals: '0x' }],
    ['reverts on decimals()', { decimals: nodeError('execution reverted', 3) }],
    ['has decimals that the node cannot read', { decimals: nodeError('busy', -32603) }, 'RPC_ERROR'],
  ])('cannot be prepared if the token %s', async (_, oddness, code = 'NOT_SENT') => {
    for (const decimals of [6, 0]) {
      const call = toTransferCall(tokenThat(oddness), { ...transfer, decimals })
      await expect(call).rejects.toMatchObject({ code })
    }
  })

  it.each([
    ['cannot be reached', new WalletModalError('NETWORK_ERROR', 'offline'), { code: 'NETWORK_ERROR' }],
    ['has no state of the latest block', nodeError('header not found'), { code: 'RPC_ERROR', status: -32000 }],
    ['refuses more requests', nodeError('limit exceeded', -32005), { code: 'RPC_ERROR', status: -32005 }],
  ])('is not said to be refused if the node %s', async (_, answers, error) => {
    await expect(simulate(tokenThat({ answers }), me, [callOf(transfer)])).rejects.toMatchObject(error)
  })

  it('reports the received amount after a token fee, or nothing if the node cannot simulate', async () => {
    expect((await simulate(tokenThat({ arrives: 97n }), me, [callOf(transfer)])).received).toEqual([97n])
    const plain = fakeNode({ eth_getCode: '0x60', eth_call: word(1n) })
    expect(await simulate(plain, me, [callOf(transfer)])).toEqual({ balanceChanges: 'unavailable', received: [] })
  })
})

describe('simulated balance changes', () => {
  const COINS = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
  const swap = [{ to: token, value: 5n, data: '0x12345678' as const }]

  it('are the coins that the account receives minus those that it sends; those of others do not count', async () => {
    const logs = [transferLog(COINS, me, you, 5n), transferLog(COINS, you, me, 9n), transferLog(COINS, you, token, 70n)]
    const { balanceChanges } = await simulate(fakeNode({ eth_simulateV1: simulateV1({ logs }) }), me, swap)
    expect(balanceChanges).toEqual([{ assetId: 'eip155:1/slip44:60', amount: 4n }])
  })

  it('are read from token balances, not from the Transfer amounts that a contract logs', async () => {
    const node = fakeNode({
      eth_simulateV1: simulateV1({
        logs: [transferLog(COINS, me, token, 5n), transferLog(token, you, me, 999n)],
        balances: { [me]: [10n, 50n] },
      }),
    })
    expect((await simulate(node, me, swap)).balanceChanges).toEqual([
      { assetId: 'eip155:1/slip44:60', amount: -5n },
      { assetId: `eip155:1/erc20:${token}`, amount: 40n },
    ])
  })

  it('contain a token that logs Deposit or Withdrawal instead of Transfer (WETH9), with the change of its balance', async () => {
    for (const [eventName, balances] of [
      ['Deposit', [10n, 15n]],
      ['Withdrawal', [15n, 10n]],
    ] as const) {
      // the logged amount is false
      const logs = [wrappingLog(eventName, me, 999n), wrappingLog(eventName, you, 999n)]
      const node = fakeNode({ eth_simulateV1: simulateV1({ logs, balances: { [me]: balances } }) })
      expect((await simulate(node, me, swap)).balanceChanges).toEqual([
        { assetId: `eip155:1/erc20:${token}`, amount: balances[1] - balances[0] },
      ])
    }
  })

  it('contain no token for a Deposit that the balance does not confirm, or that is of another account', async () => {
    const unconfirmed = simulateV1({ logs: [wrappingLog('Deposit', me, 999n)], balances: { [me]: [10n, 10n] } })
    expect((await simulate(fakeNode({ eth_simulateV1: unconfirmed }), me, swap)).balanceChanges).toEqual([])
    const foreign = simulateV1({ logs: [wrappingLog('Deposit', you, 999n)], balances: { [me]: [10n, 50n] } })
    expect((await simulate(fakeNode({ eth_simulateV1: foreign }), me, swap)).balanceChanges).toEqual([])
  })

  it('are available if a contract that logs a Deposit has no balances, because it is not a token', async () => {
    const logs = [transferLog(COINS, me, token, 5n), wrappingLog('Deposit', me, 5n)]
    const node = fakeNode({ eth_simulateV1: simulateV1({ logs, returnedBalance: '0x' }) })
    expect((await simulate(node, me, swap)).balanceChanges).toEqual([{ assetId: 'eip155:1/slip44:60', amount: -5n }])
  })

  it('are unavailable if a token that logs a Transfer and a Deposit has no readable balance', async () => {
    const logs = [transferLog(token, you, me, 5n), wrappingLog('Deposit', me, 5n)]
    const node = fakeNode({ eth_simulateV1: simulateV1({ logs, returnedBalance: '0x' }) })
    expect((await simulate(node, me, swap)).balanceChanges).toBe('unavailable')
  })

  it('are not returned if the call reverts: simulate rejects with NOT_SENT', async () => {
    const node = fakeNode({ eth_simulateV1: simulateV1({ status: '0x0' }) })
    await expect(simulate(node, me, swap)).rejects.toMatchObject({ code: 'NOT_SENT' })
  })

  it('A4: are unavailable if the answer of eth_simulateV1 is malformed', async () => {
    for (const eth_simulateV1 of [null, 'x', [], [{}], [{ calls: [null] }], [{ calls: [{ gasUsed: 'x' }] }]])
      expect((await simulate(fakeNode({ eth_simulateV1 }), me, swap)).balanceChanges).toBe('unavailable')
  })

  it('contain the NFTs that the account gives and receives, but not those of other accounts', async () => {
    const logs = [
      nftLog(token, [me, you, 5n]),
      nftLog(token, [you, me, 6n]),
      nftLog(token, [you, COINS, 7n]),
      batchLog(token, [me, you], { ids: [1n, 2n], values: [3n, 4n] }),
      batchLog(token, [you, me], { ids: [2n], values: [4n] }),
    ]
    const node = fakeNode({ eth_simulateV1: simulateV1({ logs }) })
    expect((await simulate(node, me, swap)).balanceChanges).toEqual([
      { assetId: `eip155:1/erc721:${token}/5`, amount: -1n },
      { assetId: `eip155:1/erc721:${token}/6`, amount: 1n },
      { assetId: `eip155:1/erc1155:${token}/1`, amount: -3n },
    ])
  })

  it('are unavailable if a balance cannot be read, or the node fails to simulate the balances', async () => {
    const logs = [transferLog(token, you, me, 5n)]
    const unreadable = fakeNode({ eth_simulateV1: simulateV1({ logs, returnedBalance: '0x' }) })
    expect((await simulate(unreadable, me, swap)).balanceChanges).toBe('unavailable')
    let requests = 0
    const failing = fakeNode({
      eth_simulateV1: (request: Parameters<ReturnType<typeof simulateV1>>[0]) =>
        requests++ === 0 ? simulateV1({ logs })(request) : nodeError('busy'),
    })
    expect(await simulate(failing, me, swap)).toEqual({ balanceChanges: 'unavailable', received: [] })
  })

  it('are empty for an approval', async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [you, 5n] })
    const node = fakeNode({ eth_getCode: '0x60', eth_call: word(1n), eth_simulateV1: simulateV1({}) })
    expect((await simulate(node, me, [{ to: token, value: 0n, data }])).balanceChanges).toEqual([])
  })
})

describe('a batch of calls', () => {
  const [paid, own] = [callOf(transfer), callOf({ ...transfer, receiver: me })]

  it('is rejected if one of its token calls returns false, but not if one returns nothing', async () => {
    const chainOf = (returned: readonly Hex[]) => fakeNode({ eth_simulateV1: simulateV1({ returned }) })
    await expect(simulate(chainOf([word(1n), word(0n)]), me, [paid, paid])).rejects.toMatchObject({ code: 'NOT_SENT' })
    await expect(simulate(chainOf([word(1n), '0x']), me, [paid, paid])).resolves.toBeDefined()
    const unknown = { to: token, value: 0n, data: '0x12345678' } as const // its reply may have any meaning
    await expect(simulate(chainOf([word(0n), word(1n)]), me, [unknown, paid])).resolves.toBeDefined()
  })

  it('has the received amount of each transfer to another account', async () => {
    const balances = { [me]: [1000n, 1000n, 900n], [you]: [7n, 7n, 104n] }
    const node = fakeNode({
      eth_simulateV1: simulateV1({ logs: [transferLog(token, me, you, 100n)], balances }),
    })
    expect((await simulate(node, me, [own, paid])).received).toEqual([undefined, 97n])
  })

  it('has the received amount of each of two transfers of one token to one account, not their sum', async () => {
    const balances = { [me]: [1000n, 900n, 800n], [you]: [7n, 104n, 200n] }
    const logs = [transferLog(token, me, you, 100n)]
    const node = fakeNode({ eth_simulateV1: simulateV1({ logs, balances }) })
    expect(await simulate(node, me, [paid, paid])).toEqual({
      balanceChanges: [{ assetId: `eip155:1/erc20:${token}`, amount: -200n }],
      received: [97n, 96n],
    })
  })
})
