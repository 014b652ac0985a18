import type { Page } from 'playwright-core'
import { verifyMessage } from 'viem'
import { describe, expect, it } from 'vitest'
import { fillStorage } from './support/full-storage.js'
import { clipboard, copiedUri } from './support/paired.js'
import { address, createPhoneStage, request } from './support/phone-page.js'

const { stage, phone, pair } = createPhoneStage()

describe('a session with a wallet on another device', () => {
  it('a request declined in the wallet fails with code 4001, and the session stays', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    phone().behave('reject')
    expect(await request(page, 'personal_sign', ['0x68656c6c6f', phone().address])).toMatchObject({ code: 4001 })
    expect(await address(page)).toBe(phone().address)
  })

  it('switches between approved networks, sends wallet requests for the active network, and reads from the chain', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    const network = () => page.locator('small').textContent()
    expect([await network(), await request(page, 'eth_chainId')]).toEqual(['eip155:31337', { result: '0x7a69' }])
    expect(await page.evaluate(() => window.site.modal.switchNetwork('eip155:31338'))).toEqual({ status: 'switched' })
    expect(await network()).toBe('eip155:31338')
    await request(page, 'personal_sign', ['0x68656c6c6f', phone().address])
    expect(phone().asked.at(-1)).toEqual({ method: 'personal_sign', chainId: 'eip155:31338' })
    expect(await request(page, 'eth_getBalance', [phone().address, 'latest'])).toMatchObject({
      result: expect.stringMatching(/^0x/),
    })
    await phone().changeChain(31_337)
    await expect.poll(network).toBe('eip155:31337')
    expect(await request(page, 'wallet_switchEthereumChain', [{ chainId: '0x1' }])).toMatchObject({ code: 4902 })
    expect(await request(page, 'wallet_watchAsset', [])).toMatchObject({ code: 4200 })
    expect(await network()).toBe('eip155:31337')
  })

  it('A7, K1: a reload restores session and network without a prompt', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    await page.evaluate(() => window.site.modal.switchNetwork('eip155:31338'))
    await page.reload()
    await expect.poll(() => address(page)).toBe(phone().address)
    expect(await page.locator('small').textContent()).toBe('eip155:31338')
    expect(await request(page, 'personal_sign', ['0x68656c6c6f', phone().address])).toMatchObject({
      result: expect.stringMatching(/^0x/),
    })
  })

  it('a reload during a request keeps the session, which can sign again', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    phone().behave('wait')
    const before = phone().asked.length
    await page.evaluate((mine) => void window.site.request('personal_sign', ['0x68656c6c6f', mine]), phone().address)
    await expect.poll(() => phone().asked.length).toBe(before + 1)
    await page.reload()
    await expect.poll(() => address(page)).toBe(phone().address)
    await phone().release()
    phone().behave('approve')
    expect(await request(page, 'personal_sign', ['0x68656c6c6f', phone().address])).toMatchObject({
      result: expect.stringMatching(/^0x/),
    })
  })

  it('H4: stores only keys that docs/security.md lists, and opens no database', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    await page.evaluate(() => window.site.modal.switchNetwork('eip155:31338'))
    const storedKeys = await page.evaluate(async () => [
      ...Object.keys(localStorage).filter((key) => !key.endsWith('/recent')),
      ...(await indexedDB.databases()).map(({ name }) => name),
    ])
    expect(storedKeys.sort()).toEqual([
      'wallet-modal/default/@wallet-modal/eip155/connector',
      'wallet-modal/default/@wallet-modal/walletconnect/chains',
      'wallet-modal/default/@wallet-modal/walletconnect/client',
    ])
  })

  it('disconnects when the wallet ends the session, and stays disconnected after a reload', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    await phone().disconnect()
    await expect.poll(() => address(page)).toBe('')
    await page.reload()
    await page.waitForTimeout(500)
    expect(await address(page)).toBe('')
  })

  it('ends the session in the wallet when the site disconnects; the page can pair again', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    expect(phone().sessions()).toHaveLength(1)
    await page.evaluate(() => window.site.modal.disconnect())
    await expect.poll(() => phone().sessions().length).toBe(0)
    await expect.poll(() => address(page)).toBe('')
    await pair(page)
    expect(phone().sessions()).toHaveLength(1)
  })

  it('two tabs share a session, sign at the same time, and disconnect together', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    const other = await page.context().newPage()
    await other.goto(stage.siteUrl)
    await page.bringToFront()
    await pair(page)
    await other.reload()
    await expect.poll(() => address(other)).toBe(phone().address)
    const sign = async (tab: Page, text: `0x${string}`): Promise<boolean> => {
      const { result } = await request(tab, 'personal_sign', [text, phone().address])
      const signed = { address: phone().address as `0x${string}`, signature: result as `0x${string}` }
      return verifyMessage({ ...signed, message: { raw: text } })
    }
    const before = phone().asked.length
    const all = await Promise.all([sign(page, '0x01'), sign(other, '0x02'), sign(page, '0x03')])
    expect([all, phone().asked.length - before]).toEqual([[true, true, true], 3])
    await page.reload()
    await expect.poll(() => address(page)).toBe(phone().address)
    await other.evaluate(() => window.site.modal.disconnect())
    await expect.poll(() => address(page)).toBe('')
    await expect.poll(() => phone().sessions().length).toBe(0)
    await Promise.all([page.reload(), other.reload()])
    await page.waitForTimeout(500)
    expect([await address(page), await address(other)]).toEqual(['', ''])
  })

  it('C6: a wallet that replaces another one in one tab is used in the other tab too', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    const other = await page.context().newPage()
    await other.goto(stage.siteUrl)
    await expect.poll(() => address(other)).toBe(phone().address)
    const next = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    phone().writeAccounts((account) => account.replace(phone().address, next))
    try {
      await page.bringToFront()
      await page.evaluate(() => window.site.pair({ name: 'Zephyr' }))
      await phone().pair(await copiedUri(page))
      await expect.poll(() => address(page)).toBe(next)
      await expect.poll(() => address(other)).toBe(next)
      await expect.poll(() => phone().sessions().length).toBe(1)
      for (const tab of [page, other])
        expect(await request(tab, 'personal_sign', ['0x68656c6c6f', next])).toMatchObject({
          result: expect.stringMatching(/^0x/),
        })
    } finally {
      phone().writeAccounts((account) => account)
    }
  })

  it('C6: a tab that was disconnected with another tab follows the next connection of that tab', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    const other = await page.context().newPage()
    await pair(page)
    await other.goto(stage.siteUrl)
    await expect.poll(() => address(other)).toBe(phone().address)
    await page.evaluate(() => window.site.modal.disconnect())
    await expect.poll(() => address(other)).toBe('')
    await expect.poll(() => phone().sessions().length).toBe(0)
    await page.bringToFront()
    await pair(page)
    await expect.poll(() => address(other)).toBe(phone().address)
    expect(await request(other, 'personal_sign', ['0x68656c6c6f', phone().address])).toMatchObject({
      result: expect.stringMatching(/^0x/),
    })
  })

  it('B6: keeps the session when the relay drops every connection', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    stage.relay.dropAll()
    await expect.poll(() => stage.relay.connections, { timeout: 45_000 }).toBe(2)
    expect(await request(page, 'personal_sign', ['0x68656c6c6f', phone().address])).toMatchObject({
      result: expect.stringMatching(/^0x/),
    })
  })

  it('K1: dispose() closes the connection to the relay, and a reload restores the session', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    expect(stage.relay.connections).toBe(2)
    await page.evaluate(() => window.site.modal.dispose())
    await expect.poll(() => stage.relay.connections).toBe(1)
    const left = await page.evaluate(() => Object.keys(globalThis).filter((name) => /wallet_?connect/i.test(name)))
    expect(left).toEqual([])
    await page.reload()
    await expect.poll(() => address(page)).toBe(phone().address)
  })

  it('receives the replies of a session whose subscription was not stored', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    await page.evaluate(() => {
      const key = 'wallet-modal/default/@wallet-modal/walletconnect/client'
      const stored = JSON.parse(localStorage.getItem(key) ?? '')
      const name = Object.keys(stored.data).find((entry) => entry.endsWith('//subscription')) ?? ''
      const { length } = stored.data[name]
      stored.data[name] = []
      localStorage.setItem(key, JSON.stringify(stored))
      if (length === 0) throw new Error('No subscription was stored.')
    })
    await page.reload()
    await expect.poll(() => address(page)).toBe(phone().address)
    expect(await request(page, 'personal_sign', ['0x68656c6c6f', phone().address])).toMatchObject({
      result: expect.stringMatching(/^0x/),
    })
  })

  it('J2: with full storage, the session works in both tabs, and after a reload', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    const other = await page.context().newPage()
    await other.goto(stage.siteUrl)
    await expect.poll(() => address(other)).toBe(phone().address)
    await fillStorage(page)
    const sign = async (tab: Page): Promise<unknown> => request(tab, 'personal_sign', ['0x68656c6c6f', phone().address])
    for (const tab of [page, other, page])
      expect(await sign(tab)).toMatchObject({ result: expect.stringMatching(/^0x/) })
    await page.reload()
    await expect.poll(() => address(page)).toBe(phone().address)
    expect(await address(other)).toBe(phone().address)
    expect(await sign(page)).toMatchObject({ result: expect.stringMatching(/^0x/) })
  })
})
