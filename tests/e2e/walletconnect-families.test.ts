import { createPublicKey, verify } from 'node:crypto'
import * as ecc from '@bitcoinerlab/secp256k1'
import { TypeRegistry } from '@polkadot/types'
import { base58Decode, base58Encode, cryptoWaitReady, encodeAddress, signatureVerify } from '@polkadot/util-crypto'
import { networks, Psbt, payments } from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
import type { Page } from 'playwright-core'
import { verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makers } from '../../plugins/solana/src/libraries.test.fixtures.js'
import { type Phone, startPhone } from '../../plugins/walletconnect/src/phone.test.fixtures.js'
import { recoverBitcoinAddress } from '../../plugins/walletconnect/src/phone-keys.test.fixtures.js'
import { findWithAxe } from './support/axe.js'
import { dialog } from './support/modal.js'
import {
  clipboard,
  EVM,
  everything,
  KUSAMA,
  POLKADOT,
  REGTEST,
  SOLANA,
  SOLANA_TEST,
  servePairedPage,
  showCode,
  states,
  webSocket,
} from './support/paired.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: (sandboxUrl) => servePairedPage(sandboxUrl) })
let phone: Phone
beforeAll(async () => {
  phone = await startPhone({ relayUrl: webSocket(stage.sandboxUrl), chains: everything })
  await cryptoWaitReady()
})

afterEach(async () => {
  phone.behave('approve')
  phone.grant(everything)
  phone.writeAccounts((account) => account)
  await phone.disconnect()
})

afterAll(() => phone?.close())
const nobody = { eip155: 'disconnected', solana: 'disconnected', polkadot: 'disconnected', bip122: 'disconnected' }
const all = () => ({
  eip155: phone.address,
  solana: phone.addressOf(SOLANA),
  polkadot: phone.addressOf(POLKADOT),
  bip122: phone.addressOf(REGTEST),
})

async function pair(page: Page, expected: object = all()): Promise<void> {
  await phone.pair(await showCode(page))
  await expect.poll(() => states(page)).toEqual(expected)
  await dialog(page).waitFor({ state: 'hidden' })
}

const sign = (page: Page, namespace: string, message: string) =>
  page.evaluate(([name, text]) => window.paired.one?.sign(name, text), [namespace, message] as const)
async function signature(page: Page, namespace: string, message: string): Promise<string> {
  const answer = await sign(page, namespace, message)
  expect(answer).toEqual({ result: expect.any(String) })
  return answer?.result ?? ''
}

const verifySolana = (message: string | Uint8Array, text: string): boolean => {
  const x = Buffer.from(base58Decode(phone.addressOf(SOLANA))).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(message), key, Buffer.from(base58Decode(text)))
}

