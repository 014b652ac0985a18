import { expect, it } from 'vitest'
import { clipboard } from './support/paired.js'
import { address, createPhoneStage } from './support/phone-page.js'

const { stage, phone, pair } = createPhoneStage()

it('H1: page loads after the wallet has ended the session do not contact the relay, until another tab has a session', async () => {
  const { page } = await stage.open({ wallets: [], ...clipboard })
  await pair(page)
  await page.goto('about:blank')
  await phone().disconnect()
  await page.goto(stage.siteUrl)
  const storedSessions = () =>
    page.evaluate((key): readonly unknown[] => {
      const { data } = JSON.parse(localStorage.getItem(key) ?? '{"data":{}}')
      return Object.keys(data).flatMap((name) => (name.endsWith('//session') ? data[name] : []))
    }, 'wallet-modal/default/@wallet-modal/walletconnect/client')
  await expect.poll(storedSessions, { timeout: 20_000 }).toEqual([])
  await page.reload()
  await page.waitForTimeout(2_000)
  expect([await address(page), stage.relay.connections]).toEqual(['', 1]) // the phone's connection
  const other = await page.context().newPage()
  await other.goto(stage.siteUrl)
  await pair(other)
  await page.reload()
  await expect.poll(() => address(page)).toBe(phone().address)
  expect([await address(other), phone().sessions().length]).toEqual([phone().address, 1])
})
