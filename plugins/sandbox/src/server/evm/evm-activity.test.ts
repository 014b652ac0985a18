import { createPublicClient, createWalletClient, encodeFunctionData, erc20Abi, erc721Abi, http, parseAbi } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../start.js'
import { contractBytecode } from './contracts/contract-bytecode.js'
import { localContracts } from './contracts/local-contracts.js'
import { toChecksumAddress } from './evm-address.js'

const chainId = 'eip155:31337'
const { tokens, tiles, badges, desk } = localContracts
const [gold, dollar] = tokens
if (!gold || !dollar) throw new Error('there are no tokens')
const badgeAbi = parseAbi(['function safeTransferFrom(address,address,uint256,uint256,bytes)'])
const deskAbi = parseAbi(['function swap(address,address,uint256)', 'function swapForCoins(address,uint256)'])

let sandbox: Sandbox
let number = 0
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
})
afterAll(() => sandbox.stop())

/** Funded account without transactions, a new one for each test. */
let me: Awaited<ReturnType<typeof newAccount>>
beforeEach(async () => {
  me = await newAccount()
})
async function newAccount() {
  const transport = http(`${sandbox.url}/v1/?chainId=${chainId}`)
  const account = mnemonicToAccount('test test test test test test test test test test test junk', {
    addressIndex: 100 + number++,
  })
  await control('fund', { address: account.address, chainId, amount: '1000000000000000000' })
  const reads = createPublicClient({ chain: foundry, transport, pollingInterval: 20 })
  const wallet = createWalletClient({ chain: foundry, transport, account })
  const write = async (to: `0x${string}`, data: `0x${string}`, gas?: bigint) => {
    const hash = await wallet.sendTransaction({ to, data, ...(gas && { gas }) })
    await reads.waitForTransactionReceipt({ hash })
    return hash
  }
  return { address: account.address, reads, wallet, write }
}
const control = (path: string, body: object) =>
  fetch(`${sandbox.url}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const node = async (method: string, ...params: readonly unknown[]) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  return (await (await fetch(`${sandbox.url}/v1/?chainId=${chainId}`, init)).json()).result
}
const call = (functionName: 'transfer' | 'approve', args: readonly [`0x${string}`, bigint]) =>
  encodeFunctionData({ abi: erc20Abi, functionName, args })
const mint = (to: `0x${string}`, value: bigint) =>
  encodeFunctionData({ abi: parseAbi(['function mint(address,uint256)']), args: [to, value] })

interface Answer {
  readonly data: readonly {
    readonly metadata: Readonly<Record<string, string>>
    readonly transfers: readonly {
      readonly direction: string
      readonly quantity: { readonly numeric: string }
      readonly fungible_info?: { readonly symbol: string; readonly flags?: { readonly is_spam: boolean } }
      readonly nft_info?: {
        readonly name: string
        readonly content?: { readonly preview: { readonly url: string } }
        readonly flags: { readonly is_spam: boolean }
      }
    }[]
  }[]
  readonly next: string | null
}
const history = async (account: string, cursor = ''): Promise<Answer> => {
  const query = `chainId=${chainId}${cursor && `&cursor=${cursor}`}`
  return (await fetch(`${sandbox.url}/v1/account/${account}/history?${query}`)).json()
}
const outline = async (account: string) =>
  (await history(account)).data.map(({ metadata: { operationType, status }, transfers }) => [
    operationType,
    status,
    ...transfers.map(({ direction, quantity, fungible_info, nft_info }) =>
      [direction, quantity.numeric, fungible_info?.symbol ?? nft_info?.name].join(' '),
    ),
  ])

test('a transfer of coins is listed for both accounts, with hash, block time, sender and receiver', async () => {
  const other = '0x00000000000000000000000000000000000000C1'
  const hash = await me.wallet.sendTransaction({ to: other, value: 5n * 10n ** 16n })
  const { blockNumber } = await me.reads.waitForTransactionReceipt({ hash })
  const { timestamp } = await me.reads.getBlock({ blockNumber })
  expect(await history(me.address)).toEqual({
    data: [
      {
        id: `${chainId}/${hash}`,
        metadata: {
          ...{ operationType: 'send', hash, chain: chainId, status: 'confirmed', nonce: 0 },
          ...{ minedAt: new Date(Number(timestamp) * 1000).toISOString(), sentFrom: me.address, sentTo: other },
        },
        transfers: [
          {
            fungible_info: {
              ...{ name: 'Sandbox Ether', symbol: 'ETH' },
              icon: { url: `${sandbox.url}/public/getAssetImage/${chainId}` },
            },
            direction: 'out',
            quantity: { numeric: '0.05' },
          },
        ],
      },
    ],
    next: null,
  })
  expect(await outline(other)).toEqual([['receive', 'confirmed', 'in 0.05 ETH']])
})

test('the type of a transaction is determined by its effect', async () => {
  const other = toChecksumAddress(`0x${'c2'.repeat(20)}`)
  await me.write(gold.address, mint(me.address, 3n * 10n ** 18n))
  await me.write(gold.address, call('transfer', [other, 1n * 10n ** 18n]))
  await me.write(gold.address, call('approve', [desk, 10n ** 18n]))
  await me.write(dollar.address, mint(desk, 10n ** 18n))
  const swap = { abi: deskAbi, functionName: 'swap', args: [gold.address, dollar.address, 10n ** 6n] } as const
  await me.write(desk, encodeFunctionData(swap))
  await control('fund', { address: desk, chainId, amount: '1000000' })
  const forCoins = { abi: deskAbi, functionName: 'swapForCoins', args: [gold.address, 1_000n] } as const
  await me.write(desk, encodeFunctionData(forCoins))
  await me.write(
    gold.address,
    encodeFunctionData({ abi: parseAbi(['function burn(uint256)']), args: [5n * 10n ** 17n] }),
  )
  await me.wallet.sendTransaction({ to: me.address, value: 1n })
  const made = await me.wallet.sendTransaction({ data: contractBytecode.SwapDesk })
  const { contractAddress } = await me.reads.waitForTransactionReceipt({ hash: made })
  expect(await outline(me.address)).toEqual([
    ['deploy', 'confirmed'],
    ['send', 'confirmed', 'self 0.000000000000000001 ETH'],
    ['burn', 'confirmed', 'out 0.5 SGLD'],
    ['trade', 'confirmed', 'in 0.000000000000001 ETH', 'out 0.000000000000001 SGLD'],
    ['trade', 'confirmed', 'out 0.000000000001 SGLD', 'in 1 SUSD'],
    ['execute', 'confirmed'],
    ['approve', 'confirmed'],
    ['send', 'confirmed', 'out 1 SGLD'],
    ['mint', 'confirmed', 'in 3 SGLD'],
  ])
  const { data } = await history(me.address)
  expect(data[0]?.metadata.sentTo?.toLowerCase()).toBe(contractAddress)
  expect(data[7]?.metadata.sentTo).toBe(other)
  expect(await outline(other)).toEqual([['receive', 'confirmed', 'in 1 SGLD']])
})

test('a failed transaction has the type of its call, the status "failed" and no transfers', async () => {
  await me.write(gold.address, call('transfer', [desk, 1n]), 100_000n)
  expect(await outline(me.address)).toEqual([['send', 'failed']])
  expect(await outline(gold.address)).not.toContainEqual(['send', 'failed'])
})

test('a pending transaction is listed first, with its expected transfers, and only once after it is mined', async () => {
  await me.wallet.sendTransaction({ to: desk, value: 7n })
  await node('evm_setAutomine', false)
  try {
    const other = toChecksumAddress(`0x${'c3'.repeat(20)}`)
    const coins = await me.wallet.sendTransaction({ to: other, value: 8n, gas: 21_000n })
    const token = { to: gold.address, data: call('transfer', [other, 10n ** 18n]), gas: 100_000n }
    await me.wallet.sendTransaction({ ...token, nonce: 2 })
    const before = await outline(me.address)
    expect(before.map(([operation, status, ...moves]) => [operation, status, ...moves])).toEqual([
      ['send', 'pending', 'out 1 SGLD'],
      ['send', 'pending', 'out 0.000000000000000008 ETH'],
      ['send', 'confirmed', 'out 0.000000000000000007 ETH'],
    ])
    expect((await outline(other)).map(([, status]) => status)).toEqual(['pending', 'pending'])
    await node('evm_mine')
    const after = await history(me.address)
    expect(after.data.filter(({ metadata }) => metadata.hash === coins)).toHaveLength(1)
    // the token transfer failed, because the account has no SGLD
    expect(after.data.map(({ metadata }) => metadata.status)).toEqual(['failed', 'confirmed', 'confirmed'])
  } finally {
    await node('evm_setAutomine', true)
  }
})

test('NFTs are listed with name and image, and as spam while they are flagged', async () => {
  const owner = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: 4 })
  const wallet = createWalletClient({
    chain: foundry,
    transport: http(`${sandbox.url}/v1/?chainId=${chainId}`),
    account: owner,
  })
  const send = async (to: `0x${string}`, data: `0x${string}`) =>
    me.reads.waitForTransactionReceipt({ hash: await wallet.sendTransaction({ to, data }) })
  const tile = { abi: erc721Abi, functionName: 'safeTransferFrom', args: [owner.address, me.address, 5n] } as const
  await send(tiles, encodeFunctionData(tile))
  await send(badges, encodeFunctionData({ abi: badgeAbi, args: [owner.address, me.address, 2n, 3n, '0x'] }))
  expect(await outline(me.address)).toEqual([
    ['receive', 'confirmed', 'in 3 Sandbox Badge #2'],
    ['receive', 'confirmed', 'in 1 Sandbox Tile #5'],
  ])
  const spam = async () => (await history(me.address)).data.map(({ transfers: [one] }) => one?.nft_info?.flags.is_spam)
  const [, { transfers: [first] = [] } = { transfers: [] }] = (await history(me.address)).data
  expect(first?.nft_info?.content?.preview.url).toMatch(/^data:image\/svg\+xml;base64,/)
  expect(await spam()).toEqual([false, false])
  expect((await control('spam', { chainId, address: tiles })).status).toBe(200)
  expect(await spam()).toEqual([false, true])
  await control('spam', { chainId, address: tiles, spam: false })
  expect(await spam()).toEqual([false, false])
})

test('a token flagged as spam is marked in the history and in balances', async () => {
  await me.write(dollar.address, mint(me.address, 1n))
  await control('spam', { chainId, address: dollar.address })
  const { data } = await history(me.address)
  expect(data[0]?.transfers[0]?.fungible_info?.flags).toEqual({ is_spam: true })
  const { balances } = await (await fetch(`${sandbox.url}/v1/account/${me.address}/balance?chainId=${chainId}`)).json()
  expect(balances.map(({ symbol, flags }: { symbol: string; flags?: object }) => [symbol, flags])).toEqual([
    ['ETH', undefined],
    ['SUSD', { is_spam: true }],
  ])
  await control('spam', { chainId, address: dollar.address, spam: false })
})

test('pages of the history have no gaps or duplicates while new blocks arrive', async () => {
  const nonces = Array.from({ length: 120 }, (_, nonce) => nonce)
  await node('evm_setAutomine', false)
  const to = '0x00000000000000000000000000000000000000C4'
  const rest = { chainId: foundry.id, to, gas: 21_000n, gasPrice: 3n * 10n ** 9n, type: 'legacy' } as const
  const signed = nonces.map((nonce) => me.wallet.account.signTransaction({ ...rest, nonce, value: BigInt(nonce) }))
  for (const bytes of await Promise.all(signed)) await node('eth_sendRawTransaction', bytes)
  await node('evm_setAutomine', true)
  await node('evm_mine')
  const first = await history(me.address)
  await me.wallet.sendTransaction({ to, value: 1n })
  const second = await history(me.address, first.next ?? '')
  const third = await history(me.address, second.next ?? '')
  const seen = [first, second, third].flatMap(({ data }) => data.map(({ metadata }) => Number(metadata.nonce)))
  expect(seen).toEqual(nonces.reverse())
  expect(third.next).toBeNull()
  expect((await history(me.address)).data[0]?.metadata.nonce).toBe(120)
  for (const cursor of ['x', btoa('{"eip155:31337":"x"}'), btoa('[]')])
    expect((await fetch(`${sandbox.url}/v1/account/${to}/history?cursor=${cursor}`)).status).toBe(400)
})

test('transactions of reverted blocks are not listed', async () => {
  const pay = async (value: bigint) =>
    me.reads.waitForTransactionReceipt({ hash: await me.wallet.sendTransaction({ to: desk, value }) })
  await pay(1n)
  expect(await outline(me.address)).toHaveLength(1)
  const snapshot = await node('evm_snapshot')
  await pay(2n)
  expect(await outline(me.address)).toHaveLength(2)
  await node('evm_revert', snapshot)
  expect(await outline(me.address)).toHaveLength(1)
  await pay(3n)
  expect((await outline(me.address))[0]).toEqual(['send', 'confirmed', 'out 0.000000000000000003 ETH'])
})

test('without a chain id, the history lists both EVM chains; a Polkadot address is rejected, because its chain has no history', async () => {
  const response = await fetch(`${sandbox.url}/v1/account/${me.address}/history`)
  expect(await response.json()).toEqual({ data: [], next: null })
  const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const { data } = await (await fetch(`${sandbox.url}/v1/account/${alice}/history`)).json()
  const chains = data.map(({ metadata }: { metadata: { chain: string } }) => metadata.chain)
  expect(new Set(chains)).toEqual(new Set(['eip155:31337', 'eip155:31338']))
  const polkadot = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
  expect(await (await fetch(`${sandbox.url}/v1/account/${polkadot}/history`)).json()).toMatchObject({
    error: { code: 'INVALID_REQUEST', message: expect.stringContaining('has no account history') },
  })
})
