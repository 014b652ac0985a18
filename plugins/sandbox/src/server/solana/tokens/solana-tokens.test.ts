import { address, generateKeyPairSigner, getBase64EncodedWireTransaction, type Instruction } from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { localMints } from './local-mints.js'
import {
  alice,
  aliceAddress,
  ask,
  bob,
  createTokenAccount,
  send,
  sign,
  startOneSandbox,
  system,
  tokenAccountOf,
  transferChecked,
} from './solana-tokens.test.fixtures.js'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './token-addresses.js'

startOneSandbox()

const [shell, dollar, ticket, pearl, tithe, lookAlike, postcard] = localMints
if (!shell || !dollar || !ticket || !pearl || !tithe || !lookAlike || !postcard) throw new Error('there are no mints')
function budget(units: number, price: bigint): readonly Instruction[] {
  const [limit, offer] = [new Uint8Array(5), new Uint8Array(9)]
  limit[0] = 2
  new DataView(limit.buffer).setUint32(1, units, true)
  offer[0] = 3
  new DataView(offer.buffer).setBigUint64(1, price, true)
  const programAddress = address('ComputeBudget111111111111111111111111111111')
  return [limit, offer].map((data) => ({ programAddress, data }))
}

const balanceOf = async (tokenAccount: string) =>
  (await ask('getTokenAccountBalance', [tokenAccount])).result?.value.amount

describe('requests that a client sends before a token transfer', () => {
  test('return the token accounts of an owner by program and by mint, parsed and as bytes', async () => {
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
    expect(bytes.result.value.map(({ pubkey }: { pubkey: string }) => pubkey)).toEqual([
      await tokenAccountOf(bob, tithe),
    ])
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

  test('return the exact fee that is then paid on the chain', async () => {
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

  test('simulate an unsigned transaction unless signatures must be verified', async () => {
    const signed = await sign(alice, [await transferChecked(alice, bob, { mint: shell, amount: 1n })])
    const bytes = Buffer.from(getBase64EncodedWireTransaction(signed), 'base64').fill(0, 1, 65)
    const before = await balanceOf(await tokenAccountOf(bob, shell))
    const simulate = async (config: object) =>
      (await ask('simulateTransaction', [bytes.toString('base64'), { encoding: 'base64', ...config }])).result.value
    expect(await simulate({ sigVerify: false })).toMatchObject({ err: null })
    expect((await simulate({ sigVerify: true })).err).toBe('SignatureFailure')
    expect((await ask('sendTransaction', [bytes.toString('base64'), { encoding: 'base64' }])).error).toBeDefined()
    expect(await balanceOf(await tokenAccountOf(bob, shell))).toBe(before)
  })

  test('simulate a transaction and return its accounts exactly as they are after it is sent', async () => {
    const signed = await sign(alice, [await transferChecked(alice, bob, { mint: shell, amount: 3n })])
    const bytes = getBase64EncodedWireTransaction(signed)
    const [source, target] = [await tokenAccountOf(aliceAddress, shell), await tokenAccountOf(bob, shell)]
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

describe('a token transfer', () => {
  test.each([
    ['of the Token program', dollar, 1_000_000n, 1_000_000n],
    ['of Token-2022', pearl, 5n, 5n],
    ['of Token-2022 with a transfer fee of 1%', tithe, 10_000n, 9_900n],
    ['of an NFT', postcard, 1n, 1n],
  ])('%s arrives in a token account that the same transaction creates', async (_, mint, amount, received) => {
    const { address: to } = await generateKeyPairSigner()
    const source = await tokenAccountOf(alice.address, mint)
    const before = BigInt(await balanceOf(source))
    const steps = [await createTokenAccount(alice, to, mint), await transferChecked(alice, to, { mint, amount })]
    const signature = await send(alice, steps)
    expect(BigInt(await balanceOf(source))).toBe(before - amount)
    expect(await balanceOf(await tokenAccountOf(to, mint))).toBe(String(received))
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

  test('of more than the balance is rejected, without changes', async () => {
    const amount = 10n ** 15n
    const before = await balanceOf(await tokenAccountOf(bob, dollar))
    await expect(send(alice, [await transferChecked(alice, bob, { mint: dollar, amount })])).rejects.toThrow('Custom')
    expect(await balanceOf(await tokenAccountOf(bob, dollar))).toBe(before)
  })
})
