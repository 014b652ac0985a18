import { createHmac, pbkdf2Sync } from 'node:crypto'
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  generateKeyPairSigner,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  getProgramDerivedAddress,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localSolanaNetwork } from '../../networks.js'
import { type Sandbox, startSandbox } from '../../start.js'
import { solanaDevelopmentAccounts } from '../development-accounts.js'
import { localMints } from './local-mints.js'
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './token-addresses.js'

const { caipNetworkId } = localSolanaNetwork
const system = address('11111111111111111111111111111111')
const [aliceAddress = '', bob = ''] = solanaDevelopmentAccounts
const [shell, dollar, ticket, pearl, tithe, lookAlike, postcard] = localMints
if (!shell || !dollar || !ticket || !pearl || !tithe || !lookAlike || !postcard) throw new Error('there are no mints')

let sandbox: Sandbox
let alice: KeyPairSigner
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  alice = await developmentSigner(0)
})
afterAll(() => sandbox.stop())

/** The account with this number of the development mnemonic. */
async function developmentSigner(number: number): Promise<KeyPairSigner> {
  const seed = pbkdf2Sync(`${'test '.repeat(11)}junk`, 'mnemonic', 2048, 64, 'sha512')
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
  for (const index of [44, 501, number, 0]) {
    const data = Buffer.alloc(37)
    node.copy(data, 1, 0, 32)
    data.writeUInt32BE(index + 0x80000000, 33)
    node = createHmac('sha512', node.subarray(32)).update(data).digest()
  }
  return createKeyPairSignerFromPrivateKeyBytes(node.subarray(0, 32))
}

