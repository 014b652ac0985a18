import { eip155 } from '@wallet-modal/eip155'
import fc from 'fast-check'
import { type Address, type Hex, hexToBigInt } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandler, type Handler } from './support/handler.js'
import { localNetworks } from './support/local-networks.js'
import { LIMIT_MS, sendAll, trial } from './support/send-all.js'
import { chainAt, give, type HeldToken, sandboxTokens, tokenBalance } from './support/send-page.js'
import { createSandbox } from './support/shared-sandbox.js'

const speeds = fc.constantFrom('standard', 'fast', 'instant')

const sandbox = createSandbox()

describe(`D4: sending the maximum on a real EVM chain (${trial.numRuns} runs per kind, seed ${trial.seed})`, () => {
  const key = privateKeyToAccount(generatePrivateKey())
  const chain = () => chainAt(sandbox.url)
  /** Signs each transaction unchanged and submits it to the node. */
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

  /** Base fee of the next block. */
  const baseFee = fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.bigInt({ min: 10n ** 8n, max: 3n * 10n ** 11n }))
  const settle = async (base: bigint, value: bigint): Promise<void> => {
    await chain().setNextBlockBaseFeePerGas({ baseFeePerGas: base })
    await chain().mine({ blocks: 1 })
    await chain().setBalance({ address: key.address, value })
  }
  const costOf = async (hash: string): Promise<bigint> => {
    const wanted = { hash: `0x${hash.slice(2)}`, timeout: 10_000 } as const
    const receipt = await chain()
      .waitForTransactionReceipt(wanted)
      .catch(async () => {
        await chain().mine({ blocks: 1 }) // about once in a thousand runs, the engine does not mine a valid transaction by itself
        return chain().waitForTransactionReceipt(wanted)
      })
    expect(receipt.status).toBe('success')
    return receipt.gasUsed * receipt.effectiveGasPrice
  }

  it(
    'the coin: the maximum is always accepted, and only the unspent part of the fee remains',
    async () => {
      let sent = 0
      // half of the values have the same order of magnitude as the fee
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
    'a token: the whole balance is sent if the coin covers the fee',
    async () => {
      let sent = 0
      const kinds = [...tokens.values()].filter(({ symbol }) => ['SGLD', 'SEUR', 'SUSD'].includes(symbol))
      expect(kinds.length).toBeGreaterThan(1)
      const coins = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 19n }), fc.bigInt({ min: 0n, max: 6n * 10n ** 16n }))
      // the funding account holds only 500,000 base units of one of these tokens, which must be enough for all runs
      const held = fc.record({ token: fc.constantFrom(...kinds), amount: fc.bigInt({ min: 1n, max: 1_000n }) })
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
