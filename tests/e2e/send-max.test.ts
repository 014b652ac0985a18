import { Keyring } from '@polkadot/keyring'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { Keypair, type PublicKey, VersionedTransaction } from '@solana/web3.js-1'
import { eip155 } from '@wallet-modal/eip155'
import { polkadot } from '@wallet-modal/polkadot'
import { localPolkadotNetwork, localSolanaNetwork, type Sandbox, startSandbox } from '@wallet-modal/sandbox/server'
import { sandboxAt } from '@wallet-modal/sandbox/testing'
import { solana } from '@wallet-modal/solana'
import fc from 'fast-check'
import { type Address, type Hex, hexToBigInt } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandler, type Handler } from './support/handler.js'
import { connectPolkadot } from './support/sandbox-polkadot.js'
import { chainAt, give, type HeldToken, sandboxTokens, tokenBalance } from './support/send-page.js'
import { localNetworks } from './support/site.js'
import { solanaClient } from './support/solana-client.js'

const isLong = process.env.WALLET_MODAL_LONG !== undefined
/** Random balances and fees: a thousand of each kind where there is time, and the same few every day. */
const trial = { numRuns: isLong ? 1000 : 20, seed: Number(process.env.WALLET_MODAL_SEED), endOnFailure: true }
const LIMIT_MS = isLong ? 900_000 : 60_000
const speeds = fc.constantFrom('standard', 'fast', 'instant')

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
})
afterAll(() => sandbox?.stop())

