import { Keypair, type PublicKey } from '@solana/web3.js-1'
import { parseAmount } from '@wallet-modal/kernel'
import { localSolanaNetwork } from '@wallet-modal/sandbox/server'
import { sandboxAt, type WalletPlan } from '@wallet-modal/sandbox/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { openWith } from './support/scripted.js'
import { type Sender, senderOf, serveSender } from './support/sender.js'
import { seedOf } from './support/solana.js'
import { associatedOf, keypairOf, pointer, programs, solanaClient } from './support/solana-client.js'
import { announceMultiplier, bearingInterest, scaledBy, uiAmountOf } from './support/solana-token-accounts.js'
import { createStage } from './support/stage.js'

const { caipNetworkId } = localSolanaNetwork
const other = {
  ...localSolanaNetwork,
  caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  reference: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}

const SOL = 1_000_000_000n
const FEE = 5_000n
/** Minimum balance of a token account of each token program on this chain (rent exemption). */
const [TOKEN_RENT, TOKEN_2022_RENT] = [2_039_280n, 2_074_080n]
const networksAt = (sandboxUrl: string) =>
  [localSolanaNetwork, other].map((network) => ({
    ...network,
    rpcUrls: [`${sandboxUrl}/v1/?chainId=${caipNetworkId}&projectId=test`],
  }))
const stage = createStage({
  serve: (sandboxUrl) => serveSender({ sandboxUrl, family: 'solana', networks: networksAt(sandboxUrl) }),
})

const sender = keypairOf(1)
const zephyr: WalletPlan = { namespace: 'solana', name: 'Zephyr', keys: [seedOf(1), seedOf(2)] }
const client = () => solanaClient(stage.sandboxUrl)
const sandbox = () => sandboxAt(stage.sandboxUrl)
const fund = (address: PublicKey, amount: bigint) =>
  sandbox().fund({ address: address.toBase58(), chainId: caipNetworkId, amount })
const newAddress = (): PublicKey => Keypair.generate().publicKey
beforeEach(() => fund(sender.publicKey, 5n * SOL))
async function visit(plan: Partial<WalletPlan> = {}) {
  const { wallets, page } = await openWith(stage, { zephyr: { ...zephyr, ...plan } })
  const send = senderOf(page)
  await send.connect('Zephyr')
  return { page, send, zephyr: wallets.zephyr }
}

const statusOf = (send: Sender, hash: string | undefined) =>
  send.status({ caipNetworkId, address: sender.publicKey.toBase58(), sentAt: 0, ...(hash !== undefined && { hash }) })

describe.each([
  ['Token', programs.token, TOKEN_RENT],
  ['Token-2022', programs.token2022, TOKEN_2022_RENT],
] as const)('sending a token of the %s program', (name, program, rent) => {
  const make = async (amount = 1_000_000n) => {
    const mint = await client().mint(sender, { program, decimals: 6, amount })
    const token = { assetId: `${caipNetworkId}/token:${mint}`, address: mint.toBase58(), decimals: 6, symbol: 'TOK' }
    return { mint, token, held: (owner: PublicKey) => client().tokens(owner, mint, program) }
  }

  it('creates the receiver’s token account for the shown rent, and pays the exact amount', async () => {
    const { send } = await visit()
    const { mint, token, held } = await make()
    const before = await client().lamports(sender.publicKey)
    const to = newAddress()
    expect(await send.must('canSend', { token })).toBe(true)
    const review = await send.prepare({ token, receiver: to.toBase58(), amount: 400_001n })
    expect(review).toMatchObject({
      to: to.toBase58(),
      assetId: token.assetId,
      amount: 400_001n,
      fee: FEE,
      extras: [{ code: 'rent', amount: rent }],
      call: `AssociatedToken.createIdempotent, ${name}.transferChecked`,
    })
    const { status, hash } = await send.submit()
    expect(status).toBe('sent')
    await expect.poll(() => statusOf(send, hash)).toBe('confirmed')
    expect([await held(to), await held(sender.publicKey)]).toEqual([400_001n, 599_999n])
    expect(await client().lamports(sender.publicKey)).toBe(before - FEE - rent)
    expect(await client().lamports(associatedOf(to, mint, program))).toBe(rent)
  })

  it('D4, D13: resolves a token account to its owner; Max sends the whole balance to the owner, without rent', async () => {
    const { send } = await visit()
    const { mint, token, held } = await make()
    const to = newAddress()
    await send.prepare({ token, receiver: to.toBase58(), amount: 1n })
    await send.submit()
    const account = associatedOf(to, mint, program).toBase58()
    expect(await send.inspect({ token, text: account })).toMatchObject({
      address: to.toBase58(),
      issues: [{ code: 'tokenAccount', severity: 'warn', text: to.toBase58() }, { code: 'newAccount' }],
    })
    expect(await send.limit({ token, receiver: to.toBase58() })).toEqual({ max: 999_999n, fee: FEE, extras: [] })
    expect((await send.prepare({ token, receiver: to.toBase58(), amount: 'max' })).extras).toEqual([])
    expect((await send.submit()).status).toBe('sent')
    expect([await held(to), await held(sender.publicKey)]).toEqual([1_000_000n, 0n])
    expect((await send.inspect({ token, text: mint.toBase58() })).issues).toMatchObject([
      { code: 'tokenContract', severity: 'refuse' },
    ])
  })

  it('rejects an amount above the balance, a sender that cannot pay the rent, and a frozen token account', async () => {
    const { send } = await visit()
    const { mint, token, held } = await make()
    const draft = { token, receiver: newAddress().toBase58(), amount: 1n }
    expect(await send.ask('prepare', { ...draft, amount: 1_000_001n })).toMatchObject({
      error: { code: 'INSUFFICIENT_FUNDS' },
    })
    await fund(sender.publicKey, FEE + rent - 1n)
    expect(await send.ask('prepare', draft)).toMatchObject({ error: { code: 'INSUFFICIENT_FUNDS' } })
    expect((await send.limit({ token, receiver: draft.receiver })).max).toBe(0n)
    await fund(sender.publicKey, 5n * SOL)
    await client().freeze(sender, sender.publicKey, mint, program)
    expect(await send.ask('prepare', draft)).toMatchObject({
      error: { code: 'INVALID_ARGUMENT', message: expect.stringContaining('frozen') },
    })
    expect(await held(sender.publicKey)).toBe(1_000_000n)
  })
})

