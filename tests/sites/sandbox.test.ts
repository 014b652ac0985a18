import { describe, expect, it } from 'vitest'
import { connectSandbox, dialog, row } from '../e2e/support/modal.js'
import { serveSite } from '../e2e/support/serve.js'
import { createStage } from '../e2e/support/stage.js'
import { buildSite, sandboxPort, scaffoldSite } from './support/site.js'

const stage = createStage({
  port: sandboxPort,
  async serve(sandboxUrl) {
    const directory = await buildSite(await scaffoldSite(), { mode: 'development', manifest: (manifest) => manifest })
    return serveSite({ directory, services: [sandboxUrl] })
  },
})

describe('a visitor without any wallet, on a site in development', () => {
  it('connects the sandbox wallet, signs the message that it shows, switches the network and disconnects', async () => {
    const { page } = await stage.open({ wallets: [] })
    await connectSandbox(page)

    await page.getByRole('textbox', { name: 'Message' }).fill('A message to read first')
    await page.getByRole('button', { name: 'Sign message' }).click()
    await dialog(page).getByText('A message to read first').waitFor()
    await row(page, 'Approve').click()
    await page.getByText('Verified: this account signed this message.').waitFor()

    await page.getByRole('button', { name: 'Sign message' }).click()
    await row(page, 'Reject').click()
    await page.getByText('You declined. Nothing was signed.').waitFor()

    await page.getByRole('button', { name: 'Manage account' }).click()
    await row(page, /Choose Network/).click()
    await row(page, 'Sandbox Two').click()
    await row(page, 'Approve').click()
    await expect.poll(() => page.getByTestId('network').textContent()).toBe('Sandbox Two')

    await row(page, 'Disconnect').click()
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).waitFor()
  })

  it('reads the balance again when a transaction is confirmed; another chain than the local ones cannot be chosen', async () => {
    const { page } = await stage.open({ wallets: [] })
    await connectSandbox(page)
    const balance = () => page.getByTestId('balance').textContent()
    await expect.poll(balance).toMatch(/ ETH$/)
    const before = await balance()

    await page.getByRole('button', { name: 'Manage account' }).click()
    await row(page, 'Send').click()
    await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('2')
    await dialog(page)
      .getByRole('textbox', { name: 'To', exact: true })
      .fill(`0x${'4'.repeat(40)}`)
    await row(page, 'Preview Send').click()
    await dialog(page).getByRole('button', { name: 'Send', exact: true }).click()
    await row(page, 'Approve').click()
    await expect.poll(balance).not.toBe(before)

    await row(page, /Choose Network/).click()
    await row(page, 'Ethereum').click()
    await dialog(page).getByText('The wallet could not switch').waitFor()
  })
})