/** What everything of a kind comes to, once it was sent: it fails where that fails. */
async function sendAll(
  handler: Handler,
  payment: Parameters<Handler['limit']>[0],
  isTyped: boolean,
): Promise<{ readonly amount: bigint; readonly fee: bigint; readonly hash: string } | 'nothing'> {
  const { max } = await handler.limit(payment).catch((error: unknown) => {
    expect(Object(error).message).toMatch(/^The (receiver's account is new and|network fee alone would leave)/)
    return { max: 0n }
  })
  if (max === 0n) {
    const refused = { code: expect.stringMatching(/^(INSUFFICIENT_FUNDS|INVALID_ARGUMENT)$/) }
    await expect(handler.prepare({ ...payment, amount: 'max' })).rejects.toMatchObject(refused)
    return 'nothing'
  }
  const { review, submit } = await handler.prepare({ ...payment, amount: isTyped ? max : 'max' })
  expect(review.amount).toBe(max)
  const outcome = await submit()
  if (outcome.status !== 'sent') throw new Error(`${outcome.status}`, { cause: outcome })
  return { amount: review.amount, fee: review.fee, hash: outcome.hash }
}

describe(`D4: everything of an account on a real EVM chain (${trial.numRuns} of each kind, seed ${trial.seed})`, () => {
  const key = privateKeyToAccount(generatePrivateKey())
  const chain = () => chainAt(sandbox.url)
  /** Signs what it is handed, as it is, and gives it to the node. */
  const provider = {
    async request({ method, params = [] }: { readonly method: string; readonly params?: readonly unknown[] }) {
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [key.address]
      if (method === 'eth_chainId') return '0x7a69'
      if (method !== 'eth_sendTransaction') throw Object.assign(new Error('Unknown method'), { code: 4200 })
      const { to, value, data, gas, maxFeePerGas, maxPriorityFeePerGas }: Record<string, Hex> = Object(params[0])
      const serializedTransaction = await key.signTransaction({
        type: 'eip1559',
        chainId: 31337,
        nonce: await chain().getTransactionCount({ address: key.address }),
        to: to ?? '0x',
        value: hexToBigInt(value ?? '0x0'),
        data: data ?? '0x',
        gas: hexToBigInt(gas ?? '0x0'),
        maxFeePerGas: hexToBigInt(maxFeePerGas ?? '0x0'),
        maxPriorityFeePerGas: hexToBigInt(maxPriorityFeePerGas ?? '0x0'),
      })
      return chain().sendRawTransaction({ serializedTransaction })
    },
    on: () => undefined,
    removeListener: () => undefined,
  }
  let handler: Handler
  let tokens: ReadonlyMap<string, HeldToken>
  beforeAll(async () => {
    const [network] = localNetworks(sandbox.url)
    if (!network) throw new Error('There is no network.')
    handler = await createHandler({ family: eip155(), network, provider })
    tokens = await sandboxTokens(sandbox.url)
  })
  afterAll(() => handler?.[Symbol.dispose]())

  /** The next block asks for this much. */
  const baseFee = fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.bigInt({ min: 10n ** 8n, max: 3n * 10n ** 11n }))
  const settle = async (base: bigint, value: bigint): Promise<void> => {
    await chain().setNextBlockBaseFeePerGas({ baseFeePerGas: base })
    await chain().mine({ blocks: 1 })
    await chain().setBalance({ address: key.address, value })
  }
  const costOf = async (hash: string): Promise<bigint> => {
    const receipt = await chain().waitForTransactionReceipt({ hash: `0x${hash.slice(2)}` })
    expect(receipt.status).toBe('success')
    return receipt.gasUsed * receipt.effectiveGasPrice
  }

  it(
    'the coin: nothing is refused, and what is left is what the fee was less than it might have been',
    async () => {
      let sent = 0
      // often about as much as the fee itself
      const coins = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 19n }), fc.bigInt({ min: 0n, max: 6n * 10n ** 16n }))
      await fc.assert(
        fc.asyncProperty(coins, baseFee, speeds, fc.boolean(), async (value, base, speed, isTyped) => {
          await settle(base, value)
          const to = privateKeyToAddress(generatePrivateKey())
          const done = await sendAll(
            handler,
            { token: { assetId: 'eip155:31337/slip44:60' }, receiver: to, speed },
            isTyped,
          )
          const cost = done === 'nothing' ? 0n : await costOf(done.hash)
          const left = await chain().getBalance({ address: key.address })
          if (done === 'nothing') {
            expect(left).toBe(value)
            return
          }
          sent++
          expect(await chain().getBalance({ address: to })).toBe(done.amount)
          expect(done.amount + done.fee).toBe(value)
          expect(left).toBe(done.fee - cost)
        }),
        trial,
      )
      expect(sent).toBeGreaterThan(trial.numRuns / 3)
    },
    LIMIT_MS,
  )

  it(
    'a token: all of it goes, where the coin pays the fee',
    async () => {
      let sent = 0
      const kinds = [...tokens.values()].filter(({ symbol }) => ['SGLD', 'SEUR', 'SUSD'].includes(symbol))
      expect(kinds.length).toBeGreaterThan(1)
      const coins = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 19n }), fc.bigInt({ min: 0n, max: 6n * 10n ** 16n }))
      const held = fc.record({ token: fc.constantFrom(...kinds), amount: fc.bigInt({ min: 1n, max: 50_000n }) })
      await fc.assert(
        fc.asyncProperty(coins, baseFee, speeds, held, async (value, base, speed, { token, amount }) => {
          const before = await tokenBalance(sandbox.url, token, key.address)
          await give(sandbox.url, key.address, token, amount)
          await settle(base, value)
          const to: Address = privateKeyToAddress(generatePrivateKey())
          const done = await sendAll(
            handler,
            {
              token: { assetId: token.assetId, address: token.address, decimals: token.decimals, symbol: token.symbol },
              receiver: to,
              speed,
            },
            false,
          )
          const cost = done === 'nothing' ? 0n : await costOf(done.hash)
          const left = await tokenBalance(sandbox.url, token, key.address)
          if (done === 'nothing') {
            expect(left).toBe(before + amount)
            return
          }
          sent++
          const coinsLeft = await chain().getBalance({ address: key.address })
          expect([left, await tokenBalance(sandbox.url, token, to)]).toEqual([0n, before + amount])
          expect(coinsLeft).toBe(value - cost)
        }),
        trial,
      )
      expect(sent).toBeGreaterThan(trial.numRuns / 3)
    },
    LIMIT_MS,
  )
})

