import { createPublicKey, verify } from 'node:crypto'
import { base58Decode, cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import type { Page } from 'playwright-core'
import { verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Phone, startPhone } from '../../plugins/walletconnect/src/phone.test.steps.js'
import { recoverBitcoinAddress } from '../../plugins/walletconnect/src/phone-keys.test.steps.js'
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

const verifySolana = (message: string, text: string): boolean => {
  const x = Buffer.from(base58Decode(phone.addressOf(SOLANA))).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(message), key, Buffer.from(base58Decode(text)))
}

describe('one session for every chain family', () => {
  it('connects all that the wallet granted at once, and signs in each; other libraries verify it', async () => {
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
})