describe('Token-2022 extensions', () => {
  const authority = sender.publicKey.toBuffer()
  const nonTransferable = { length: 170, instruction: () => Buffer.from([32]) }
  const withFee = {
    length: 278,
    instruction: () => {
      const limits = Buffer.from([100, 0, 255, 0, 0, 0, 0, 0, 0, 0]) // a fee of 1 %, at most 255 base units
      return Buffer.concat([Buffer.from([26, 0, 1]), authority, Buffer.from([1]), authority, limits])
    },
  }

  it('D10: shows the amount received after a transfer fee, and exactly this amount arrives', async () => {
    const { send } = await visit()
    const program = programs.token2022
    const mint = await client().mint(sender, { program, decimals: 6, amount: 1_000_000n, extension: withFee })
    const token = { assetId: `${caipNetworkId}/token:${mint}`, address: mint.toBase58(), decimals: 6, symbol: 'ODD' }
    const to = newAddress()
    const before = await client().lamports(sender.publicKey)
    const review = await send.prepare({ token, receiver: to.toBase58(), amount: 10_001n })
    expect(review).toMatchObject({ amount: 10_001n, received: 9_900n, call: expect.stringContaining('WithFee') })
    expect((await send.submit()).status).toBe('sent')
    expect(await client().tokens(to, mint, program)).toBe(9_900n)
    expect(await client().tokens(sender.publicKey, mint, program)).toBe(989_999n)
    const [rent] = review.extras
    expect(await client().lamports(sender.publicKey)).toBe(before - FEE - (rent?.amount ?? 0n))
    expect(await send.prepare({ token, receiver: to.toBase58(), amount: 'max' })).toMatchObject({
      amount: 989_999n,
      received: 989_999n - 255n,
    })
  })

  it.each([['non-transferable', nonTransferable, 'bound to its account']])(
    'rejects a token that is %s',
    async (_, extension, words) => {
      const { send } = await visit()
      const program = programs.token2022
      const mint = await client().mint(sender, { program, decimals: 6, amount: 1_000n, extension })
      const token = { assetId: `${caipNetworkId}/token:${mint}`, address: mint.toBase58(), decimals: 6, symbol: 'ODD' }
      expect(await send.ask('prepare', { token, receiver: newAddress().toBase58(), amount: 1n })).toMatchObject({
        error: { code: 'INVALID_ARGUMENT', message: expect.stringContaining(words) },
      })
      expect(await client().tokens(sender.publicKey, mint, program)).toBe(1_000n)
    },
  )
})

