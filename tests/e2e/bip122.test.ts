import { createHash, createPublicKey, verify as verifyByOpenSsl } from 'node:crypto'
import * as ecc from '@bitcoinerlab/secp256k1'
import { initEccLib, networks, Psbt, payments, Transaction } from 'bitcoinjs-lib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bip122Site, bundleBitcoinWallets, serveBip122 } from './support/bip122.js'
import { dialog, row } from './support/modal.js'
import { createVisits } from './support/visits.js'

initEccLib(ecc)
const network = networks.regtest
const visits = createVisits()
let site: Bip122Site
let wallets: string

beforeAll(async () => {
  wallets = await bundleBitcoinWallets()
  site = await serveBip122()
})
afterAll(() => site?.close())

interface State {
  readonly status: string
  readonly connectorId: string
  readonly account: { readonly address: string; readonly type: string; readonly publicKey?: string }
  readonly accounts: readonly State['account'][]
  readonly caipNetworkId: string
}

type Family = 'standard' | 'sats' | 'unisat'
const families = {
  standard: { name: 'Amber', connect: 'connect', sign: 'signTransaction', revoke: 'disconnect', hasOrdinals: true },
  sats: { name: 'Cobalt', connect: 'wallet_connect', sign: 'signPsbt', revoke: 'wallet_disconnect', hasOrdinals: true },
  unisat: {
    name: 'UniSat Wallet',
    connect: 'requestAccounts',
    sign: 'signPsbt',
    revoke: 'disconnect',
    hasOrdinals: false,
  },
} as const

/** Opens the site as a visitor who has these wallets. */
const open = (installed: readonly Family[], both = false) =>
  visits.open(site.url, {
    prepare: async (context) => {
      await context.addInitScript(`window.bitcoinPlan = ${JSON.stringify({ families: installed, both })}`)
      await context.addInitScript({ content: wallets })
    },
  })
const state = (page: Page): Promise<State> => page.evaluate('window.adapter().state.value')
const status = (page: Page) => expect.poll(async () => (await state(page)).status)
const calls = (page: Page, family: Family): Promise<readonly string[]> =>
  page.evaluate((name) => window.bitcoinWallets[name].calls, family)
const behave = (page: Page, family: Family, behaviour: 'approve' | 'reject' | 'cheat') =>
  page.evaluate(([name, next]) => Object.assign(window.bitcoinWallets[name], { behaviour: next }), [
    family,
    behaviour,
  ] as const)
const use = (page: Page, family: Family, account: number | null) =>
  page.evaluate(([name, at]) => window.bitcoinWallets[name].use(at), [family, account] as const)
/** Calls a method of the provider that the site gets. */
const ask = <T>(page: Page, method: string, request?: object): Promise<T> =>
  page.evaluate(([name, given]) => window.provider()[name]?.(given), [method, request] as const) as Promise<T>

async function connect(page: Page, family: Family): Promise<State> {
  await page.click('#open')
  await row(page, families[family].name).click()
  await dialog(page).waitFor({ state: 'hidden' })
  await status(page).toBe('connected')
  return state(page)
}

/** A payment from an account to itself. */
function draft(address: string, publicKey: string, isTaproot: boolean): Psbt {
  const pubkey = Buffer.from(publicKey, 'hex')
  const payment = isTaproot ? payments.p2tr({ internalPubkey: pubkey, network }) : payments.p2wpkh({ pubkey, network })
  expect(payment.address).toBe(address)
  const script = payment.output ?? new Uint8Array()
  const psbt = new Psbt({ network })
  psbt.addInput({
    hash: 'ab'.repeat(32),
    index: 1,
    witnessUtxo: { script, value: 100_000n },
    ...(isTaproot && { tapInternalKey: pubkey }),
  })
  return psbt.addOutput({ script, value: 99_000n })
}

const validate = (publicKey: Uint8Array, hash: Uint8Array, signature: Uint8Array): boolean =>
  publicKey.length === 32 ? ecc.verifySchnorr(hash, publicKey, signature) : ecc.verify(hash, publicKey, signature)

