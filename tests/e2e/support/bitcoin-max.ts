import { randomBytes } from 'node:crypto'
import * as ecc from '@bitcoinerlab/secp256k1'
import { bip122 } from '@wallet-modal/bip122'
import { localBitcoinNetwork } from '@wallet-modal/sandbox/server'
import { sandboxAt } from '@wallet-modal/sandbox/testing'
import { initEccLib, networks, Psbt, payments } from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandler, type Handler } from './handler.js'
import { askBitcoin } from './sandbox-bitcoin.js'
import { isLong, LIMIT_MS, sendAll, trial } from './send-all.js'

const { caipNetworkId } = localBitcoinNetwork
const network = networks.regtest
const coin = { assetId: `${caipNetworkId}/slip44:0` }
const speeds = fc.constantFrom('standard', 'fast', 'instant')

/** Each case mines a block for every coin and takes about a second; 500 cases take 15 minutes at most. */
const cases = { ...trial, numRuns: isLong ? 500 : 8 }

/** A wallet with one key. Its provider has the interface of Bitcoin connectors. */
function createWallet() {
  initEccLib(ecc)
  const pair = ECPairFactory(ecc).fromPrivateKey(randomBytes(32), { network })
  const address = payments.p2wpkh({ pubkey: pair.publicKey, network }).address ?? ''
  const account = { address, type: 'payment', publicKey: Buffer.from(pair.publicKey).toString('hex') }
  const provider = {
    connect: async () => ({ accounts: [account], caipNetworkId }),
    getAccounts: async () => [account],
    signMessage: () => Promise.reject(new Error('This wallet signs transactions only.')),
    async signPsbt({ psbt }: { readonly psbt: string }) {
      const read = Psbt.fromBase64(psbt, { network })
      read.signAllInputs(pair)
      return { psbt: read.toBase64() }
    },
    watch: () => () => undefined,
  }
  return { address, provider }
}

/** Tests sending all coins of an account. Some coins cost more in fees than they are worth. */
export function everythingOnBitcoin(sandboxUrl: () => string): void {
  describe(`D4: sending the maximum on a real Bitcoin chain (${cases.numRuns} runs, seed ${cases.seed})`, () => {
    const wallet = createWallet()
    let handler: Handler
    /** Satoshis held by an address. The node reports them in BTC, with at most eight decimals. */
    const held = async (address: string): Promise<bigint> => {
      const { total_amount } = await askBitcoin(sandboxUrl(), 'scantxoutset', 'start', [`addr(${address})`])
      return BigInt(total_amount.toFixed(8).replace('.', ''))
    }
    const anybody = (): string =>
      payments.p2tr({ internalPubkey: ECPairFactory(ecc).makeRandom().publicKey.slice(1), network }).address ?? ''
    beforeAll(async () => {
      const rpcUrls = [`${sandboxUrl()}/v1/?chainId=${caipNetworkId}&projectId=test`]
      handler = await createHandler({
        family: bip122(),
        network: { ...localBitcoinNetwork, rpcUrls },
        provider: wallet.provider,
      })
    }, 60_000)
    afterAll(() => handler?.[Symbol.dispose]())

    it(
      'BTC: the maximum is accepted, and only coins that cost more in fees than they are worth remain',
      async () => {
        let sent = 0
        const value = fc.oneof(
          fc.bigInt({ min: 1n, max: 1_000n }),
          fc.bigInt({ min: 300n, max: 3_000n }),
          fc.bigInt({ min: 1_000n, max: 10n ** 7n }),
        )
        const coins = fc.array(value, { minLength: 1, maxLength: 4 })
        await fc.assert(
          fc.asyncProperty(coins, speeds, fc.boolean(), async (values, speed, isTyped) => {
            let before = await held(wallet.address)
            for (const one of values) {
              before += one
              await sandboxAt(sandboxUrl()).fund({ address: wallet.address, chainId: caipNetworkId, amount: before })
            }
            const receiver = anybody()
            const payment = { token: coin, receiver, speed }
            const { extras } = await handler.limit(payment)
            const kept = extras.find(({ code }) => code === 'reserve')?.amount ?? 0n
            const done = await sendAll(handler, payment, isTyped)
            if (done === 'nothing') {
              expect(await held(wallet.address)).toBe(before)
              return
            }
            sent++
            await expect.poll(() => held(receiver), { timeout: 20_000 }).toBe(done.amount)
            expect([done.amount + done.fee + kept, await held(wallet.address)]).toEqual([before, kept])
          }),
          cases,
        )
        expect(sent).toBeGreaterThan(cases.numRuns / 4)
      },
      LIMIT_MS,
    )
  })
}
