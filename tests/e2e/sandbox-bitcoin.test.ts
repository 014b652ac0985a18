import * as ecc from '@bitcoinerlab/secp256k1'
import { initEccLib, networks, Psbt, payments, Transaction } from 'bitcoinjs-lib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isBip137, isBip322 } from './support/bitcoin-message.js'
import { dialog, row } from './support/modal.js'
import { act, askBitcoin, connectBitcoin, createBitcoinStage, sheet } from './support/sandbox-bitcoin.js'

initEccLib(ecc)
const network = networks.regtest
const stage = createBitcoinStage()
const payment = 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw'
const ordinals = 'bcrt1pfewlxm8meyyvgjydfu7v8j4ej64symj6ut8sf66h9germp94qgzs92e5zv'
/** From the test vectors of BIP-173; not an address of the sandbox wallet. */
const stranger = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const BTC = 100_000_000n
const FEE = 1_234n

const ask = (method: string, ...params: readonly unknown[]) => askBitcoin(stage.sandboxUrl, method, ...params)
const toSatoshis = (amount: number): bigint => BigInt(Math.round(amount * 1e8))
const scan = (address: string) => ask('scantxoutset', 'start', [`addr(${address})`])
const balanceOf = async (address: string): Promise<bigint> => toSatoshis((await scan(address)).total_amount)
const visit = async (query = '?only=bip122'): Promise<Page> => (await stage.open({ wallets: [], query })).page
const fund = (address: string, amountBase: bigint) =>
  fetch(`${stage.sandboxUrl}/sandbox/fund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      address,
      chainId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
      amount: String(amountBase),
    }),
  })

interface Coin {
  readonly txid: string
  readonly vout: number
  readonly scriptPubKey: string
  readonly amount: number
}

/** The largest unspent output of an address. */
async function coinOf(address: string): Promise<Coin> {
  const { unspents }: { unspents: readonly Coin[] } = await scan(address)
  const [coin] = unspents.toSorted((a, b) => b.amount - a.amount)
  if (!coin) throw new Error(`${address} has no coin.`)
  return coin
}

interface Draft {
  readonly psbt: Psbt
  readonly spentBase: bigint
}

/** Builds a payment with bitcoinjs-lib, from the node's data. The payment spends one unspent output of each address. */
async function draft(from: readonly string[], to: string, amountBase: bigint): Promise<Draft> {
  const psbt = new Psbt({ network })
  let spentBase = 0n
  for (const address of from) {
    const coin = await coinOf(address)
    const value = toSatoshis(coin.amount)
    const script = Buffer.from(coin.scriptPubKey, 'hex')
    psbt.addInput({ hash: coin.txid, index: coin.vout, witnessUtxo: { script, value } })
    spentBase += value
  }
  psbt.addOutput({ address: to, value: amountBase })
  psbt.addOutput({ address: payment, value: spentBase - amountBase - FEE })
  return { psbt, spentBase }
}

async function connected(): Promise<Page> {
  const page = await visit()
  await connectBitcoin(page)
  return page
}

describe.runIf(process.env.BITCOIND_PATH)('the sandbox wallet on Bitcoin, on a real chain', () => {
  it('is one row for all chain families, and connects a payment address and an ordinals address', async () => {
    const page = await visit('')
    await page.locator('#open').click()
    await row(page, 'Sandbox Wallet').waitFor()
    await expect.poll(() => row(page, 'Sandbox Wallet').count()).toBe(1)
    await row(page, 'Sandbox Wallet').click()
    await row(page, 'EVM chains').waitFor()
    await row(page, 'Bitcoin').click()
    await dialog(page).getByText('Plain page wants to connect').waitFor()
    const text = await sheet(page)
    for (const part of [payment, ordinals, 'SandboxBitcoin', new URL(stage.siteUrl).host]) expect(text).toContain(part)
    await row(page, 'Approve').click()
    await dialog(page).waitFor({ state: 'hidden' })
    const { ok } = await act(page, 'state')
    expect(ok.status).toBe('connected')
    const [first, second] = ok.accounts
    expect(ok.accounts).toMatchObject([
      { address: payment, type: 'payment' },
      { address: ordinals, type: 'ordinal' },
    ])
    const pubkey = Buffer.from(first.publicKey, 'hex')
    expect(payments.p2wpkh({ pubkey, network }).address).toBe(payment)
    const internalPubkey = Buffer.from(second.publicKey, 'hex')
    expect(payments.p2tr({ internalPubkey, network }).address).toBe(ordinals)
  })

  it('shows the node’s balance', async () => {
    const page = await connected()
    expect((await act(page, 'balance')).ok).toBe(String(await balanceOf(payment)))
    await fund(payment, (await balanceOf(payment)) + 25_000_000n)
    const balance = await balanceOf(payment)
    expect((await act(page, 'balance')).ok).toBe(String(balance))
    await page.locator('#open').click()
    await dialog(page)
      .getByText(/^\d[\d,.]* BTC$/)
      .first()
      .waitFor()
    expect(
      await dialog(page)
        .getByText(`${Number(balance) / 1e8} BTC`, { exact: true })
        .count(),
    ).toBe(1)
  })

  it('signs the shown message with ECDSA (payment address) or BIP-322 (both addresses); other libraries verify the signatures', async () => {
    const page = await connected()
    const sign = async (address: string, protocol?: string): Promise<string> => {
      const message = `Grüße aus ${protocol ?? 'dem Sandkasten'}`
      const signing = act(page, 'signMessage', { address, message, protocol })
      await dialog(page).getByText(message, { exact: true }).waitFor()
      expect(await sheet(page)).toContain(address)
      await row(page, 'Approve').click()
      return (await signing).ok
    }
    expect(isBip137(payment, 'Grüße aus dem Sandkasten', await sign(payment))).toBe(true)
    expect(isBip137(payment, 'Grüße aus ECDSA', await sign(payment, 'ECDSA'))).toBe(true)
    expect(isBip322(payment, 'Grüße aus BIP322', await sign(payment, 'BIP322'))).toBe(true)
    const ordinal = await sign(ordinals)
    expect(isBip322(ordinals, 'Grüße aus dem Sandkasten', ordinal)).toBe(true)
    expect(isBip322(ordinals, 'Grüße aus dem Sandkasten!', ordinal)).toBe(false)
    expect(
      (await act(page, 'signMessage', { address: ordinals, message: 'x', protocol: 'ECDSA' })).error,
    ).toMatchObject({
      code: -32602,
    })
    expect(await dialog(page).isVisible()).toBe(false)
  })

  it('D7: shows all inputs, outputs and the fee of a PSBT, and the node accepts only what was signed', async () => {
    const page = await connected()
    const before = { payment: await balanceOf(payment), ordinals: await balanceOf(ordinals) }
    const amountBase = 6_012_345_678n
    const { psbt, spentBase } = await draft([payment, ordinals], stranger, amountBase)
    const change = spentBase - amountBase - FEE

    const signing = act(page, 'signPsbt', { psbt: psbt.toBase64(), signInputs: { [payment]: [0], [ordinals]: [1] } })
    await dialog(page).getByText('Plain page asks you to sign a transaction').waitFor()
    const section = (name: string) => dialog(page).getByRole('region', { name })
    for (const [name, address, base] of [
      ['3. Input that you sign', payment, toSatoshis((await coinOf(payment)).amount)],
      ['4. Input that you sign', ordinals, 50n * BTC],
      ['1. Output', stranger, amountBase],
      ['2. Output back to you', payment, change],
    ] as const) {
      const text = String(await section(name).textContent()).replace(/\s/g, '')
      expect(text).toContain(address)
      expect(text).toContain(`${Number(base) / 1e8}BTC`)
    }
    const text = await sheet(page)
    expect(text).toContain('Fee0.00001234BTC')
    expect(text).toContain(`Leavesyouraccounts${Number(amountBase + FEE) / 1e8}BTC`)
    await row(page, 'Approve').click()

    const signed = Psbt.fromBase64((await signing).ok.psbt, { network })
    const transaction = signed.finalizeAllInputs().extractTransaction()
    const hex = transaction.toHex()
    for (const input of [0, 1]) {
      const bad = Transaction.fromHex(hex)
      const [signature] = bad.ins[input]?.witness ?? []
      if (signature) signature[10] = (signature[10] ?? 0) ^ 1
      const [refused] = await ask('testmempoolaccept', [bad.toHex()])
      expect(refused.allowed).toBe(false)
      expect(refused['reject-reason']).toMatch(/signature/i)
      await expect(ask('sendrawtransaction', bad.toHex())).rejects.toThrow(/signature/i)
    }
    const [accepted] = await ask('testmempoolaccept', [hex])
    expect(accepted).toMatchObject({ allowed: true, txid: transaction.getId(), fees: { base: Number(FEE) / 1e8 } })
    expect(await balanceOf(stranger)).toBe(0n)

    expect(await ask('sendrawtransaction', hex)).toBe(transaction.getId())
    await expect.poll(() => balanceOf(stranger), { timeout: 10_000 }).toBe(amountBase)
    expect(await balanceOf(payment)).toBe(before.payment + 50n * BTC - amountBase - FEE)
    expect(await balanceOf(ordinals)).toBe(before.ordinals - 50n * BTC)
    const mined = await ask('getrawtransaction', transaction.getId(), 2)
    expect(mined.confirmations).toBeGreaterThan(0)
    expect(toSatoshis(mined.fee)).toBe(FEE)
    expect((await act(page, 'balance')).ok).toBe(String(await balanceOf(payment)))
  })

  it('broadcasts the signed transaction if the page asks for it', async () => {
    const page = await connected()
    const before = await balanceOf(stranger)
    const { psbt } = await draft([payment], stranger, 30_000n)
    const signing = act(page, 'signPsbt', { psbt: psbt.toBase64(), broadcast: true })
    await dialog(page).getByText('Plain page wants to send a transaction').waitFor()
    expect(await balanceOf(stranger)).toBe(before)
    await row(page, 'Approve').click()
    const { txid } = (await signing).ok
    expect((await ask('getmempoolentry', txid)).fees.base).toBe(Number(FEE) / 1e8)
    await expect.poll(() => balanceOf(stranger), { timeout: 10_000 }).toBe(before + 30_000n)
  })

  it('signs and broadcasts nothing if the visitor rejects the request', async () => {
    const page = await connected()
    const { psbt } = await draft([payment], stranger, 30_000n)
    const before = await ask('getrawmempool')
    for (const request of [
      ['signPsbt', { psbt: psbt.toBase64(), broadcast: true }],
      ['signMessage', { address: payment, message: 'x' }],
    ] as const) {
      const signing = act(page, request[0], request[1])
      await row(page, 'Reject').click()
      expect((await signing).error).toMatchObject({ code: 4001 })
    }
    expect(await ask('getrawmempool')).toEqual(before)
  })

  it('rejects an invalid, incomplete or foreign PSBT without opening the modal', async () => {
    const page = await connected()
    const { psbt } = await draft([payment], stranger, 30_000n)
    const text = psbt.toBase64()
    const foreign = new Psbt({ network })
    const { output: script = new Uint8Array() } = payments.p2wpkh({ address: stranger, network })
    foreign.addInput({ hash: 'ab'.repeat(32), index: 0, witnessUtxo: { script, value: 10_000n } })
    foreign.addOutput({ address: payment, value: 9_000n })
    const blind = Psbt.fromBase64(text, { network }).addInput({ hash: 'ab'.repeat(32), index: 0 })
    const generous = Psbt.fromBase64(text, { network }).addOutput({ address: stranger, value: 10_000n * BTC })
    for (const request of [
      {},
      { psbt: 'nothing' },
      { psbt: foreign.toBase64() },
      { psbt: blind.toBase64() },
      { psbt: generous.toBase64() },
      { psbt: text, signInputs: { [ordinals]: [0] } },
      { psbt: text, signInputs: { [payment]: [7] } },
      { psbt: text, signInputs: { [payment]: [] } },
    ])
      expect([request, (await act(page, 'signPsbt', request)).error?.code]).toEqual([request, -32602])
    const others = await act(page, 'signPsbt', { psbt: text, signInputs: { [stranger]: [0] } })
    expect(others.error?.code).toBe(4100)
    expect(await dialog(page).isVisible()).toBe(false)
  })

  it('A7: restores the connection after a reload without a prompt, but not after a disconnect', async () => {
    const page = await connected()
    const before = (await act(page, 'state')).ok
    await page.reload()
    await expect.poll(async () => (await act(page, 'state')).ok.status).toBe('connected')
    expect((await act(page, 'state')).ok.accounts).toEqual(before.accounts)
    expect(await dialog(page).isVisible()).toBe(false)
    await act(page, 'disconnect')
    expect((await act(page, 'state')).ok.status).toBe('disconnected')
    await page.reload()
    await page.waitForTimeout(300)
    expect((await act(page, 'state')).ok.status).toBe('disconnected')
  })
})
