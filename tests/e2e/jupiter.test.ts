import { Configuration, SwapApi, SwapMode } from '@jup-ag/api'
import { Keypair, PublicKey, SystemProgram, TransactionInstruction, VersionedTransaction } from '@solana/web3.js-1'
import { localSolanaNetwork } from '@wallet-modal/sandbox/server'
import { sandboxAt } from '@wallet-modal/sandbox/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { localMints } from '../../plugins/sandbox/src/server/solana/tokens/local-mints.js'
import { type BuiltParts, type JupiterServer, serveJupiter } from './support/jupiter-server.js'
import { dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { openWith } from './support/scripted.js'
import { fact } from './support/send-page.js'
import { associatedOf, programs, solanaClient } from './support/solana-client.js'
import { createStage } from './support/stage.js'
import { button, field, openSwap, reviewSwap } from './support/swap-page.js'

const { caipNetworkId } = localSolanaNetwork
const SOL = 1_000_000_000n
const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const WRAPPED = 'So11111111111111111111111111111111111111112'
const COIN = `${caipNetworkId}/slip44:501`
let jupiter: JupiterServer
let tokens: ReadonlyMap<string, string>

const stage = createStage({
  serve: async (sandboxUrl) => {
    jupiter = await serveJupiter(sandboxUrl, () => solanaClient(sandboxUrl).connection)
    const list: readonly { readonly id: string; readonly symbol: string }[] = await (
      await fetch(`${sandboxUrl}/tokens/v2/tag?query=verified`)
    ).json()
    tokens = new Map(list.map(({ id, symbol }) => [symbol, id]))
    const network = { ...localSolanaNetwork, rpcUrls: [`${sandboxUrl}/v1/?chainId=${caipNetworkId}&projectId=test`] }
    return servePage({
      services: [sandboxUrl, jupiter.url],
      body: '<button id="open">Connect wallet</button>',
      script: `
        import { createWalletModal } from '@wallet-modal/kernel'
        import { account } from '@wallet-modal/account'
        import { balances } from '@wallet-modal/balances'
        import { connect } from '@wallet-modal/connect'
        import { jupiter } from '@wallet-modal/jupiter'
        import { solana } from '@wallet-modal/solana'
        import { swap } from '@wallet-modal/swap'
        import { Swap } from '@wallet-modal/swap/contract'
        const query = new URLSearchParams(location.search)
        const modal = createWalletModal({
          metadata: { name: 'Plain page' },
          networks: [${JSON.stringify(network)}],
          endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}', jupiter: '${jupiter.url}' },
          theme: { mode: query.get('mode') ?? 'light' },
          ...(query.has('locale') && { locale: query.get('locale') }),
          plugins: [solana(), connect(), account(), balances(), swap(), jupiter({ networks: ['${caipNetworkId}'] })],
        })
        document.querySelector('#open').onclick = () => void modal.open()
        window.openSwap = (params) => void modal.open({ view: Swap, params })`,
    })
  },
})
afterAll(() => jupiter?.close())
beforeEach(() => {
  jupiter.tamper = undefined
  jupiter.fault = undefined
})

const client = () => solanaClient(stage.sandboxUrl)
const mintOf = (symbol: string): PublicKey => new PublicKey(tokens.get(symbol) ?? '')
const idOf = (symbol: string): string => `${caipNetworkId}/token:${mintOf(symbol).toBase58()}`

/** Current quote of the pools. */
async function quoteOf(from: string, to: string, amount: bigint) {
  const query = new URLSearchParams({ inputMint: from, outputMint: to, amount: String(amount), slippageBps: '100' })
  const reply = await (await fetch(`${stage.sandboxUrl}/swap/v1/quote?${query}`)).json()
  return { amount: BigInt(reply.outAmount), minimum: BigInt(reply.otherAmountThreshold) }
}

async function openVisitor(coins: bigint, query = '') {
  const keys = Keypair.generate()
  await sandboxAt(stage.sandboxUrl).fund({ address: keys.publicKey.toBase58(), chainId: caipNetworkId, amount: coins })
  const seed = Buffer.from(keys.secretKey.slice(0, 32)).toString('hex')
  const { wallets, page } = await openWith(
    stage,
    { zephyr: { namespace: 'solana', name: 'Zephyr', keys: [seed] } },
    { query },
  )
  await page.click('#open')
  await row(page, 'Zephyr').click()
  await dialog(page).waitFor({ state: 'hidden' })
  const owner = keys.publicKey
  return {
    ...{ page, zephyr: wallets.zephyr, owner },
    asked: () => wallets.zephyr.requests.filter(({ method }) => /Transaction$/.test(method)).length,
    coins: () => client().lamports(owner),
    held: (symbol: string, program = programs.token) => client().tokens(owner, mintOf(symbol), program),
  }
}

async function swapNow(page: Page, params: object): Promise<void> {
  await openSwap(page, params)
  await reviewSwap(page)
  await button(page, 'Swap').click({ timeout: 20_000 })
}

it.each([
  ['SPL Token, with the name in a metadata account', programs.token],
  ['Token-2022, with the name in the mint', programs.token2022],
])(
  'the token search finds a pasted mint address, even if the mint is not listed and the account holds none of it: %s',
  async (_, program) => {
    const { page } = await openVisitor(3n * SOL)
    const isUnlisted = (one: (typeof localMints)[number]) =>
      one.program === program.toBase58() && !tokens.has(one.symbol)
    const mint = localMints.find(isUnlisted) ?? expect.fail('all are listed')
    await openSwap(page, { fromToken: COIN })
    await dialog(page).getByRole('region', { name: 'You receive' }).getByRole('button').click()
    await dialog(page).getByRole('searchbox').fill(mint.address)
    await dialog(page).getByText('not in the list').waitFor()
    await row(page, new RegExp(mint.name)).click()
    await dialog(page).getByRole('region', { name: 'You receive' }).getByText(mint.symbol).first().waitFor()
  },
)

describe('the Jupiter API of the sandbox', () => {
  it('answers Jupiter’s API client with valid quotes and transactions', async () => {
    const api = new SwapApi(new Configuration({ basePath: `${stage.sandboxUrl}/swap/v1` }))
    const quote = await api.quoteGet({
      ...{ inputMint: WRAPPED, outputMint: mintOf('SUSD').toBase58(), amount: Number(SOL), slippageBps: 100 },
      ...{ instructionVersion: 'V2' },
    })
    const ours = await quoteOf(WRAPPED, mintOf('SUSD').toBase58(), SOL)
    expect(quote).toMatchObject({
      ...{ inAmount: String(SOL), outAmount: String(ours.amount), otherAmountThreshold: String(ours.minimum) },
      ...{ swapMode: SwapMode.ExactIn, slippageBps: 100, instructionVersion: 'V2' },
    })
    expect(quote.routePlan[0]?.swapInfo).toMatchObject({ inputMint: WRAPPED, outAmount: String(ours.amount) })
    const owner = Keypair.generate().publicKey.toBase58()
    const built = await api.swapPost({ swapRequest: { quoteResponse: quote, userPublicKey: owner } })
    expect(built.lastValidBlockHeight).toBeGreaterThan(0)
    const { message } = VersionedTransaction.deserialize(Buffer.from(built.swapTransaction, 'base64'))
    expect(message.staticAccountKeys[0]?.toBase58()).toBe(owner)
    expect(message.addressTableLookups).toHaveLength(1)
    const none = { inputMint: WRAPPED, outputMint: WRAPPED, amount: 1 }
    await expect(api.quoteGet(none)).rejects.toMatchObject({ response: { status: 400 } })
  })
})

describe('a swap through Jupiter', () => {
  it('swaps SOL for tokens, and then these tokens for other tokens through two pools', async () => {
    const { page, owner, coins, held, asked } = await openVisitor(5n * SOL)
    const offer = await quoteOf(WRAPPED, mintOf('SUSD').toBase58(), SOL)
    await openSwap(page, { fromToken: COIN, toToken: idOf('SUSD'), amount: '1' })
    await expect
      .poll(() => field(page, 'You receive').inputValue(), { timeout: 20_000 })
      .toBe((Number(offer.amount) / 1e6).toString())
    expect(await fact(page, 'Quote from')).toBe('Jupiter')
    expect(await fact(page, 'Network cost (estimate)')).toContain('SOL')
    await reviewSwap(page)
    await button(page, 'Swap').click({ timeout: 20_000 })
    await page.getByText(/Swapped SOL to about [\d,.]+ SUSD/).waitFor({ timeout: 30_000 })
    expect(await held('SUSD')).toBe(offer.amount)
    // 5 SOL minus the amount, the rent of the new token account and a fee
    const left = await coins()
    expect(left).toBeLessThan(4n * SOL - 2_039_280n)
    expect(left).toBeGreaterThan(4n * SOL - 2_039_280n - 20_000n)
    expect(
      await client().connection.getAccountInfo(associatedOf(owner, new PublicKey(WRAPPED), programs.token)),
    ).toBeNull()
    const paid = 50_000_000n
    const second = await quoteOf(mintOf('SUSD').toBase58(), mintOf('SPRL').toBase58(), paid)
    await swapNow(page, { fromToken: idOf('SUSD'), toToken: idOf('SPRL'), amount: '50' })
    await page.getByText(/Swapped SUSD to about [\d,.]+ SPRL/).waitFor({ timeout: 30_000 })
    expect(await held('SUSD')).toBe(offer.amount - paid)
    expect(await held('SPRL', programs.token2022)).toBe(second.amount)
    expect(asked()).toBe(2)
  })

  it('swaps tokens for SOL; a rejection changes no balance', async () => {
    const { page, zephyr, coins, held } = await openVisitor(5n * SOL)
    await swapNow(page, { fromToken: COIN, toToken: idOf('SUSD'), amount: '1' })
    await page.getByText(/Swapped SOL to/).waitFor({ timeout: 30_000 })
    const before = { coins: await coins(), dollars: (await held('SUSD')) ?? 0n }
    const offer = await quoteOf(mintOf('SUSD').toBase58(), WRAPPED, 100_000_000n)
    zephyr.reject()
    await swapNow(page, { fromToken: idOf('SUSD'), toToken: COIN, amount: '100' })
    await dialog(page).getByText('Signature declined').waitFor()
    expect({ coins: await coins(), dollars: await held('SUSD') }).toEqual(before)
    zephyr.approve()
    await button(page, 'Swap').click()
    await page.getByText(/Swapped SUSD to about [\d,.]+ SOL/).waitFor({ timeout: 30_000 })
    expect(await held('SUSD')).toBe(before.dollars - 100_000_000n)
    expect((await coins()) - before.coins).toBeLessThan(offer.amount)
    expect((await coins()) - before.coins).toBeGreaterThan(offer.amount - 20_000n)
  })
})

// plugins/jupiter/src/decode.test.ts tests the bytes of each instruction
describe('D7: a tampered transaction is rejected before the wallet is prompted', () => {
  const stranger = Keypair.generate().publicKey
  const key = (pubkey: PublicKey, isSigner = false, isWritable = true) => ({ pubkey, isSigner, isWritable })
  const isRoute = ({ programId }: TransactionInstruction): boolean => programId.toBase58() === JUPITER
  const changed = (one: TransactionInstruction, change: (copy: TransactionInstruction) => void) => {
    const copy = new TransactionInstruction({
      ...one,
      keys: one.keys.map((at) => ({ ...at })),
      data: Buffer.from(one.data),
    })
    change(copy)
    return copy
  }
  const inRoute =
    (change: (route: TransactionInstruction, parts: BuiltParts) => void) =>
    (parts: BuiltParts): BuiltParts => ({
      ...parts,
      instructions: parts.instructions.map((one) => (isRoute(one) ? changed(one, (copy) => change(copy, parts)) : one)),
    })
  const added =
    (make: (payer: PublicKey) => TransactionInstruction) =>
    ({ payer, instructions }: BuiltParts): BuiltParts => ({ payer, instructions: [...instructions, make(payer)] })
  const replaceKey = (route: TransactionInstruction, at: number, pubkey: PublicKey): void => {
    const found = route.keys[at]
    if (found) found.pubkey = pubkey
  }
  const less = (route: TransactionInstruction, at: number, by: bigint): void => {
    route.data.writeBigUInt64LE(route.data.readBigUInt64LE(at) - by, at)
  }
  const tampered: Readonly<Record<string, (parts: BuiltParts) => BuiltParts>> = {
    'tokens for another account': inRoute((route) =>
      replaceKey(route, 2, associatedOf(stranger, mintOf('SUSD'), programs.token)),
    ),
    'another receiver beside the account': inRoute((route) => replaceKey(route, 7, stranger)),
    'another token': inRoute((route, { payer }) => {
      replaceKey(route, 4, mintOf('SSHL'))
      replaceKey(route, 2, associatedOf(payer, mintOf('SSHL'), programs.token))
    }),
    'a lower quote': inRoute((route) => less(route, 16, 1_000_000n)),
    'a greater slippage': inRoute((route) => void route.data.writeUInt16LE(5_000, 24)),
    'a fee of its own': inRoute((route) => void route.data.writeUInt16LE(50, 26)),
    'a smaller amount': inRoute((route) => less(route, 8, 1n)),
    'another program in its place': inRoute((route) => {
      route.programId = stranger
    }),
    'coins for somebody else': added((payer) =>
      SystemProgram.transfer({ fromPubkey: payer, toPubkey: stranger, lamports: 1_000_000 }),
    ),
    'an approval of tokens': added(
      (payer) =>
        new TransactionInstruction({
          programId: programs.token,
          keys: [
            key(associatedOf(payer, mintOf('SUSD'), programs.token)),
            key(stranger, false, false),
            key(payer, true, false),
          ],
          data: Buffer.from([4, 255, 255, 255, 255, 255, 255, 255, 255]),
        }),
    ),
    'wrapped coins for somebody else': ({ payer, instructions }) => ({
      payer,
      instructions: instructions.map((one) =>
        one.data.length === 1 && one.data[0] === 9 ? changed(one, (copy) => replaceKey(copy, 1, stranger)) : one,
      ),
    }),
    'an excessive priority fee': ({ payer, instructions }) => ({
      payer,
      instructions: instructions.map((one) =>
        one.data.length === 9 && one.data[0] === 3
          ? changed(one, (copy) => void copy.data.writeBigUInt64LE(10_000_000_000n, 1))
          : one,
      ),
    }),
    'somebody else who pays the fee': ({ instructions }) => ({ payer: stranger, instructions }),
  }

  it('in each of 13 variants: other accounts, amounts, fees, programs or instructions', async () => {
    const { page, coins, held, asked } = await openVisitor(5n * SOL)
    for (const [at, [name, variant]] of Object.entries(tampered).entries()) {
      jupiter.tamper = variant
      const builds = () => jupiter.asked.filter((path) => path === '/swap/v1/swap').length
      const before = builds()
      // a new amount each time, so that a new quote is requested
      await openSwap(page, { fromToken: COIN, toToken: idOf('SUSD'), amount: `1.${10 + at}` })
      await reviewSwap(page)
      await dialog(page).getByRole('button', { name: 'Try again' }).waitFor({ timeout: 20_000 })
      expect(builds(), name).toBeGreaterThan(before)
      expect(await button(page, 'Swap').count(), name).toBe(0)
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'hidden' })
    }
    expect(asked()).toBe(0)
    expect([await coins(), await held('SUSD')]).toEqual([5n * SOL, undefined])
  })
})
