import { Keyring } from '@polkadot/keyring'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { Keypair, type PublicKey } from '@solana/web3.js-1'
import { polkadot } from '@wallet-modal/polkadot'
import { localPolkadotNetwork, localSolanaNetwork } from '@wallet-modal/sandbox/server'
import { sandboxAt } from '@wallet-modal/sandbox/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everythingOnBitcoin } from './support/bitcoin-max.js'
import { createHandler, type Handler } from './support/handler.js'
import { connectPolkadot } from './support/sandbox-polkadot.js'
import { isLong, LIMIT_MS, sendAll, trial } from './support/send-all.js'
import { createSandbox } from './support/shared-sandbox.js'
import { solanaClient } from './support/solana-client.js'
import { createSolanaHandler } from './support/solana-handler.js'

const speeds = fc.constantFrom('standard', 'fast', 'instant')

const sandbox = createSandbox()

describe(`D4: sending the maximum on a real Solana chain (${trial.numRuns} runs, seed ${trial.seed})`, () => {
  const FEE = 5_000n
  const RENT = 890_880n
  const { caipNetworkId } = localSolanaNetwork
  const key = Keypair.generate()
  let handler: Handler
  beforeAll(async () => {
    handler = await createSolanaHandler(sandbox.url, key)
  })
  afterAll(() => handler?.[Symbol.dispose]())
  const fund = (address: PublicKey, amount: bigint) =>
    sandboxAt(sandbox.url).fund({ address: address.toBase58(), chainId: caipNetworkId, amount })
  const around = (lamports: bigint) => fc.bigInt({ min: lamports > 20n ? lamports - 20n : 0n, max: lamports + 20n })

  it(
    'SOL: the maximum leaves a balance of 0, and is 0 only if a balance would be below the rent minimum',
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

// Polkadot's engine takes seconds for each block: this many runs fit into 15 minutes
const polkadotTrial = { ...trial, numRuns: 50 }
const describePolkadot = () =>
  describe(`D4: sending the maximum on a real Polkadot chain (${polkadotTrial.numRuns} runs, seed ${polkadotTrial.seed})`, () => {
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
      'DOT: the maximum is accepted; the existential deposit and at most 2 % of the fee remain',
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
          polkadotTrial,
        )
        expect(sent).toBeGreaterThan(polkadotTrial.numRuns / 3)
      },
      LIMIT_MS,
    )
  })
if (isLong) describePolkadot()
if (process.env.BITCOIND_PATH) everythingOnBitcoin(() => sandbox.url)
