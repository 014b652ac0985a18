import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  concat,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  erc20Abi,
  formatUnits,
  getContractAddress,
  http,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../start.js'
import { contractBytecode } from '../contracts/contract-bytecode.js'
import { localContracts } from '../contracts/local-contracts.js'
import { developmentAccounts } from '../development-accounts.js'
import { toChecksumAddress } from '../evm-address.js'

const chainId = 'eip155:31337'
const [alice = '', bob = ''] = developmentAccounts
const { tokens } = localContracts
const [gold, dollar, euro, grain, mute, toll, relic, strict, lookAlike] = tokens
if (!gold || !dollar || !euro || !grain || !mute || !toll || !relic || !strict || !lookAlike)
  throw new Error('no tokens')

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
})
afterAll(() => sandbox.stop())

/** viem clients of the chain, which use no code of the sandbox. */
const clients = (addressIndex: number) => {
  const transport = http(`${sandbox.url}/v1/?chainId=${chainId}`)
  const account = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex })
  const reads = createPublicClient({ chain: foundry, transport, pollingInterval: 20 })
  const wallet = createWalletClient({ chain: foundry, transport, account })
  return { reads, wallet }
}

interface Balance {
  readonly name: string
  readonly symbol: string
  readonly address?: string
  readonly value?: number
  readonly price: number | null
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  readonly iconUrl: string
}
const balances = async (account: string, query = ''): Promise<readonly Balance[]> => {
  const response = await fetch(`${sandbox.url}/v1/account/${account}/balance?chainId=${chainId}${query}`)
  return (await response.json()).balances
}
const caip10 = (address: string): string => `${chainId}:${toChecksumAddress(address)}`
const amountOf = async (account: string, token: { readonly address: string }): Promise<string | undefined> =>
  (await balances(account)).find(({ address }) => address === caip10(token.address))?.quantity.numeric
