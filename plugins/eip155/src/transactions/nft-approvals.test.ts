import { WalletModalError } from '@wallet-modal/kernel'
import { type Address, encodeFunctionData, erc721Abi, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { fakeNode, nodeError, word } from '../node.test.fixtures.js'
import { readNftApprovals } from './nft-approvals.js'
import { readBatch, toBatch } from './request.js'

const [me, you, collection] = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}`) as [Address, Address, Address]
const asErc20 = { type: 'approval', assetId: `eip155:1/erc20:${collection}`, amount: 7n, spender: you }

const approve = (spender: Address) => ({
  ...{ to: collection, value: 0n },
  data: encodeFunctionData({ abi: erc721Abi, functionName: 'approve', args: [spender, 7n] }),
})
const contentsOf = (spender: Address) => readBatch(toBatch(me, '1', [approve(spender)])).contents

/** A node whose contract answers `supportsInterface` by the interface id. */
const chainThat = (supports: (interfaceId: string) => unknown, ownerOf: () => unknown = () => word(BigInt(me))) =>
  fakeNode({
    eth_call: ({ data }: { data: string }) =>
      data.startsWith('0x01ffc9a7') ? supports(data.slice(10, 18)) : ownerOf(),
  })
const isNft = (id: string) => word(id === '80ac58cd' ? 1n : 0n)
const nftChain = () => chainThat(isNft)

describe('an approval of an ERC-721 contract', () => {
  it('is of one NFT, not of an amount of tokens', async () => {
    expect(await readNftApprovals(nftChain(), contentsOf(you))).toEqual([
      { type: 'approval', assetId: `eip155:1/erc721:${collection}/7`, amount: 1n, spender: you },
    ])
  })

  it('with the zero address as spender has the amount 0: it removes the permission', async () => {
    expect(await readNftApprovals(nftChain(), contentsOf(zeroAddress))).toEqual([
      { type: 'approval', assetId: `eip155:1/erc721:${collection}/7`, amount: 0n, spender: zeroAddress },
    ])
  })
})

describe('an approval of another contract stays one of tokens', () => {
  it.each([
    ['does not support ERC-721', () => word(0n)],
    ['reverts', () => nodeError('execution reverted', 3)],
    ['fails with an unusual message', () => nodeError('invalid jump destination')],
    ['fails on reth', () => nodeError('EVM error: StackUnderflow', -32603)],
    ['returns nothing, like WETH9', () => '0x'],
    ['returns no bool', () => word(2n)],
    ['returns malformed data', () => 'x'],
    ['returns true for every interface', () => word(1n)],
  ])('if it %s', async (_, supports) => {
    expect(await readNftApprovals(chainThat(supports), contentsOf(you))).toEqual([asErc20])
  })
})

it.each([
  ['has no owner of the NFT', () => nodeError('execution reverted', 3)],
  ['returns the zero address as its owner', () => word(0n)],
  ['returns no address', () => '0x'],
])(
  'an approval is an unknown call if a contract that supports ERC-721 %s: it can be one of tokens',
  async (_, ownerOf) => {
    expect(await readNftApprovals(chainThat(isNft, ownerOf), contentsOf(you))).toEqual([
      { type: 'unknown', target: collection, call: '0x095ea7b3' },
    ])
  },
)

it.each([
  ['does not respond', new WalletModalError('TIMEOUT', 'no response'), { code: 'TIMEOUT' }],
  ['has no state of the latest block', nodeError('header not found'), { code: 'RPC_ERROR', status: -32000 }],
  ['refuses more requests', nodeError('limit exceeded', -32005), { code: 'RPC_ERROR', status: -32005 }],
])('an approval is not described while the node %s, because its standard is not known', async (_, reply, error) => {
  await expect(
    readNftApprovals(
      chainThat(() => reply),
      contentsOf(you),
    ),
  ).rejects.toMatchObject(error)
})

it('the node is not asked about calls that are no approval', async () => {
  const node = fakeNode({})
  const contents = readBatch(toBatch(me, '1', [{ to: you, value: 5n, data: '0x' }])).contents
  expect(await readNftApprovals(node, contents)).toEqual(contents)
  expect(node.requestedMethods).toEqual([])
})