describe(`D4: everything of an account on a real Solana chain (${trial.numRuns}, seed ${trial.seed})`, () => {
  const FEE = 5_000n
  const RENT = 890_880n
  const { caipNetworkId } = localSolanaNetwork
  const key = Keypair.generate()
  const own = {
    address: key.publicKey.toBase58(),
    publicKey: key.publicKey.toBytes(),
    chains: ['solana:localnet'],
    features: ['solana:signTransaction'],
  }
  const provider = {
    accounts: [own],
    chains: ['solana:localnet'],
    features: {
      'standard:connect': { connect: async () => ({ accounts: [own] }) },
      'solana:signTransaction': {
        async signTransaction({ transaction }: { readonly transaction: Uint8Array }) {
          const read = VersionedTransaction.deserialize(transaction)
          read.sign([key])
          return [{ signedTransaction: read.serialize() }]
        },
      },
    },
  }
  let handler: Handler
  beforeAll(async () => {
    const network = { ...localSolanaNetwork, rpcUrls: [`${sandbox.url}/v1/?chainId=${caipNetworkId}&projectId=test`] }
    handler = await createHandler({ family: solana(), network, provider })
  })
  afterAll(() => handler?.[Symbol.dispose]())
  const fund = (address: PublicKey, amount: bigint) =>
    sandboxAt(sandbox.url).fund({ address: address.toBase58(), chainId: caipNetworkId, amount })
  const around = (lamports: bigint) => fc.bigInt({ min: lamports > 20n ? lamports - 20n : 0n, max: lamports + 20n })

  it(
    'SOL: nothing is refused, around the rent too; nothing is left, or it is said before that it cannot go',
    async () => {
      let sent = 0
      const lamports = fc.oneof(
        ...[0n, FEE, RENT, RENT + FEE, 2n * RENT + FEE].map(around),
        fc.bigInt({ min: 0n, max: 3n * RENT }),
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
      )
      const receivers = fc.oneof(fc.constant(0n), fc.bigInt({ min: RENT, max: 10n ** 10n }))
      await fc.assert(
        fc.asyncProperty(lamports, receivers, speeds, fc.boolean(), async (held, there, speed, isTyped) => {
          const to = Keypair.generate().publicKey
          await fund(key.publicKey, held)
          if (there > 0n) await fund(to, there)
          const payment = { token: { assetId: `${caipNetworkId}/slip44:501` }, receiver: to.toBase58(), speed }
          const done = await sendAll(handler, payment, isTyped)
          const client = solanaClient(sandbox.url)
          const left = await client.lamports(key.publicKey)
          if (done === 'nothing') {
            const isShort = held <= FEE || held - FEE < RENT || there + held - FEE < RENT
            expect([left, isShort]).toEqual([held, true])
            return
          }
          sent++
          expect([left, await client.lamports(to)]).toEqual([0n, there + held - done.fee])
        }),
        trial,
      )
      expect(sent).toBeGreaterThan(trial.numRuns / 4)
    },
    LIMIT_MS,
  )
})

// its engine takes seconds for each block
const blocks = { ...trial, numRuns: 50 }
const describePolkadot = () =>
  describe(`D4: everything of an account on a real Polkadot chain (${blocks.numRuns}, seed ${blocks.seed})`, () => {
    const COIN = 10n ** 12n
    const { caipNetworkId } = localPolkadotNetwork
    const payment = { token: { assetId: `${caipNetworkId}/slip44:354` } }
    let chain: Awaited<ReturnType<typeof connectPolkadot>>
    let handler: Handler
    let own = ''
    let strangers: () => string
    beforeAll(async () => {
      await cryptoWaitReady()
      const keyring = new Keyring({ ss58Format: 42, type: 'sr25519' })
      const key = keyring.addFromUri('//everything')
      own = key.address
      let count = 0
      strangers = () => keyring.createFromUri(`//stranger//${count++}`).address
      chain = await connectPolkadot(sandbox.url)
      const provider = {
        name: 'Key',
        version: '1',
        accounts: { get: async () => [{ address: own }], subscribe: () => () => undefined },
        signer: { signPayload: async (payload: object) => ({ signature: chain.sign(key, payload) }) },
      }
      const network = {
        ...localPolkadotNetwork,
        rpcUrls: [`${sandbox.url}/v1/?chainId=${caipNetworkId}&projectId=test`],
      }
      handler = await createHandler({ family: polkadot(), network, provider })
    }, 120_000)
    afterAll(async () => {
      handler?.[Symbol.dispose]()
      await chain?.close()
    })

    it(
      'DOT: nothing is refused; the deposit stays, and what the fee was spared',
      async () => {
        let sent = 0
        const held = fc.oneof(fc.bigInt({ min: 0n, max: 2n * COIN }), fc.bigInt({ min: 0n, max: 1000n * COIN }))
        await fc.assert(
          fc.asyncProperty(held, fc.boolean(), async (value, isTyped) => {
            const to = strangers()
            await sandboxAt(sandbox.url).fund({ address: own, chainId: caipNetworkId, amount: value })
            const { max, fee, extras } = await handler.limit({ ...payment, receiver: to })
            const done = await sendAll(handler, { ...payment, receiver: to }, isTyped)
            if (done === 'nothing') {
              expect(await chain.free(own)).toBe(value)
              return
            }
            sent++
            const deposit = extras.find(({ code }) => code === 'reserve')?.amount ?? 0n
            await expect.poll(() => chain.free(to), { timeout: 20_000 }).toBe(max)
            const left = await chain.free(own)
            expect([deposit > 0n, left >= deposit, left <= deposit + fee / 50n]).toEqual([true, true, true])
          }),
          blocks,
        )
        expect(sent).toBeGreaterThan(blocks.numRuns / 3)
      },
      LIMIT_MS,
    )
  })
if (isLong) describePolkadot()