const control = (path: string, body: object) =>
  fetch(`${sandbox.url}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('the contracts compile to the committed bytecode', async () => {
  const script = fileURLToPath(new URL('../../../../contracts/compile.mjs', import.meta.url))
  await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toMatchObject({ stderr: '' })
}, 60_000)

test('balances list every token with the values that viem reads from its contract', async () => {
  const { reads } = clients(0)
  const [coin, ...listed] = await balances(alice, '&currency=usd')
  expect([coin?.address, coin?.symbol]).toEqual([undefined, 'ETH'])
  expect(listed.map(({ address }) => address)).toEqual(tokens.map(({ address }) => caip10(address)))
  for (const [at, { address, name, symbol, decimals }] of tokens.entries()) {
    const amount = await reads.readContract({
      abi: erc20Abi,
      address,
      functionName: 'balanceOf',
      args: [alice as `0x${string}`],
    })
    const quantity = { decimals: String(decimals), numeric: formatUnits(amount, decimals) }
    expect(amount).toBeGreaterThan(0n)
    expect(listed[at]).toMatchObject({ name, symbol, quantity })
    expect((await fetch(listed[at]?.iconUrl ?? '')).headers.get('content-type')).toBe('image/svg+xml')
  }
  const abi = parseAbi(['function symbol() view returns (bytes32)'])
  expect(await reads.readContract({ abi, address: relic.address, functionName: 'symbol' })).toMatch(/^0x53524c430{56}$/)
})

test('the same tokens are on the other EVM chain at the same addresses', async () => {
  const response = await fetch(`${sandbox.url}/v1/account/eip155:31338:${bob}/balance`)
  const listed: readonly Balance[] = (await response.json()).balances
  expect(listed.slice(1).map(({ address }) => address)).toEqual(
    tokens.map(({ address }) => `eip155:31338:${toChecksumAddress(address)}`),
  )
})

test('a transfer moves the exact amount, minus the transfer fee if the token has one; tokens without return values work too', async () => {
  const { reads, wallet } = clients(2)
  const receiver = '0x00000000000000000000000000000000000000b1'
  const send = async (address: `0x${string}`, amount: bigint) => {
    const hash = await wallet.writeContract({
      abi: erc20Abi,
      address,
      functionName: 'transfer',
      args: [receiver, amount],
    })
    return (await reads.waitForTransactionReceipt({ hash })).status
  }
  expect(await send(euro.address, 1n)).toBe('success')
  expect(await send(grain.address, 1n)).toBe('success')
  expect(await send(mute.address, 2_500_000n)).toBe('success')
  expect(await send(toll.address, 100n * 10n ** 18n)).toBe('success')
  await expect(send(strict.address, 0n)).rejects.toThrow('nothing is no amount')
  expect(await amountOf(receiver, euro)).toBe('0.01')
  expect(await amountOf(receiver, grain)).toBe(`0.${'0'.repeat(23)}1`)
  expect(await amountOf(receiver, mute)).toBe('2.5')
  expect(await amountOf(receiver, toll)).toBe('99')
  expect(await amountOf(receiver, strict)).toBeUndefined()
  expect(await amountOf(receiver, gold)).toBeUndefined()
})

test('forceUpdate lists a token with a balance of 0, but no token of another chain', async () => {
  const nobody = '0x00000000000000000000000000000000000000b2'
  const forced = [caip10(gold.address), `eip155:31338:${dollar.address}`, caip10(alice)].join(',')
  const listed = await balances(nobody, `&forceUpdate=${forced}`)
  expect(listed.map(({ symbol, quantity }) => [symbol, quantity.numeric])).toEqual([
    ['ETH', '0'],
    ['SGLD', '0'],
  ])
  for (const other of ['nonsense', `solana:chain:${gold.address}`, `${caip10(gold.address)},solana:chain:x`])
    expect((await fetch(`${sandbox.url}/v1/account/${nobody}/balance?forceUpdate=${other}`)).status).toBe(400)
  expect((await fetch(`${sandbox.url}/v1/account/${nobody}/balance?currency=eur`)).status).toBe(400)
})

test('a token is listed after its deployment, also if it was requested before', async () => {
  const { reads, wallet } = clients(3)
  const { address: from } = wallet.account
  const address = getContractAddress({ from, nonce: BigInt(await reads.getTransactionCount({ address: from })) })
  const symbols = async () => (await balances(from, `&forceUpdate=${caip10(address)}`)).map(({ symbol }) => symbol)
  expect(await symbols()).not.toContain('LATE')
  const parameters = parseAbiParameters('string, string, uint8, address[], uint256')
  const constructorArguments = encodeAbiParameters(parameters, ['Late', 'LATE', 6, [from], 5n])
  const hash = await wallet.sendTransaction({ data: concat([contractBytecode.PlainToken, constructorArguments]) })
  expect((await reads.waitForTransactionReceipt({ hash })).contractAddress).toBe(address.toLowerCase())
  expect(await symbols()).toContain('LATE')
})

test('prices and their changes come from the price feeds on the chain; a look-alike token has no price', async () => {
  const prices = async () => {
    const list = await balances(alice)
    const of = (token: { readonly address: string }) => list.find(({ address }) => address === caip10(token.address))
    return { euro: of(euro)?.price, value: of(euro)?.value, lookAlike: of(lookAlike) }
  }
  expect(await prices()).toMatchObject({ euro: 1.08, value: 5_400, lookAlike: { symbol: 'SUSD', price: null } })
  expect((await prices()).lookAlike).not.toHaveProperty('value')
  expect((await control('price', { chainId, address: euro.address, usd: '1.25' })).status).toBe(200)
  expect(await prices()).toMatchObject({ euro: 1.25, value: 6_250 })
  await control('price', { chainId, address: euro.address, usd: null })
  expect(await prices()).toMatchObject({ euro: null, value: undefined })
  for (const usd of ['-1', '1e3', '0.123456789', 1])
    expect((await control('price', { chainId, address: euro.address, usd })).status).toBe(400)
})

test('prices can be requested by address; the native coin has a placeholder address', async () => {
  const response = await fetch(`${sandbox.url}/v1/fungible/price`, {
    method: 'POST',
    body: JSON.stringify({
      currency: 'usd',
      addresses: [caip10(gold.address), `${chainId}:0x${'e'.repeat(40)}`, caip10(lookAlike.address), caip10(alice)],
    }),
  })
  const { fungibles } = await response.json()
  expect(fungibles.map(({ symbol, price }: Balance) => [symbol, price])).toEqual([
    ['SGLD', 2_400],
    ['ETH', 3_000],
    ['SUSD', null],
  ])
})

test('NFTs have their metadata and images on the chain', async () => {
  const { reads } = clients(0)
  const abi = parseAbi([
    'function tokenURI(uint256) view returns (string)',
    'function uri(uint256) view returns (string)',
    'function ownerOf(uint256) view returns (address)',
    'function balanceOf(address, uint256) view returns (uint256)',
  ])
  const read = (uri: string) => JSON.parse(Buffer.from(uri.split(',')[1] ?? '', 'base64').toString('utf8'))
  const tile = read(
    await reads.readContract({ abi, address: localContracts.tiles, functionName: 'tokenURI', args: [10n] }),
  )
  expect(tile.name).toBe('Sandbox Tile #10')
  expect(Buffer.from(tile.image.split(',')[1], 'base64').toString('utf8')).toMatch(/^<svg .*>10<\/text><\/svg>$/)
  expect(await reads.readContract({ abi, address: localContracts.tiles, functionName: 'ownerOf', args: [1n] })).toBe(
    alice,
  )
  const badge = await reads.readContract({ abi, address: localContracts.badges, functionName: 'uri', args: [2n] })
  expect(read(badge).name).toBe('Sandbox Badge #2')
  const badgeBalance = {
    abi,
    address: localContracts.badges,
    functionName: 'balanceOf',
    args: [bob as `0x${string}`, 2n],
  } as const
  expect(await reads.readContract(badgeBalance)).toBe(5n)
})