/** Verifies the signature of a "Bitcoin Signed Message" with OpenSSL. */
function isSignedBy(publicKey: string, message: string, signature: string): boolean {
  const bytes = Buffer.from(message)
  const signed = Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), Buffer.from([bytes.length]), bytes])
  const key = createPublicKey({
    format: 'der',
    type: 'spki',
    key: Buffer.from(`3036301006072a8648ce3d020106052b8104000a032200${publicKey}`, 'hex'),
  })
  const once = createHash('sha256').update(signed).digest() // OpenSSL hashes once more
  return verifyByOpenSsl(
    'sha256',
    once,
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64').subarray(1),
  )
}

describe.each(Object.keys(families) as Family[])('a Bitcoin wallet with the %s API', (family) => {
  const { name, connect: connectCall, sign, revoke, hasOrdinals } = families[family]

  it('connects with its accounts; the first is the payment account, with its public key', async () => {
    const { page } = await open([family])
    const { account, accounts, caipNetworkId } = await connect(page, family)
    expect(caipNetworkId).toBe(site.caipNetworkId)
    expect(accounts.map(({ type }) => type)).toEqual(hasOrdinals ? ['payment', 'ordinal'] : ['payment'])
    expect(account).toEqual(accounts[0])
    const pubkey = Buffer.from(account.publicKey ?? '', 'hex')
    expect(payments.p2wpkh({ pubkey, network }).address).toBe(account.address)
    expect(await ask(page, 'getAccounts')).toEqual(accounts)
  })

  it('signs a message that OpenSSL verifies', async () => {
    const { page } = await open([family])
    const { account } = await connect(page, family)
    const signature: string = await page.evaluate("window.adapter().signMessage('Grüße from a site')")
    expect(isSignedBy(account.publicKey ?? '', 'Grüße from a site', signature)).toBe(true)
    expect(isSignedBy(account.publicKey ?? '', 'Another text', signature)).toBe(false)
  })

  it.each([false, ...(hasOrdinals ? [true] : [])])(
    'signs a PSBT that bitcoinjs-lib verifies and finalizes (taproot: %s)',
    async (isTaproot) => {
      const { page } = await open([family])
      const { accounts } = await connect(page, family)
      const { address, publicKey = '' } = accounts[isTaproot ? 1 : 0] ?? { address: '' }
      const before = draft(address, publicKey, isTaproot)
      const { psbt } = await ask<{ psbt: string }>(page, 'signPsbt', {
        psbt: before.toBase64(),
        signInputs: { [address]: [0] },
      })
      const signed = Psbt.fromBase64(psbt, { network })
      expect(signed.validateSignaturesOfInput(0, validate)).toBe(true)
      const transaction = signed.finalizeAllInputs().extractTransaction()
      expect(Transaction.fromHex(transaction.toHex()).outs).toEqual(
        before.txOutputs.map(({ script, value }) => ({ script, value })),
      )
    },
  )

  it('makes signPsbt() throw an error if it signs another transaction than the requested one', async () => {
    const { page } = await open([family])
    const { account } = await connect(page, family)
    await behave(page, family, 'cheat')
    const psbt = draft(account.address, account.publicKey ?? '', false).toBase64()
    await expect(ask(page, 'signPsbt', { psbt })).rejects.toThrow('it is another transaction: its outputs differ.')
    expect(await calls(page, family)).toContain(sign)
  })

  it('shows “declined” if the visitor rejects the connection, and throws code 4001 if the visitor rejects a message or a PSBT', async () => {
    const { page } = await open([family])
    await behave(page, family, 'reject')
    await page.click('#open')
    await row(page, name).click()
    await dialog(page).getByText('Connection declined').waitFor()
    expect((await state(page)).status).toBe('disconnected')
    await behave(page, family, 'approve')
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await status(page).toBe('connected')
    await behave(page, family, 'reject')
    const { account } = await state(page)
    const psbt = draft(account.address, account.publicKey ?? '', false).toBase64()
    const codes = await page.evaluate(
      async ([given, address]) => {
        const tries = [
          window.provider().signPsbt?.({ psbt: given }),
          window.provider().signMessage?.({ address, message: 'x' }),
        ]
        const done = await Promise.allSettled(tries)
        return done.map((one) => (one.status === 'rejected' ? one.reason.code : 'signed'))
      },
      [psbt, account.address] as const,
    )
    expect(codes).toEqual([4001, 4001])
  })

  it('A7: reconnects after a reload without a prompt', async () => {
    const { page } = await open([family])
    const before = await connect(page, family)
    await page.reload()
    await status(page).toBe('connected')
    const after = await state(page)
    expect([after.accounts, after.connectorId]).toEqual([before.accounts, before.connectorId])
    expect(await calls(page, family)).not.toContain(connectCall)
  })

  it('updates the account when the owner selects another account, and disconnects when the permission is revoked', async () => {
    const { page } = await open([family])
    const { account } = await connect(page, family)
    await use(page, family, 1)
    await expect.poll(async () => (await state(page)).account.address).not.toBe(account.address)
    const { account: other } = await state(page)
    const pubkey = Buffer.from(other.publicKey ?? '', 'hex')
    expect(payments.p2wpkh({ pubkey, network }).address).toBe(other.address)
    await use(page, family, null)
    await status(page).toBe('disconnected')
  })

  it('revokes the permission of the site on disconnect(), and stays disconnected after a reload', async () => {
    const { page } = await open([family])
    await connect(page, family)
    await page.evaluate('window.modal.disconnect()')
    expect((await state(page)).status).toBe('disconnected')
    await expect.poll(() => calls(page, family)).toContain(revoke)
    await page.reload()
    await page.waitForTimeout(300)
    expect((await state(page)).status).toBe('disconnected')
  })
})

