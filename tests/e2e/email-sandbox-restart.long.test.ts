import type { WalletModal } from '@wallet-modal/kernel'
import { startSandbox } from '@wallet-modal/sandbox/server'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { freePort } from '../setup/ports.mjs'
import { addressOn, logIn, newEmail, requestOf, serveEmailSite } from './support/email-site.js'
import { createVisits } from './support/visits.js'
import { ACCOUNT, zephyrAt } from './support/wallet.js'

const visits = createVisits()

it('after a restart of the sandbox, the same browser can log in with the same email address', async () => {
  const port = await freePort()
  const first = await startSandbox({ port })
  const site = await serveEmailSite(first.url)
  const { page } = await visits.open(site.url)
  const email = newEmail()
  const { address } = await logIn(page, email)
  await first.stop()

  const second = await startSandbox({ port })
  try {
    await page.reload()
    const { address: newAddress } = await logIn(page, email)
    expect(newAddress).not.toBe(address) // the sandbox keeps accounts in memory
  } finally {
    await second.stop()
    await site.close()
  }
})

const connectedWallets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { connections } = Reflect.get(window, 'modal') as WalletModal
    return connections.all.peek().map(({ connectorName }) => connectorName)
  })

/** Makes the page's processor slower by a factor. */
async function slowDown(page: Page, rate: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Logs in by email and connects Zephyr. The login is active. */
async function connectBoth(page: Page): Promise<void> {
  const { address } = await logIn(page, newEmail())
  await page.evaluate(async () => {
    const { connections } = Reflect.get(window, 'modal') as WalletModal
    const { connectors, connect, use } = connections.adapter('eip155')
    const zephyr = connectors.peek().find(({ name }) => name === 'Zephyr')
    if (zephyr) await connect(zephyr)
    use('email')
  })
  expect(await addressOn(page)).toBe(address)
  expect(address).not.toBe(ACCOUNT)
}

it('after a restart of the sandbox, the ended login is removed with a message, and the other connected wallet is active', async () => {
  const port = await freePort()
  const first = await startSandbox({ port })
  const site = await serveEmailSite(first.url)
  const { page, requests } = await visits.open(site.url, { wallets: [zephyrAt(first.url)] })
  await connectBoth(page)
  await page.goto(first.url) // an open page would notice the end of the login itself
  await first.stop()

  const second = await startSandbox({ port })
  try {
    await slowDown(page, 10) // the message must not expire before the code that displays it is loaded
    await page.goto(site.url)
    await page.getByText('Your login has ended. Log in again.').waitFor()
    await slowDown(page, 1)
    expect(await addressOn(page)).toBe(ACCOUNT)
    const before = requests.length
    await page.reload()
    expect(await addressOn(page)).toBe(ACCOUNT)
    await page.waitForTimeout(2000)
    expect(requests.slice(before).filter((url) => url.includes('frame.localhost'))).toEqual([])
  } finally {
    await second.stop()
    await site.close()
  }
})

it('if the login ends while the page is open, a message is shown and the other connected wallet becomes active, also after a reload', async () => {
  const port = await freePort()
  const first = await startSandbox({ port })
  const site = await serveEmailSite(first.url)
  const { page } = await visits.open(site.url, { wallets: [zephyrAt(first.url)] })
  await connectBoth(page)
  await first.stop()

  const second = await startSandbox({ port })
  try {
    expect(await requestOf(page, 'eth_blockNumber', [])).toMatchObject({ code: 4100 })
    await page.getByText('Your login has ended. Log in again.').waitFor()
    expect(await addressOn(page)).toBe(ACCOUNT)
    expect(await connectedWallets(page)).toEqual(['Zephyr'])
    await page.reload()
    expect(await addressOn(page)).toBe(ACCOUNT)
    expect(await connectedWallets(page)).toEqual(['Zephyr'])
  } finally {
    await second.stop()
    await site.close()
  }
})
