import { createPublicKey, verify } from 'node:crypto'
import { Keyring } from '@polkadot/keyring'
import { hexToU8a, stringToHex, u8aWrapBytes } from '@polkadot/util'
import { cryptoWaitReady, decodeAddress } from '@polkadot/util-crypto'
import { sr25519Verify, waitReady } from '@polkadot/wasm-crypto'
import { polkadotDevelopmentAccounts } from '@wallet-modal/sandbox/server'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialog, row } from './support/modal.js'
import { connectedAddress, connectIn, snapshot, start } from './support/sandbox-page.js'
import { connectPolkadot, createPolkadotStage } from './support/sandbox-polkadot.js'

await Promise.all([cryptoWaitReady(), waitReady()])
const stage = createPolkadotStage()
const [alice = '', bob = ''] = polkadotDevelopmentAccounts
const ed25519Alice = polkadotDevelopmentAccounts.at(-1) ?? ''
const COIN = 10n ** 12n
const newcomer = (uri: string): string => new Keyring({ ss58Format: 42 }).addFromUri(uri).address

let chain: Awaited<ReturnType<typeof connectPolkadot>>
beforeAll(async () => {
  chain = await connectPolkadot(stage.sandboxUrl)
})
afterAll(() => chain?.close())

const visit = async (query = ''): Promise<Page> => (await stage.open({ wallets: [], query })).page
const textOf = async (page: Page, name: string): Promise<string> =>
  String(await dialog(page).getByRole('region', { name }).textContent()).replace(/\s/g, '')