describe('a site with Bitcoin wallets', () => {
  const isSdk = (url: string): boolean => site.sdkFiles.some((file) => url.endsWith(`/${file}`))

  it('H1: makes requests to its own origin only, and loads the PSBT code only to sign a PSBT', async () => {
    const { page, requests } = await open(['unisat'])
    expect(site.sdkFiles.length).toBeGreaterThan(0)
    await page.waitForTimeout(500)
    expect(requests.filter(isSdk)).toEqual([])
    const { account } = await connect(page, 'unisat')
    await page.evaluate("window.adapter().signMessage('x')")
    await page.waitForLoadState('networkidle')
    expect(requests.filter(isSdk)).toEqual([])
    await ask(page, 'signPsbt', { psbt: draft(account.address, account.publicKey ?? '', false).toBase64() })
    expect(requests.filter(isSdk).length).toBeGreaterThan(0)
    expect(requests.filter((url) => !url.startsWith(site.url))).toEqual([])
  })

  it('lists wallets of all three APIs, and a wallet with two APIs once', async () => {
    const { page } = await open(['standard', 'sats', 'unisat'], true)
    await page.click('#open')
    for (const { name } of Object.values(families)) await row(page, name).waitFor()
    const ids: readonly string[] = await page.evaluate('window.adapter().connectors.value.map((one) => one.id)')
    expect([...ids].sort()).toEqual([
      'bitcoin-standard:Amber',
      'sats-connect:cobaltProviders.BitcoinProvider',
      'unisat:unisat',
    ])
  })

  it('switches between the accounts of a wallet', async () => {
    const { page } = await open(['sats'])
    const { accounts } = await connect(page, 'sats')
    await page.evaluate((address) => window.adapter().switchAccount(address), accounts[1]?.address ?? '')
    expect((await state(page)).account).toEqual(accounts[1])
  })

  it('D14: parses addresses of the active network, and rejects other addresses with the reason', async () => {
    const { page } = await open(['unisat'])
    const { account } = await connect(page, 'unisat')
    const parse = (text: string): Promise<string> =>
      page.evaluate((given) => window.adapter().parseAddress(given), text)
    expect(await parse(account.address.toUpperCase())).toBe(account.address)
    await expect(parse('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).rejects.toThrow('not for Bitcoin Regtest')
  })
})