describe('a token whose amounts wallets scale', () => {
  const program = programs.token2022
  const amount = 3_000_003n
  const make = async (extension: ReturnType<typeof scaledBy>, minted = amount) => {
    const mint = await client().mint(sender, { program, decimals: 6, amount: minted, extension })
    return { mint, assetId: `${caipNetworkId}/token:${mint}` }
  }
  const displayed = async (send: Sender, assetId: string, minted = amount): Promise<bigint> => {
    const token = (await send.tokens()).find((one) => one.assetId === assetId)
    expect(token).toMatchObject({ amount: minted, decimals: 6 })
    if (typeof token?.scaledAmount !== 'bigint') throw new Error(`no scaled amount: ${token?.scaledAmount}`)
    return token.scaledAmount
  }
  const ofProgram = async (mint: PublicKey, minted = amount): Promise<bigint> =>
    parseAmount(await uiAmountOf(client().connection, sender, { mint, amount: minted }), 6)

  it.each([1.5, 0.3, 1.0029, 10])(
    'has the balance that the token program computes, with the multiplier %d',
    async (multiplier) => {
      const { send } = await visit()
      const { mint, assetId } = await make(scaledBy(multiplier, sender.publicKey))
      expect(await displayed(send, assetId)).toBe(await ofProgram(mint))
      expect(await displayed(send, assetId)).toBe((amount * BigInt(Math.round(multiplier * 10_000))) / 10_000n)
    },
  )

  it('has the balance of the multiplier that is in effect when the issuer announces another one', async () => {
    const { send } = await visit()
    const { mint, assetId } = await make(scaledBy(2, sender.publicKey))
    const inAnHour = Math.floor(Date.now() / 1000) + 3600
    await announceMultiplier(client().connection, sender, { mint, multiplier: 20, from: inAnHour })
    expect([await displayed(send, assetId), await ofProgram(mint)]).toEqual([2n * amount, 2n * amount])
  })

  it('has the balance with interest that the token program computes', async () => {
    const { send } = await visit()
    const minted = 10n ** 18n
    const { mint, assetId } = await make(bearingInterest(32_767, sender.publicKey), minted)
    /** Interest of one second, rounded up. The clocks of page and chain may differ by a few seconds. */
    const second = 10n ** 11n + 4n * 10n ** 9n
    await expect.poll(() => ofProgram(mint, minted), { timeout: 10_000 }).toBeGreaterThan(minted + second)
    const [before, own, after] = [
      await ofProgram(mint, minted),
      await displayed(send, assetId, minted),
      await ofProgram(mint, minted),
    ]
    expect(own).toBeGreaterThan(before - 2n * second)
    expect(own).toBeLessThan(after + 2n * second)
    expect(own).toBeGreaterThan(minted + second)
  })

  it.each([
    ['scaled', () => scaledBy(5, sender.publicKey)],
    ['interest-bearing', () => bearingInterest(500, sender.publicKey)],
  ])('is not sent: %s', async (_, extension) => {
    const { send } = await visit()
    const { mint, assetId } = await make(extension())
    const token = { assetId, address: mint.toBase58(), decimals: 6, symbol: 'ODD' }
    expect(await send.ask('prepare', { token, receiver: newAddress().toBase58(), amount: 1n })).toMatchObject({
      error: { code: 'INVALID_ARGUMENT', message: expect.stringContaining('Send it with the wallet') },
    })
    expect(await client().tokens(sender.publicKey, mint, program)).toBe(amount)
  })
})

describe('tokens read from the chain', () => {
  it('D9: are identified by mint and named only by its metadata; a single indivisible token is an NFT', async () => {
    const { send } = await visit()
    const own = keypairOf(2)
    await fund(own.publicKey, 5n * SOL)
    await send.must('switchAccount', own.publicKey.toBase58())
    const { token, token2022 } = programs
    const plain = await client().mint(own, { program: token, decimals: 6, amount: 2n ** 64n - 1n })
    const named = await client().mint(own, {
      program: token2022,
      decimals: 2,
      amount: 5n,
      extension: pointer(own.publicKey),
      named: { name: 'Sand\u0007 Dollar', symbol: 'SAND' },
    })
    const single = await client().mint(own, { program: token, decimals: 0, amount: 1n })
    const short = (mint: PublicKey) => `${mint.toBase58().slice(0, 4)}…${mint.toBase58().slice(-4)}`
    const tokens = await send.must<readonly object[]>('tokens')
    expect(tokens).toHaveLength(2)
    expect(tokens).toEqual(
      expect.arrayContaining([
        {
          assetId: `${caipNetworkId}/token:${plain}`,
          caipNetworkId,
          address: plain.toBase58(),
          name: short(plain),
          symbol: short(plain),
          decimals: 6,
          amount: 2n ** 64n - 1n,
        },
        expect.objectContaining({
          address: named.toBase58(),
          name: 'Sand Dollar',
          symbol: 'SAND',
          decimals: 2,
          amount: 5n,
        }),
      ]),
    )
    expect(await send.must('nfts')).toEqual([
      { assetId: `${caipNetworkId}/nft:${single}`, caipNetworkId, name: short(single), amount: 1n },
    ])
  })
})