describe('the sandbox wallet on Polkadot, on a real chain', () => {
  it('asks before it connects, shows the on-chain balance, and its signature verifies in another library', async () => {
    const page = await visit()
    await page.locator('#open').click()
    await row(page, 'Sandbox Wallet').click()
    await dialog(page).getByText('Plain page wants to connect').waitFor()
    await expect.poll(() => dialog(page).getByText('Sandbox Polkadot', { exact: true }).count()).toBe(1)
    expect(await connectedAddress(page, 'polkadot')).toBeNull()
    await row(page, 'Approve').click()
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await connectedAddress(page, 'polkadot')).toBe(alice)

    await page.locator('#open').click()
    await dialog(page)
      .getByText(/^10,?000 ROC$/)
      .first()
      .waitFor()
    expect((await start(page, 'balance')).ok).toBe(String(await chain.free(alice)))
    await page.keyboard.press('Escape')

    const signing = start(page, 'signMessage', 'Sign in to Plain page')
    await dialog(page).getByText('Sign in to Plain page', { exact: true }).waitFor()
    await row(page, 'Approve').click()
    const { ok } = await signing
    const verified = (text: string): boolean => sr25519Verify(hexToU8a(ok), u8aWrapBytes(text), decodeAddress(alice))
    expect([verified('Sign in to Plain page'), verified('Sign in to Other page')]).toEqual([true, false])
  })

  it('is one row for all chain families, and leaves the EVM connection unchanged', async () => {
    const page = await visit('?evm')
    await page.locator('#open').click()
    await expect.poll(() => row(page, 'Sandbox Wallet').count()).toBe(1)
    await page.keyboard.press('Escape')
    await connectIn(page, 'EVM chains')
    const before = await snapshot(page, 'eip155')
    expect(before).toContain('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    const connecting = page.evaluate(() => {
      const site = Reflect.get(window, 'sandboxModal')
      const [one] = site.connections.adapter('polkadot').connectors.peek()
      return site.connections.connect(one, { namespace: 'polkadot' }).then(() => null)
    })
    await row(page, 'Approve').click()
    await connecting
    expect(await connectedAddress(page, 'polkadot')).toBe(alice)
    expect(await snapshot(page, 'eip155')).toBe(before)
    await start(page, 'disconnect')
    expect(await connectedAddress(page, 'polkadot')).toBeNull()
    expect(await snapshot(page, 'eip155')).toBe(before)
  })

  it.each([
    ['polkadot-api', '//papi'],
    ['@polkadot/api', '//polkadot-js'],
  ])(
    'D7: shows receiver and amount of a transfer made with %s, and the chain executes exactly that',
    async (library, uri) => {
      const page = await visit()
      await connectIn(page, null)
      const to = newcomer(uri)
      const before = await chain.free(alice)
      const sent = start(page, 'transfer', library, to, String((5n * COIN) / 4n))
      await dialog(page).getByText('Plain page asks you to sign a transaction').waitFor()
      const transferText = await textOf(page, 'Transfer')
      expect(transferText).toContain('Balances.transfer_keep_alive')
      expect(transferText).toContain(`To${to}`)
      expect(transferText).toContain('Amount1.25ROC')
      const sheet = String(await dialog(page).textContent()).replace(/\s/g, '')
      expect(sheet).toContain(chain.genesisHash)
      expect(await chain.free(to)).toBe(0n)
      await row(page, 'Approve').click()
      expect(await sent).toEqual({ ok: true })
      expect(await chain.free(to)).toBe((5n * COIN) / 4n)
      const paid = before - (await chain.free(alice))
      expect(paid).toBeGreaterThan((5n * COIN) / 4n)
      expect(paid).toBeLessThan((5n * COIN) / 4n + COIN / 10n) // the amount and the fee

      const declined = start(page, 'transfer', library, to, String(COIN))
      await row(page, 'Reject').click()
      expect((await declined).error?.message).toContain('User rejected the request')
      expect([await chain.free(to), before - (await chain.free(alice))]).toEqual([(5n * COIN) / 4n, paid])
    },
  )

  it('signs messages and transactions with its ed25519 account', async () => {
    const page = await visit()
    await connectIn(page, null)
    await start(page, 'switchAccount', ed25519Alice)
    expect(await connectedAddress(page, 'polkadot')).toBe(ed25519Alice)
    const signing = start(page, 'signMessage', 'hello')
    await row(page, 'Approve').click()
    const x = Buffer.from(decodeAddress(ed25519Alice)).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    expect(verify(null, u8aWrapBytes('hello'), key, hexToU8a((await signing).ok))).toBe(true)
    const to = newcomer('//from-ed25519')
    const sent = start(page, 'transfer', 'polkadot-api', to, String(2n * COIN))
    await row(page, 'Approve').click()
    expect(await sent).toEqual({ ok: true })
    expect(await chain.free(to)).toBe(2n * COIN)
  })

  it('A7: restores the account after a reload without a prompt, and asks again after a disconnect', async () => {
    const page = await visit()
    await connectIn(page, null)
    await start(page, 'switchAccount', bob)
    await page.reload()
    await expect.poll(() => connectedAddress(page, 'polkadot')).toBe(bob)
    expect(await dialog(page).isVisible()).toBe(false)
    await start(page, 'disconnect')
    await page.reload()
    await page.waitForTimeout(500)
    expect(await connectedAddress(page, 'polkadot')).toBeNull()
    await page.locator('#open').click()
    await row(page, 'Sandbox Wallet').click()
    await row(page, 'Reject').click()
    await dialog(page).getByText('Connection declined').waitFor()
    expect(await connectedAddress(page, 'polkadot')).toBeNull()
  })

  it('rejects payloads for another chain, runtime version or account, and unreadable payloads, without opening the modal', async () => {
    const page = await visit()
    await connectIn(page, null)
    const payload = await payloadOf('0x00')
    const relay = '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3'
    for (const change of [
      { genesisHash: relay },
      { specVersion: '0x00000001' },
      { method: 'all' },
      { assetId: '0x01' },
    ]) {
      const { error } = await start(page, 'signPayload', { ...payload, ...change })
      expect([change, error?.code]).toEqual([change, -32602])
    }
    expect((await start(page, 'signPayload', { ...payload, address: newcomer('//Eve') })).error?.code).toBe(4100)
    const raw = { address: alice, data: stringToHex('hello'), type: 'payload' }
    expect((await start(page, 'signRaw', raw)).error?.code).toBe(-32602)
    expect(await dialog(page).isVisible()).toBe(false)
  })

  it('shows a call that it cannot decode as raw bytes', async () => {
    const page = await visit()
    await connectIn(page, null)
    const { free } = chain
    const before = await free(alice)
    const signing = start(page, 'signPayload', await payloadOf('0xfefe1234'))
    await dialog(page).getByText('0xfefe1234', { exact: true }).waitFor()
    await row(page, 'Reject').click()
    expect((await signing).error?.code).toBe(4001)
    expect(await free(alice)).toBe(before)
  })
})

/** The payload with which a site asks to sign a call. */
async function payloadOf(method: string) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'state_getRuntimeVersion', params: [] })
  const headers = { 'content-type': 'application/json' }
  const url = `${stage.sandboxUrl}/v1/?chainId=polkadot:${chain.genesisHash.slice(2, 34)}`
  const { result } = await (await fetch(url, { method: 'POST', headers, body })).json()
  const toHex = (number: number): string => `0x${number.toString(16).padStart(8, '0')}`
  return {
    address: alice,
    blockHash: chain.genesisHash,
    era: '0x00',
    genesisHash: chain.genesisHash,
    method,
    nonce: '0x00000000',
    specVersion: toHex(result.specVersion),
    tip: '0x00',
    transactionVersion: toHex(result.transactionVersion),
    version: 4,
  }
}