describe('one session for every chain family', () => {
  it('connects all granted families at once, and their signatures verify in other libraries', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    expect(phone.sessions()).toHaveLength(1)
    const message = 'hello'
    const evm = (await signature(page, 'eip155', message)) as `0x${string}`
    expect(await verifyMessage({ address: phone.address as `0x${string}`, message, signature: evm })).toBe(true)
    expect(verifySolana(message, await signature(page, 'solana', message))).toBe(true)
    const polkadot = await signature(page, 'polkadot', message)
    expect(signatureVerify(`<Bytes>${message}</Bytes>`, polkadot, phone.addressOf(POLKADOT)).isValid).toBe(true)
    expect(recoverBitcoinAddress(message, await signature(page, 'bip122', message))).toBe(phone.addressOf(REGTEST))
    expect(phone.asked.map(({ method }) => method)).toEqual(
      expect.arrayContaining(['personal_sign', 'solana_signMessage', 'polkadot_signMessage', 'signMessage']),
    )
  })

  it('gives each family its own provider, whose signed transactions verify in other libraries', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    const transfer = makers.legacy({
      from: phone.addressOf(SOLANA),
      to: 'SysvarC1ock11111111111111111111111111111111',
      lamports: 5n,
      blockhash: '11111111111111111111111111111111',
    })
    const solana = await page.evaluate(
      async (bytes) => {
        const wallet = window.paired.one?.provider('solana')
        const [account] = wallet.accounts
        const feature = wallet.features['solana:signTransaction']
        const [signed] = await feature.signTransaction({ account, transaction: Uint8Array.from(bytes) })
        return [...signed.signedTransaction] as number[]
      },
      [...transfer],
    )
    // byte 0 is the number of signatures, the signature follows, then the signed message
    expect(verifySolana(Buffer.from(solana.slice(65)), base58Encode(Buffer.from(solana.slice(1, 65))))).toBe(true)

    const key = ECPairFactory(ecc).fromPrivateKey(new Uint8Array(32).fill(0x11), { network: networks.regtest })
    const { output: script = new Uint8Array() } = payments.p2wpkh({ pubkey: key.publicKey, network: networks.regtest })
    const draft = new Psbt({ network: networks.regtest })
      .addInput({ hash: 'aa'.repeat(32), index: 0, witnessUtxo: { script, value: 10_000n } })
      .addOutput({ script, value: 9_000n })
    const bitcoin = await page.evaluate(
      (psbt) => window.paired.one?.provider('bip122').signPsbt({ psbt }) as Promise<{ psbt: string }>,
      draft.toBase64(),
    )
    const checked = Psbt.fromBase64(bitcoin.psbt, { network: networks.regtest })
    expect(checked.validateSignaturesOfInput(0, (pubkey, hash, text) => ecc.verify(hash, pubkey, text))).toBe(true)

    const payload = {
      address: phone.addressOf(POLKADOT),
      blockHash: `0x${'11'.repeat(32)}`,
      blockNumber: '0x00000001',
      era: '0x00',
      genesisHash: '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
      method: '0x0000',
      nonce: '0x00000000',
      specVersion: '0x00000001',
      tip: '0x00',
      transactionVersion: '0x00000001',
      signedExtensions: [],
      version: 4,
    }
    const polkadot = await page.evaluate(
      (one) => window.paired.one?.provider('polkadot').signer.signPayload(one) as Promise<{ signature: string }>,
      payload,
    )
    const raw = new TypeRegistry().createType('ExtrinsicPayload', payload, { version: 4 }).toU8a({ method: true })
    // the first byte of the signature is the type of the key, which `signatureVerify` reads
    const { signature: text } = polkadot
    expect(signatureVerify(raw, text, phone.addressOf(POLKADOT)).isValid).toBe(true)
  })

  it('connects only the families that the wallet grants, and loads only their code', async () => {
    const { page, requests } = await stage.open({ wallets: [], ...clipboard })
    phone.grant([SOLANA, REGTEST])
    await pair(page, { ...nobody, solana: phone.addressOf(SOLANA), bip122: phone.addressOf(REGTEST) })
    const scripts = [...new Set(requests.filter((url) => url.endsWith('.js')))]
    const code = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()))
    const has = (text: string): boolean => code.some((one) => one.includes(text))
    // texts that only the families' WalletConnect code contains
    expect(['PHN2ZyB4bWxucz0i', 'intention', '<Bytes>', 'personal_|eth_sign|eth_sendTransaction'].map(has)).toEqual([
      true,
      true,
      false,
      false,
    ])
    await page.reload()
    await expect
      .poll(() => states(page))
      .toEqual({ ...nobody, solana: phone.addressOf(SOLANA), bip122: phone.addressOf(REGTEST) })
  })

  it('ends if the wallet grants no network of the site, and the visitor is told the reason', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    phone.grant(['eip155:1'])
    await phone.pair(await showCode(page))
    await dialog(page).getByText('shared no account on the networks of this site').waitFor()
    expect(await states(page)).toEqual(nobody)
    await expect.poll(() => phone.sessions().length).toBe(0)
  })

  it('keeps switched chains after a reload, and disconnects when the wallet ends the session', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    const switchTo = (id: string) => page.evaluate((one) => window.paired.one?.switchTo(one), id)
    const networkOf = (namespace: string) => page.evaluate((one) => window.paired.one?.networkOf(one), namespace)
    for (const id of [EVM[1], SOLANA_TEST, KUSAMA])
      expect(await switchTo(id)).toEqual({ result: { status: 'switched' } })
    await page.reload()
    const kusama = encodeAddress(phone.addressOf(POLKADOT), 2)
    await expect.poll(() => states(page)).toEqual({ ...all(), polkadot: kusama })
    await expect
      .poll(() => Promise.all(['eip155', 'solana', 'polkadot'].map(networkOf)))
      .toEqual([EVM[1], SOLANA_TEST, KUSAMA])
    await phone.disconnect()
    await expect.poll(() => states(page)).toEqual(nobody)
  })

  it('disables networks that the wallet did not approve, and shows the reason', async () => {
    for (const look of ['light', 'dark', 'narrow', 'ar'] as const) {
      const { page } = await stage.open({
        wallets: [],
        options: {
          ...clipboard.options,
          colorScheme: look === 'dark' ? 'dark' : 'light',
          ...(look === 'narrow' && { viewport: { width: 390, height: 800 } }),
        },
      })
      phone.grant([EVM[0], SOLANA, POLKADOT, REGTEST])
      await pair(page)
      await page.evaluate((locale) => window.paired.one?.modal.setLocale(locale), look === 'ar' ? 'ar' : 'en')
      await page.evaluate(() => window.paired.one?.openNetworks())
      const rows = page.getByRole('dialog').locator('button[disabled]')
      await expect.poll(() => rows.count()).toBe(3)
      if (look !== 'ar')
        expect((await rows.allInnerTexts()).map((text) => text.split('\n').slice(-3, -1))).toContainEqual([
          'Kusama',
          'Not approved in your wallet',
        ])
      expect(await findWithAxe(page)).toEqual([])
      await phone.disconnect()
      await page.close()
    }
  })

  it('H1: sends no request to a host besides the local services', async () => {
    const { page, requests } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    await signature(page, 'eip155', 'hello')
    expect(requests.filter((url) => !/^(http:\/\/127\.0\.0\.1|data:|blob:)/.test(url))).toEqual([])
    expect(await page.locator('iframe').count()).toBe(0)
  })

  it('K1: repeated pairing, disconnecting, opening and closing leak no socket, frame, timer or listener', async () => {
    const sockets: string[] = []
    const { page } = await stage.open({
      wallets: [],
      options: clipboard.options,
      prepare: async (context) => {
        context.on('page', (one) => one.on('websocket', (socket) => sockets.push(socket.url())))
        await context.addInitScript(() => {
          const alive = new Set<unknown>()
          const { setInterval: start, clearInterval: stop } = window
          Object.assign(window, {
            alive,
            setInterval: (...given: Parameters<typeof start>) => {
              const id = start(...given)
              alive.add(id)
              return id
            },
            clearInterval: (id: number) => {
              alive.delete(id)
              stop(id)
            },
          })
        })
      },
    })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable')
    const count = async () => {
      await devtools.send('HeapProfiler.collectGarbage')
      const { metrics } = await devtools.send('Performance.getMetrics')
      const of = (name: string): number => metrics.find((one) => one.name === name)?.value ?? -1
      const intervals = await page.evaluate(() => (Reflect.get(window, 'alive') as Set<unknown>).size)
      return { listeners: of('JSEventListeners'), frames: of('Frames'), intervals, nodes: of('Nodes') }
    }
    const cycle = async (): Promise<void> => {
      await pair(page)
      await page.evaluate(() => window.paired.one?.modal.disconnect())
      await expect.poll(() => phone.sessions().length).toBe(0)
      await page.getByRole('button', { name: 'Open one' }).click()
      await dialog(page).getByText('WalletConnect').first().waitFor()
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'hidden' })
    }
    for (let at = 0; at < 3; at++) await cycle()
    await page.waitForTimeout(500)
    const before = await count()
    for (let at = 0; at < 8; at++) await cycle()
    await page.waitForTimeout(500)
    const after = await count()
    expect(after.frames).toBeLessThanOrEqual(before.frames) // fewer, if a page of an earlier test was still being removed
    expect(after.intervals).toBeLessThanOrEqual(before.intervals)
    expect(after.listeners - before.listeners).toBeLessThanOrEqual(2)
    expect(after.nodes - before.nodes).toBeLessThan(200)
    expect(sockets.length).toBe(1)
  })
})
