import { randomBytes } from 'node:crypto'
import * as ecc from '@bitcoinerlab/secp256k1'
import { localBitcoinNetwork } from '@wallet-modal/sandbox/server'
import { sandboxAt } from '@wallet-modal/sandbox/testing'
import { initEccLib, networks, Psbt, payments } from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
import { describe, expect, it } from 'vitest'
import { askBitcoin } from './support/sandbox-bitcoin.js'
import { openWith } from './support/scripted.js'
import { breakCall, type Sender, senderOf, serveSender } from './support/sender.js'
import { createStage } from './support/stage.js'

initEccLib(ecc)
const { caipNetworkId } = localBitcoinNetwork
const network = networks.regtest
const coin = { assetId: `${caipNetworkId}/slip44:0` }
const COIN = 1_000_000n

const stage = createStage({
  serve: (sandboxUrl) =>
    serveSender({
      sandboxUrl,
      family: 'bip122',
      networks: [{ ...localBitcoinNetwork, rpcUrls: [`${sandboxUrl}/v1/?chainId=${caipNetworkId}&projectId=test`] }],
    }),
})
const ask = (method: string, ...params: readonly unknown[]) => askBitcoin(stage.sandboxUrl, method, ...params)

/** Converts an amount from BTC to satoshis, without rounding errors. */
const satoshis = (amount: number): bigint => BigInt(amount.toFixed(8).replace('.', ''))
const balanceOf = async (address: string): Promise<bigint> =>
  satoshis((await ask('scantxoutset', 'start', [`addr(${address})`])).total_amount)
const newAddress = (): string =>
  payments.p2tr({ internalPubkey: ECPairFactory(ecc).makeRandom().publicKey.slice(1), network }).address ?? ''

/** Connects a visitor with new keys and one unspent output for each value. */
async function visit(...values: readonly bigint[]) {
  const keys = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const { page, wallets } = await openWith(stage, { zephyr: { namespace: 'bip122', name: 'Zephyr', keys } })
  const send = senderOf(page)
  const address = wallets.zephyr.address
  let amount = 0n
  for (const value of values) {
    amount += value
    await sandboxAt(stage.sandboxUrl).fund({ address, chainId: caipNetworkId, amount })
  }
  await send.connect('Zephyr')
  return { page, send, address, key: keys[0] ?? '', zephyr: wallets.zephyr }
}
const statusOf = (send: Sender, address: string, hash: string | undefined) =>
  send.status({ caipNetworkId, address, sentAt: 0, ...(hash !== undefined && { hash }) })