async function ask(method: string, params: readonly unknown[] = []) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }
  return (await fetch(`${sandbox.url}/v1/?chainId=${caipNetworkId}`, init)).json()
}
const control = (path: string, body: object) =>
  fetch(`${sandbox.url}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const get = async (path: string) => (await fetch(`${sandbox.url}/v1/account/${path}`)).json()

/** Where an owner holds a mint, as the ecosystem's own library derives it. */
async function placeOf(owner: string, mint: { readonly address: string; readonly program: string }): Promise<Address> {
  const seeds = [owner, mint.program, mint.address].map((one) => getAddressEncoder().encode(address(one)))
  const [place] = await getProgramDerivedAddress({ programAddress: address(ASSOCIATED_TOKEN_PROGRAM), seeds })
  return place
}
const account = (one: string, role: AccountRole) => ({ address: address(one), role })
const { READONLY, WRITABLE, READONLY_SIGNER, WRITABLE_SIGNER } = AccountRole
type Mint = (typeof localMints)[number]

async function transferChecked(from: KeyPairSigner, to: string, of: { readonly mint: Mint; readonly amount: bigint }) {
  const { mint, amount } = of
  const data = new Uint8Array(10)
  data[0] = 12
  new DataView(data.buffer).setBigUint64(1, amount, true)
  data[9] = mint.decimals
  const [source, target] = [await placeOf(from.address, mint), await placeOf(to, mint)]
  const accounts = [
    ...[account(source, WRITABLE), account(mint.address, READONLY)],
    ...[account(target, WRITABLE), account(from.address, READONLY_SIGNER)],
  ]
  return { programAddress: address(mint.program), accounts, data }
}
async function open(payer: KeyPairSigner, owner: string, mint: Mint): Promise<Instruction> {
  const accounts = [
    ...[account(payer.address, WRITABLE_SIGNER), account(await placeOf(owner, mint), WRITABLE)],
    ...[account(owner, READONLY), account(mint.address, READONLY), account(system, READONLY)],
    account(mint.program, READONLY),
  ]
  return { programAddress: address(ASSOCIATED_TOKEN_PROGRAM), accounts, data: Uint8Array.of(1) }
}
function budget(units: number, price: bigint): readonly Instruction[] {
  const [limit, offer] = [new Uint8Array(5), new Uint8Array(9)]
  limit[0] = 2
  new DataView(limit.buffer).setUint32(1, units, true)
  offer[0] = 3
  new DataView(offer.buffer).setBigUint64(1, price, true)
  const programAddress = address('ComputeBudget111111111111111111111111111111')
  return [limit, offer].map((data) => ({ programAddress, data }))
}
async function sign(payer: KeyPairSigner, instructions: readonly Instruction[]) {
  const { blockhash: hash } = (await ask('getLatestBlockhash')).result.value
  const lifetime = { blockhash: blockhash(hash), lastValidBlockHeight: 1_000n }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayerSigner(payer, one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    (one) => appendTransactionMessageInstructions(instructions, one),
  )
  return signTransactionMessageWithSigners(message)
}
async function send(payer: KeyPairSigner, instructions: readonly Instruction[], more = {}): Promise<string> {
  const signed = await sign(payer, instructions)
  const { result, error } = await ask('sendTransaction', [
    getBase64EncodedWireTransaction(signed),
    { encoding: 'base64', ...more },
  ])
  if (error) throw new Error(JSON.stringify(error))
  return result
}
const balanceOf = async (place: string) => (await ask('getTokenAccountBalance', [place])).result?.value.amount

describe('what a client asks for before it sends a token', () => {
  test('lists an owner’s token accounts by program and by mint, parsed and as bytes', async () => {
    const parsed = await ask('getTokenAccountsByOwner', [bob, { programId: TOKEN_PROGRAM }, { encoding: 'jsonParsed' }])
    const infos = parsed.result.value.map(
      (one: { account: { data: { parsed: { info: object } } } }) => one.account.data.parsed.info,
    )
    expect(infos).toHaveLength(3)
    expect(infos).toContainEqual(
      expect.objectContaining({
        ...{ mint: dollar.address, owner: bob, state: 'initialized', isNative: false },
        tokenAmount: { amount: '25000000000', decimals: 6, uiAmount: 25_000, uiAmountString: '25000' },
      }),
    )
    const bytes = await ask('getTokenAccountsByOwner', [bob, { mint: tithe.address }, { encoding: 'base64' }])
    expect(bytes.result.value.map(({ pubkey }: { pubkey: string }) => pubkey)).toEqual([await placeOf(bob, tithe)])
    expect(bytes.result.value[0].account).toMatchObject({
      owner: TOKEN_2022_PROGRAM,
      data: [expect.any(String), 'base64'],
    })
    expect((await ask('getTokenAccountsByOwner', [bob, { mint: bob }])).error.code).toBe(-32602)
    expect((await ask('getTokenAccountsByOwner', [bob, { programId: system }])).error.code).toBe(-32602)
    expect((await ask('getTokenAccountsByOwner', [bob])).error.code).toBe(-32602)
    expect((await ask('getTokenSupply', [ticket.address])).result.value.amount).toBe('120')
    expect((await ask('getTokenSupply', [bob])).error.code).toBe(-32602)
  })

  test('tells the fee of a message, and the chain takes exactly that', async () => {
    const plain = [await transferChecked(alice, bob, { mint: shell, amount: 1n })]
    for (const [instructions, fee] of [
      [plain, 5_000],
      [[...budget(50_000, 300_000n), ...plain], 20_000],
      [[...budget(33_333, 7n), ...plain], 5_001],
    ] as const) {
      const signed = await sign(alice, instructions)
      const message = Buffer.from(new Uint8Array(signed.messageBytes)).toString('base64')
      expect((await ask('getFeeForMessage', [message])).result.value).toBe(fee)
      const before = (await ask('getBalance', [aliceAddress])).result.value
      await ask('sendTransaction', [getBase64EncodedWireTransaction(signed), { encoding: 'base64' }])
      expect(before - (await ask('getBalance', [aliceAddress])).result.value).toBe(fee)
    }
    expect((await ask('getFeeForMessage', ['AAAA'])).error.code).toBe(-32602)
  })

  test('tries a transaction that nobody has signed yet, unless signatures are asked for', async () => {
    const signed = await sign(alice, [await transferChecked(alice, bob, { mint: shell, amount: 1n })])
    const bytes = Buffer.from(getBase64EncodedWireTransaction(signed), 'base64').fill(0, 1, 65)
    const before = await balanceOf(await placeOf(bob, shell))
    const simulate = async (config: object) =>
      (await ask('simulateTransaction', [bytes.toString('base64'), { encoding: 'base64', ...config }])).result.value
    expect(await simulate({ sigVerify: false })).toMatchObject({ err: null })
    expect((await simulate({ sigVerify: true })).err).toBe('SignatureFailure')
    expect((await ask('sendTransaction', [bytes.toString('base64'), { encoding: 'base64' }])).error).toBeDefined()
    expect(await balanceOf(await placeOf(bob, shell))).toBe(before)
  })

  test('tells what accounts would be after a transaction, the fee taken off, which is what they are then', async () => {
    const signed = await sign(alice, [await transferChecked(alice, bob, { mint: shell, amount: 3n })])
    const bytes = getBase64EncodedWireTransaction(signed)
    const [source, target] = [await placeOf(aliceAddress, shell), await placeOf(bob, shell)]
    const addresses = [aliceAddress, source, target, system]
    const simulate = async (accounts: object) =>
      (await ask('simulateTransaction', [bytes, { encoding: 'base64', accounts }])).result?.value.accounts
    const before = (await ask('getMultipleAccounts', [addresses, { encoding: 'base64' }])).result.value
    const after = await simulate({ encoding: 'base64', addresses })
    expect(after[0].lamports).toBe(before[0].lamports - 5_000)
    expect((await ask('getMultipleAccounts', [addresses, { encoding: 'base64' }])).result.value).toEqual(before)
    await ask('sendTransaction', [bytes, { encoding: 'base64' }])
    const sent = (await ask('getMultipleAccounts', [addresses, { encoding: 'base64' }])).result.value
    expect(after.slice(0, 3)).toEqual(sent.slice(0, 3))
    expect(await simulate({ addresses: [bob] })).toEqual([null])
    expect(await simulate({ encoding: 'base64', addresses: Array(40).fill(bob) })).toBeUndefined()
  })
})

describe('a token that is sent', () => {
  test.each([
    ['of the older program', dollar, 1_000_000n, 1_000_000n],
    ['of token-2022', pearl, 5n, 5n],
    ['of token-2022 that keeps a hundredth of each transfer', tithe, 10_000n, 9_900n],
    ['of which there is one', postcard, 1n, 1n],
  ])('%s arrives on an account that is opened for it', async (_, mint, amount, received) => {
    const { address: to } = await generateKeyPairSigner()
    const source = await placeOf(alice.address, mint)
    const before = BigInt(await balanceOf(source))
    const steps = [await open(alice, to, mint), await transferChecked(alice, to, { mint, amount })]
    const signature = await send(alice, steps)
    expect(BigInt(await balanceOf(source))).toBe(before - amount)
    expect(await balanceOf(await placeOf(to, mint))).toBe(String(received))
    const [latest] = (await ask('getSignaturesForAddress', [alice.address, { limit: 1 }])).result
    expect(latest).toMatchObject({ signature, err: null, confirmationStatus: 'finalized' })
    const { meta, transaction } = (await ask('getTransaction', [signature, { encoding: 'json' }])).result
    expect(meta).toMatchObject({ err: null, fee: 5_000 })
    expect(transaction.message.accountKeys[0]).toBe(alice.address)
    const [after] = meta.postTokenBalances.filter(({ owner }: { owner: string }) => owner === to)
    expect(after).toMatchObject({ mint: mint.address, uiTokenAmount: { amount: String(received) } })
    const inBase64 = (await ask('getTransaction', [signature, { encoding: 'base64' }])).result.transaction
    expect(Buffer.from(inBase64[0], 'base64').length).toBeGreaterThan(100)
  })

  test('more than there is is refused, and nothing changes', async () => {
    const amount = 10n ** 15n
    const before = await balanceOf(await placeOf(bob, dollar))
    await expect(send(alice, [await transferChecked(alice, bob, { mint: dollar, amount })])).rejects.toThrow('Custom')
    expect(await balanceOf(await placeOf(bob, dollar))).toBe(before)
  })
})

interface Entry {
  readonly metadata: Readonly<Record<string, string>>
  readonly transfers: readonly {
    readonly direction: string
    readonly quantity: { readonly numeric: string }
    readonly fungible_info?: { readonly symbol: string }
    readonly nft_info?: { readonly name: string; readonly content: { readonly preview: { readonly url: string } } }
  }[]
}
const history = async (
  owner: string,
  cursor = '',
): Promise<{ readonly data: readonly Entry[]; readonly next: string | null }> =>
  get(`${owner}/history?chainId=${caipNetworkId}${cursor && `&cursor=${cursor}`}`)
const outline = async (owner: string) =>
  (await history(owner)).data.map(({ metadata: { operationType, status }, transfers }) => [
    operationType,
    status,
    ...transfers.map(({ direction, quantity, fungible_info, nft_info }) =>
      [direction, quantity.numeric, fungible_info?.symbol ?? nft_info?.name].join(' '),
    ),
  ])

describe('what an account owns and did', () => {
  test('every token is listed with name, symbol and amount from its mint, one of a kind is none of them', async () => {
    const dave = solanaDevelopmentAccounts[3] ?? ''
    const { balances } = await get(`${dave}/balance?chainId=${caipNetworkId}`)
    const [coin, ...tokens] = balances
    expect([coin.symbol, coin.quantity.numeric, coin.price]).toEqual(['SOL', '10000', null])
    const listed = tokens.map(({ address: at, name, symbol, quantity, price }: Record<string, unknown>) => [
      at,
      name,
      symbol,
      quantity,
      price,
    ])
    expect(listed).toHaveLength(6)
    for (const [mint, numeric] of [
      [shell, '500'],
      [dollar, '25000'],
      [ticket, '12'],
      [pearl, '80'],
      [tithe, '900'],
      [lookAlike, '1000000'],
    ] as const) {
      const quantity = { decimals: String(mint.decimals), numeric }
      expect(listed).toContainEqual([`${caipNetworkId}:${mint.address}`, mint.name, mint.symbol, quantity, null])
    }
  })

  test('a price is what a test has set, and gone after a reset of everything', async () => {
    const price = async () =>
      (await get(`${bob}/balance?chainId=${caipNetworkId}`)).balances.find(
        ({ address: at }: { address?: string }) => at === `${caipNetworkId}:${ticket.address}`,
      )
    expect((await control('price', { chainId: caipNetworkId, address: ticket.address, usd: '2.5' })).status).toBe(200)
    expect(await price()).toMatchObject({ price: 2.5, value: 30 })
    await control('price', { chainId: caipNetworkId, address: ticket.address, usd: null })
    expect((await price()).price).toBeNull()
  })

  test('both sides of each transfer are told, newest first, page by page', async () => {
    const me = await generateKeyPairSigner()
    const { address: to } = await generateKeyPairSigner()
    const lamports = 10n ** 9n
    await ask('requestAirdrop', [me.address, Number(lamports)])
    await send(alice, [
      await open(alice, me.address, tithe),
      await transferChecked(alice, me.address, { mint: tithe, amount: 10_000n }),
    ])
    await send(me, [await open(me, to, tithe), await transferChecked(me, to, { mint: tithe, amount: 100n })])
    const coins = new Uint8Array(12)
    coins[0] = 2
    new DataView(coins.buffer).setBigUint64(4, 1_000_000n, true)
    const pay = {
      programAddress: system,
      accounts: [account(me.address, WRITABLE_SIGNER), account(to, WRITABLE)],
      data: coins,
    }
    const signature = await send(me, [pay])
    await send(me, [await transferChecked(me, to, { mint: tithe, amount: 10n ** 12n })], { skipPreflight: true })
    expect(await outline(me.address)).toEqual([
      ['send', 'failed'],
      ['send', 'confirmed', 'out 0.001 SOL'],
      ['send', 'confirmed', 'out 0.0001 STTH'],
      ['receive', 'confirmed', 'in 0.0099 STTH'],
      ['receive', 'confirmed', 'in 1 SOL'],
    ])
    expect(await outline(to)).toEqual([
      ['receive', 'confirmed', 'in 0.001 SOL'],
      ['receive', 'confirmed', 'in 0.000099 STTH'],
    ])
    const { data } = await history(me.address)
    expect(data[1]?.metadata).toMatchObject({ hash: signature, sentFrom: me.address, sentTo: to, chain: caipNetworkId })
    expect(data[2]?.metadata).toMatchObject({ sentFrom: me.address, sentTo: to })
    expect(data[3]?.metadata).toMatchObject({ sentFrom: alice.address, sentTo: me.address })
    for (let at = 0; at < 60; at++) await ask('requestAirdrop', [to, 1_000_000 + at])
    const first = await history(to)
    await ask('requestAirdrop', [to, 7])
    const second = await history(to, first.next ?? '')
    expect([first.data.length, second.data.length, second.next]).toEqual([50, 12, null])
    expect(new Set([...first.data, ...second.data].map(({ metadata }) => metadata.hash)).size).toBe(62)
  })

  test('what there is one of is an NFT with its name and its picture', async () => {
    const { address: to } = await generateKeyPairSigner()
    const carol = await developmentSigner(2)
    const card = localMints.find(({ holders }) => holders.length === 1 && holders[0] === carol.address)
    if (!card) throw new Error('there is no postcard')
    await send(carol, [await open(carol, to, card), await transferChecked(carol, to, { mint: card, amount: 1n })])
    expect(await outline(to)).toEqual([['receive', 'confirmed', 'in 1 Sandbox Postcard #3']])
    const { data } = await history(to)
    expect(data[0]?.transfers[0]?.nft_info?.content.preview.url).toMatch(/^data:image\/svg\+xml;base64,/)
  })
})
