import { encodeFunctionData, encodeFunctionResult, erc20Abi, numberToHex, stringToHex, zeroAddress } from 'viem'
import { expect, test, vi } from 'vitest'
import { type FrameChain, FrameError } from '../gateway.js'
import { summarizeCall } from './transaction-summary.js'

vi.stubGlobal('document', { documentElement: { lang: 'en', dir: 'ltr' } })

const token = `0x${'12'.repeat(20)}` as const
const receiver = `0x${'34'.repeat(20)}` as const
const chain: Pick<FrameChain, 'decimals' | 'symbol'> = { decimals: 18, symbol: 'ETH' }

const encodeSymbol = (symbol: string) => encodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', result: symbol })

/** Title of the summary of a transfer of 1,500,000 base units of a token with 6 decimals. `symbol`: the contract's reply. */
async function titleFor(symbol: unknown): Promise<string> {
  const read = async (_method: string, [call]: readonly unknown[]) => {
    if (Reflect.get(Object(call), 'data') === encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' }))
      return encodeFunctionResult({ abi: erc20Abi, functionName: 'decimals', result: 6 })
    if (symbol instanceof Error) throw symbol
    return symbol
  }
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, 1_500_000n] })
  const context = {
    site: 'https://shop.example',
    account: receiver,
    chain: chain as FrameChain,
    read,
    nonce: undefined,
  }
  return (await summarizeCall({ to: token, value: 0n, data }, context)).title
}

test.each([
  ['USDC', 'Send 1.5 USDC'],
  ['U\u202eCDSU', 'Send 1500000 smallest units of a token'],
  ['A'.repeat(21), 'Send 1500000 smallest units of a token'],
])('a transfer of a token with the symbol %j has the title %j', async (symbol, title) => {
  expect(await titleFor(encodeSymbol(symbol))).toBe(title)
})

test.each([
  ['a bytes32', stringToHex('MKR', { size: 32 }), 'Send 1.5 MKR'],
  ['nothing', '0x', 'Send 1500000 smallest units of a token'],
  ['a revert', new FrameError('SOURCE_FAILED', 'execution reverted'), 'Send 1500000 smallest units of a token'],
])('a transfer of a token whose symbol is %s has a title with the amount', async (_, reply, title) => {
  expect(await titleFor(reply)).toBe(title)
})

const word = (value: bigint) => numberToHex(value, { size: 32 })
const decimalsData = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })

/** Summary of `approve(spender, 7)` of a contract that answers `supportsInterface`, and that has decimals and a symbol like a token. */
async function approvalOf(
  supports: (interfaceId: string) => unknown,
  {
    spender = receiver,
    owner = word(BigInt(receiver)),
    amount = 7n,
  }: { spender?: `0x${string}`; owner?: unknown; amount?: bigint } = {},
) {
  const read = async (_method: string, [call]: readonly unknown[]) => {
    const data = String(Reflect.get(Object(call), 'data'))
    const isOwnerOf = data.startsWith('0x6352211e')
    const reply = isOwnerOf ? owner : data.startsWith('0x01ffc9a7') ? supports(data.slice(10, 18)) : undefined
    if (reply instanceof Error) throw reply
    if (reply !== undefined) return reply
    return data === decimalsData
      ? word(0n)
      : encodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', result: 'TILE' })
  }
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
  return summarizeCall({ to: token, value: 0n, data }, { chain: chain as FrameChain, read })
}
const isNft = (interfaceId: string) => word(interfaceId === '80ac58cd' ? 1n : 0n)
const contract = { label: 'contract', value: token, format: 'address' }
const spenderFact = { label: 'spender', value: receiver, format: 'address' }

test('an approval of an ERC-721 contract is of one NFT, not of an amount of tokens', async () => {
  expect(await approvalOf(isNft)).toEqual({
    title: 'Allow the transfer of NFT #7',
    warnings: ['The spender can take this NFT of the collection below at any time, without asking again.'],
    facts: [spenderFact, contract],
    undecodedData: [],
  })
})

test('an approval of an ERC-721 contract with the zero address as spender removes a permission', async () => {
  expect(await approvalOf(isNft, { spender: zeroAddress })).toEqual({
    ...{ title: 'Remove the permission to transfer NFT #7', warnings: [], facts: [contract], undecodedData: [] },
  })
})

test.each([
  ['does not support ERC-721', word(0n)],
  ['supports every interface', word(1n)],
  ['reverts', new FrameError('SOURCE_FAILED', 'execution reverted')],
  ['returns nothing', '0x'],
  ['returns no bool', word(2n)],
  ['returns no bytes', null],
])('an approval of a contract that %s is of an amount of tokens', async (_, reply) => {
  expect(await approvalOf(() => reply)).toMatchObject({ title: 'Allow spending of 7 TILE', undecodedData: [] })
})

test('an approval is an error, not an unknown call, if the node does not respond', async () => {
  const silent = new FrameError('UNANSWERED', 'no response')
  await expect(approvalOf(() => silent)).rejects.toBe(silent)
  await expect(approvalOf(isNft, { owner: silent })).rejects.toBe(silent)
})

test('an approval of 0 removes a permission', async () => {
  expect(await approvalOf(() => word(0n), { amount: 0n })).toEqual({
    ...{
      title: 'Remove the permission to spend TILE',
      warnings: [],
      facts: [spenderFact, contract],
      undecodedData: [],
    },
  })
})

test.each([
  ['has no owner of the NFT', new FrameError('SOURCE_FAILED', 'execution reverted')],
  ['returns the zero address as its owner', word(0n)],
  ['returns no address', '0x'],
])('an approval is an unknown call if a contract that supports ERC-721 %s', async (_, owner) => {
  const { title, warnings, undecodedData } = await approvalOf(isNft, { owner })
  expect([title, warnings.length, undecodedData.length]).toEqual(['Call a contract', 1, 1])
})
