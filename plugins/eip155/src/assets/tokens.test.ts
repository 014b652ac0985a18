import { createWalletModal, definePlugin, type TokenSource, type WalletModal } from '@wallet-modal/kernel'
import { tokenSources } from '@wallet-modal/kernel/assets'
import { createFakeApi, type FakeApi } from '@wallet-modal/kernel/testing'
import {
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  parseAbi,
  slice,
  stringToHex,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { toChecksum } from '../address.js'
import { createTokenSource } from './source.js'

const holder = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const at = (digit: string): Hex => `0x${toChecksum(`0x${digit.repeat(40)}`).slice(2)}`
/** Contract functions that the token source calls, by selector. */
const selectors = new Map(
  [
    ...['name()', 'symbol()', 'decimals()', 'balanceOf(address)', 'balanceOf(address,uint256)'],
    ...['ownerOf(uint256)', 'tokenURI(uint256)', 'uri(uint256)'],
  ].map((signature) => [toFunctionSelector(signature), signature]),
)
const network = {
  caipNetworkId: 'eip155:31337',
  namespace: 'eip155',
  reference: '31337',
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}
const uint = (value: bigint): Hex => encodeAbiParameters([{ type: 'uint256' }], [value])
const text = (value: string): Hex => encodeAbiParameters([{ type: 'string' }], [value])

type Answer = Hex | 'revert' | 'broken' | 'huge'
let api: FakeApi | undefined
let source: TokenSource | undefined
let modal: WalletModal | undefined
const rpcBodies: string[] = []
afterEach(() => {
  modal?.dispose()
  api?.dispose()
})

/** A node whose contracts have these answers, by address and function signature. */
async function withNode(
  contracts: Readonly<Record<string, Readonly<Record<string, Answer>>>>,
  logs: unknown = [],
): Promise<TokenSource> {
  rpcBodies.length = 0
  const one = ({
    id,
    method,
    params,
  }: {
    readonly id: number
    readonly method: string
    readonly params: readonly { readonly to: string; readonly data: string; readonly topics: readonly unknown[] }[]
  }): unknown => {
    const [call] = params
    if (method === 'eth_getLogs') {
      const isFirst = typeof call?.topics[0] === 'string'
      return Array.isArray(logs) ? { id, result: isFirst ? logs : [] } : { id, error: logs }
    }
    const name = selectors.get(slice(call?.data as Hex, 0, 4)) ?? ''
    const answer = contracts[call?.to.toLowerCase() ?? '']?.[name] ?? '0x'
    if (answer === 'revert') return { id, error: { code: 3, message: 'execution reverted' } }
    if (answer === 'broken') return { id, error: { code: -32005, message: 'limit exceeded' } }
    return { id, result: answer === 'huge' ? `0x${'ab'.repeat(3_000_000)}` : answer }
  }
  api = createFakeApi({
    'rpc:/v1/': ({ body }: { body: unknown }) => {
      rpcBodies.push(JSON.stringify(body))
      return Array.isArray(body) ? body.map(one) : one(body as Parameters<typeof one>[0])
    },
  })
  const eip155 = definePlugin({
    name: 'eip155',
    kernel: '^0.1',
    permissions: { api: ['rpc:eth_call', 'rpc:eth_getLogs'] },
    setup: (ctx) => {
      ctx.add(tokenSources, createTokenSource(ctx))
      source = ctx.all(tokenSources).peek()[0]
    },
  })
  modal = createWalletModal({
    plugins: [api.plugin, eip155()],
    networks: [network],
    prefetch: 'never',
    logLevel: 'silent',
  })
  return source ?? expect.fail('no source')
}
const request = (assetIds: readonly string[] = []) => ({
  account: { address: holder, type: 'eoa' as const },
  network,
  assetIds,
  signal: new AbortController().signal,
})
const id = (digit: string): string => `eip155:31337/erc20:${at(digit)}`
const token = (balance: bigint, decimals: Answer, name: Answer, symbol: Answer) => ({
  'balanceOf(address)': uint(balance),
  'decimals()': decimals,
  'name()': name,
  'symbol()': symbol,
})

describe('D10: unusual ERC-20 tokens', () => {
  const plain = token(5n, uint(6n), text('Plain'), text('PLN'))
  const contracts = {
    [`0x${'1'.repeat(40)}`]: plain,
    [`0x${'2'.repeat(40)}`]: token(7n, uint(2n), text('Two Places'), text('EURS')),
    [`0x${'3'.repeat(40)}`]: token(2n ** 256n - 1n, uint(24n), text('Many'), text('NEAR')),
    [`0x${'4'.repeat(40)}`]: token(1n, uint(18n), stringToHex('Maker', { size: 32 }), stringToHex('MKR', { size: 32 })),
    [`0x${'5'.repeat(40)}`]: token(1n, 'revert', text('x'), text('x')),
    [`0x${'6'.repeat(40)}`]: { ...plain, 'balanceOf(address)': 'revert' as const },
    [`0x${'7'.repeat(40)}`]: token(1n, uint(255n), text('x'), text('x')),
    [`0x${'8'.repeat(40)}`]: token(0n, uint(6n), text('None'), text('NON')),
    [`0x${'9'.repeat(40)}`]: token(3n, uint(0n), 'revert', '0xdeadbeef'),
  } satisfies Parameters<typeof withNode>[0]

  it('each has the right decimals and amount, or is omitted; all are read in one request', async () => {
    const read = await (await withNode(contracts)).tokens(request([...'123456789a'].map(id)))
    expect(
      read.map(({ assetId, name, symbol, decimals, amount }) => [assetId, name, symbol, decimals, amount]),
    ).toEqual([
      [id('1'), 'Plain', 'PLN', 6, 5n],
      [id('2'), 'Two Places', 'EURS', 2, 7n],
      [id('3'), 'Many', 'NEAR', 24, 2n ** 256n - 1n],
      [id('4'), 'Maker', 'MKR', 18, 1n],
      [id('9'), '', '', 0, 3n],
    ])
    expect(rpcBodies.length).toBe(1)
  })

  it('a long name or symbol is cut to 200 characters', async () => {
    const long = text('x'.repeat(301))
    const source = await withNode({ [`0x${'1'.repeat(40)}`]: token(1n, uint(6n), long, long) })
    const [read] = await source.tokens(request([id('1')]))
    expect([read?.name, read?.symbol]).toEqual(['x'.repeat(200), 'x'.repeat(200)])
  })

  it('tokens with a zero balance are listed only with includeEmpty', async () => {
    const source = await withNode(contracts)
    const wanted = { ...request(['5', '8'].map(id)), includeEmpty: true }
    expect((await source.tokens(wanted)).map(({ symbol, amount }) => [symbol, amount])).toEqual([['NON', 0n]])
  })

  it('duplicate or misspelled ids, and ids of other networks and standards, are not requested', async () => {
    const typo = `eip155:31337/erc20:0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266`
    const known = [
      id('1'),
      id('1').toLowerCase(),
      'eip155:1/erc20:0x1',
      `eip155:31337/erc721:${at('1')}`,
      typo,
      'nonsense',
    ]
    expect((await (await withNode(contracts)).tokens(request(known))).length).toBe(1)
    expect(rpcBodies.join().match(/eth_call/g)?.length).toBe(4)
  })

  it('a token with an oversized answer does not affect the others', async () => {
    const source = await withNode({ ...contracts, [`0x${'a'.repeat(40)}`]: { ...plain, 'name()': 'huge' } })
    expect((await source.tokens(request([id('a'), id('1')]))).map(({ name }) => name)).toEqual(['', 'Plain'])
  })

  it('an error of the node makes tokens() reject instead of resolving to an empty list', async () => {
    const source = await withNode({ [`0x${'1'.repeat(40)}`]: { ...plain, 'name()': 'broken' } })
    await expect(source.tokens(request([id('1')]))).rejects.toMatchObject({ code: 'RPC_ERROR' })
  })
})

describe('the NFTs of an account', () => {
  const abi = parseAbi([
    'event Transfer(address indexed from, address indexed to, uint256 indexed id)',
    'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
    'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  ])
  const parties = { from: zeroAddress, to: holder, operator: zeroAddress } as const
  const transfer = (digit: string, tokenId: bigint) => ({
    address: at(digit).toLowerCase(),
    topics: encodeEventTopics({ abi, eventName: 'Transfer', args: { ...parties, id: tokenId } }),
    data: '0x',
  })
  const single = (digit: string, tokenId: bigint) => ({
    address: at(digit),
    topics: encodeEventTopics({ abi, eventName: 'TransferSingle', args: parties }),
    data: encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [tokenId, 1n]),
  })
  const batch = (digit: string, ids: readonly bigint[]) => ({
    address: at(digit),
    topics: encodeEventTopics({ abi, eventName: 'TransferBatch', args: parties }),
    data: encodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], [ids, ids]),
  })
  const link = text(
    `data:application/json,${encodeURIComponent('{"name":"Tree","image":"data:image/svg+xml,<svg/>"}')}`,
  )
  const owned = {
    'ownerOf(uint256)': encodeAbiParameters([{ type: 'address' }], [holder]),
    'tokenURI(uint256)': link,
    'name()': text('Forest'),
  }
  const list = async (contracts: Parameters<typeof withNode>[0], logs: unknown) =>
    (await (await withNode(contracts, logs)).nfts?.(request())) ?? expect.fail('no source')

  it('are those that the account still owns, each once, most recently received first', async () => {
    const read = await list(
      {
        [at('1').toLowerCase()]: owned,
        [at('2').toLowerCase()]: {
          ...owned,
          'ownerOf(uint256)': encodeAbiParameters([{ type: 'address' }], [zeroAddress]),
        },
        [at('3').toLowerCase()]: {
          'balanceOf(address,uint256)': uint(12n),
          'uri(uint256)': text('https://elsewhere.test/{id}'),
        },
      },
      [transfer('1', 7n), transfer('2', 1n), single('3', 5n), batch('3', [5n, 6n]), transfer('1', 7n)],
    )
    expect(read).toEqual([
      {
        assetId: `eip155:31337/erc721:${at('1')}/7`,
        caipNetworkId: 'eip155:31337',
        name: 'Tree',
        amount: 1n,
        collection: 'Forest',
        imageUrl: 'data:image/svg+xml,<svg/>',
      },
      { assetId: `eip155:31337/erc1155:${at('3')}/5`, caipNetworkId: 'eip155:31337', name: '#5', amount: 12n },
      { assetId: `eip155:31337/erc1155:${at('3')}/6`, caipNetworkId: 'eip155:31337', name: '#6', amount: 12n },
    ])
  })

  it('of both standards are sorted by the block in which they were received, latest first', async () => {
    const at3 = { 'balanceOf(address,uint256)': uint(1n), 'uri(uint256)': text('https://elsewhere.test/{id}') }
    const inBlock = (block: number, log: object) => ({
      ...log,
      blockNumber: `0x${block.toString(16)}`,
      logIndex: '0x0',
    })
    const logs = [inBlock(9, single('3', 5n)), inBlock(200, single('3', 6n)), inBlock(17, transfer('1', 7n))]
    const read = await list({ [at('1').toLowerCase()]: owned, [at('3').toLowerCase()]: at3 }, logs)
    expect(read?.map(({ name }) => name)).toEqual(['#6', 'Tree', '#5'])
  })

  it('do not come from ERC-20 transfers, removed logs or malformed logs', async () => {
    const erc20 = { ...transfer('1', 1n), topics: transfer('1', 1n).topics.slice(0, 3), data: uint(1n) }
    const lying = { ...batch('1', [1n]), data: `0x${'f'.repeat(128)}` }
    const logs = [
      erc20,
      { ...transfer('1', 1n), removed: true },
      lying,
      null,
      7,
      { topics: 'x' },
      { ...transfer('1', 1n), address: '0x1' },
    ]
    expect(await list({ [at('1').toLowerCase()]: owned }, logs)).toEqual([])
  })

  it('are omitted if ownerOf reverts, named by id if tokenURI reverts, and no server is requested', async () => {
    const read = await list(
      {
        [at('1').toLowerCase()]: { ...owned, 'ownerOf(uint256)': 'revert' },
        [at('2').toLowerCase()]: { ...owned, 'tokenURI(uint256)': 'revert' },
      },
      [transfer('1', 1n), transfer('2', 2n)],
    )
    expect(read.map(({ name }) => name)).toEqual(['#2'])
    expect(api?.requests.every(({ url }) => url.host.startsWith('rpc.'))).toBe(true)
  })

  it('are rejected with RPC_ERROR if the node refuses the block range', async () => {
    await expect(list({}, { code: -32602, message: 'range too wide' })).rejects.toMatchObject({ code: 'RPC_ERROR' })
  })
})