describe.runIf(process.env.BITCOIND_PATH)(
  'sending bitcoin on a real chain, under the strictest Content Security Policy',
  () => {
    it('I7: the receiver gets exactly the reviewed amount, and the sender pays this amount plus the reviewed fee', async () => {
      const { send, address } = await visit(COIN, 20_000n)
      const to = newAddress()
      const review = await send.prepare({ token: coin, receiver: to, amount: 300_000n })
      expect(review).toMatchObject({ from: address, to, caipNetworkId, assetId: coin.assetId, amount: 300_000n })
      const [change] = review.extras
      expect(change).toEqual({ code: 'change', amount: COIN - 300_000n - review.fee })
      const spent = Psbt.fromBase64(review.payload)
      expect(spent.txInputs.map(({ sequence }) => sequence)).toEqual([0xfffffffd])
      const { status, hash } = await send.submit()
      expect(status).toBe('sent')
      expect(await statusOf(send, address, hash)).toMatch(/pending|confirmed/)
      await expect.poll(() => statusOf(send, address, hash)).toBe('confirmed')
      expect(await balanceOf(to)).toBe(300_000n)
      expect(await balanceOf(address)).toBe(COIN + 20_000n - 300_000n - review.fee)
      expect(await send.ask('submit')).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } })
    })

    it('D4: Max spends all coins with one output; without fee estimates, the fee rate is the network minimum', async () => {
      const { send, address } = await visit(COIN, 50_000n, 30_000n)
      const to = newAddress()
      const all = COIN + 80_000n
      const limit = await send.limit({ token: coin, receiver: to })
      expect(limit.max + limit.fee).toBe(all)
      const review = await send.prepare({ token: coin, receiver: to, amount: 'max' })
      expect([review.amount, review.extras]).toEqual([limit.max, []])
      expect(review.call).toContain('network minimum')
      const { hash } = await send.submit()
      await expect.poll(() => statusOf(send, address, hash)).toBe('confirmed')
      expect([await balanceOf(to), await balanceOf(address)]).toEqual([all - review.fee, 0n])
    })

    it('rejects dust, an amount that leaves nothing for the fee, and any payment from the ordinals address', async () => {
      const { send, address, zephyr: wallet } = await visit(50_000n)
      const prepare = (amount: bigint | 'max') => send.ask('prepare', { token: coin, receiver: newAddress(), amount })
      expect(await prepare(329n)).toMatchObject({
        error: { code: 'INVALID_ARGUMENT', message: expect.stringContaining('0.0000033 BTC') },
      })
      expect(await prepare(50_000n)).toMatchObject({
        error: { code: 'INSUFFICIENT_FUNDS', message: expect.stringContaining('0.0005 BTC') },
      })
      expect(await send.must('canSend', { token: coin })).toBe(true)
      const ordinals = wallet.addresses[1] ?? ''
      await sandboxAt(stage.sandboxUrl).fund({ address: ordinals, chainId: caipNetworkId, amount: COIN })
      await send.must('switchAccount', ordinals)
      expect(await send.must('canSend', { token: coin })).toBe(false)
      expect(await prepare(10_000n)).toMatchObject({
        error: { code: 'INVALID_ARGUMENT', message: expect.stringContaining('ordinals') },
      })
      expect([await balanceOf(address), await balanceOf(ordinals)]).toEqual([50_000n, COIN])
    })

    it('reports a rejection; after an account change, submit fails before it asks the wallet (C4)', async () => {
      const { send, address, zephyr: wallet } = await visit(COIN)
      const draft = { token: coin, receiver: newAddress(), amount: 100_000n }
      wallet.reject()
      await send.prepare(draft)
      expect(await send.submit()).toEqual({ status: 'rejected' })
      wallet.approve()
      await send.prepare(draft)
      const asked = wallet.requests.length
      await send.must('switchAccount', wallet.addresses[1])
      expect(await send.ask('submit')).toMatchObject({ error: { code: 'CHANGED_MEANWHILE' } })
      expect(wallet.requests.length).toBe(asked)
      expect(await balanceOf(address)).toBe(COIN)
    })

    it('B3: after a lost response, the status is "unknown" with the transaction id, and the payment arrives once', async () => {
      const { page, send, address } = await visit(COIN)
      const to = newAddress()
      const { fee } = await send.prepare({ token: coin, receiver: to, amount: 100_000n })
      await breakCall(page, 'sendrawtransaction', 'lost')
      const { status, hash } = await send.submit()
      expect(status).toBe('unknown')
      await expect.poll(() => statusOf(send, address, hash)).toBe('confirmed')
      expect([await balanceOf(to), await balanceOf(address)]).toEqual([100_000n, COIN - 100_000n - fee])
    })

    it('reports a dropped transaction as replaced once another transaction spends its input', async () => {
      const { page, send, address, key } = await visit(COIN)
      const review = await send.prepare({ token: coin, receiver: newAddress(), amount: 100_000n })
      await breakCall(page, 'sendrawtransaction', 'dropped')
      const { status, hash } = await send.submit()
      expect(status).toBe('unknown')
      expect(await statusOf(send, address, hash)).toBe('unknown')
      const pair = ECPairFactory(ecc).fromPrivateKey(Buffer.from(key, 'hex'), { network })
      const other = new Psbt({ network })
      const [input] = Psbt.fromBase64(review.payload).txInputs
      if (!input) throw new Error('The payment spends no coin.')
      const witnessUtxo = {
        script: payments.p2wpkh({ pubkey: pair.publicKey, network }).output ?? new Uint8Array(),
        value: COIN,
      }
      other.addInput({ hash: input.hash, index: input.index, witnessUtxo })
      other.addOutput({ address, value: COIN - 5_000n })
      other.signAllInputs(pair).finalizeAllInputs()
      await ask('sendrawtransaction', other.extractTransaction().toHex())
      await expect.poll(() => balanceOf(address)).toBe(COIN - 5_000n)
      await expect.poll(() => statusOf(send, address, hash)).toBe('replaced')
    })

    it('gives the reason if the node rejects a transaction because its coin is already spent', async () => {
      const { page, send, address } = await visit(COIN)
      const draft = { token: coin, receiver: newAddress(), amount: 100_000n }
      await send.prepare(draft)
      await breakCall(page, 'sendrawtransaction', { code: -25, message: 'bad-txns-inputs-missingorspent' })
      expect(await send.ask('submit')).toMatchObject({
        error: { code: 'NOT_SENT', message: expect.stringContaining('spent in the meantime') },
      })
      expect(await balanceOf(address)).toBe(COIN)
    })

    it('D14: reports own, foreign-network, mistyped and empty receiver addresses', async () => {
      const { send, address } = await visit()
      const refused = async (text: string) => {
        const { address: found, issues } = await send.inspect({ token: coin, text })
        return { found, ...issues[0] }
      }
      const upper = newAddress().toUpperCase()
      expect(await send.inspect({ token: coin, text: ` ${upper}\n` })).toEqual({
        address: upper.toLowerCase(),
        issues: [],
      })
      expect((await send.inspect({ token: coin, text: address })).issues).toEqual([
        { code: 'ownAddress', severity: 'warn' },
      ])
      expect(await refused('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toMatchObject({
        found: undefined,
        code: 'wrongNetwork',
        text: 'Bitcoin',
      })
      expect(await refused('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5')).toMatchObject({ code: 'wrongChecksum' })
      expect(await refused('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toMatchObject({
        code: 'wrongNetwork',
        text: 'Ethereum',
      })
      expect(await refused('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY')).toMatchObject({
        code: 'wrongNetwork',
        text: 'Polkadot',
      })
      expect(await refused('oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96')).toMatchObject({
        code: 'wrongNetwork',
        text: 'Solana',
      })
      expect(await refused('')).toMatchObject({ code: 'invalidAddress' })
    })
  },
)
