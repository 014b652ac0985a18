import { join } from 'node:path'
import { startSandbox } from '@wallet-modal/sandbox/server'
import { chromium } from 'playwright-core'
import { launchOptions } from '../setup/chromium.mjs'
import { guard, say } from '../setup/steps.mjs'
import { repository } from '../setup/workspaces.mjs'
import { takeFeaturePictures } from './feature-pictures.mjs'
import { servePicturePage } from './picture-site.mjs'

/** `npm run picture`: takes a picture of the modal for the README, and a picture of each feature for `docs`. The server is the real sandbox. */

const width = 440
const height = 680

/** @param {string} url of the sandbox */
const script = (url) => `
  import { createWalletModal } from '@wallet-modal/kernel'
  import { account } from '@wallet-modal/account'
  import { connect } from '@wallet-modal/connect'
  import { eip155 } from '@wallet-modal/eip155'
  import { sandbox } from '@wallet-modal/sandbox'
  const modal = createWalletModal({ metadata: { name: 'Example' }, theme: { overlay: '#00000000' }, plugins: [eip155(), connect(), account(), sandbox({ url: '${url}' })] })
  Object.assign(window, { modal })`

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url @param {'light' | 'dark'} colorScheme @returns {Promise<string[]>} pictures as data URIs
 */
async function shoot(browser, url, colorScheme) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, deviceScaleFactor: 2 })
  const page = await context.newPage()
  await page.goto(url)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  /** @type {string[]} */
  const pictures = []
  const take = async () => {
    await page.mouse.move(5, 5) // no hover styles
    await page.waitForTimeout(900)
    pictures.push(`data:image/png;base64,${(await page.screenshot()).toString('base64')}`)
  }
  const dialog = page.getByRole('dialog')
  await page.mouse.click(5, 5) // opened by mouse: no focus ring
  await page.evaluate('void modal.open()')
  await dialog.getByRole('button', { name: 'Sandbox Wallet' }).waitFor()
  await take()
  await dialog.getByRole('button', { name: 'Sandbox Wallet' }).click()
  await dialog.getByRole('button', { name: 'Approve' }).waitFor()
  await take()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.evaluate('void modal.open()')
  await dialog.getByText('ETH').first().waitFor()
  await take()
  await context.close()
  return pictures
}

await guard(async () => {
  const sandbox = await startSandbox({ port: 0 })
  const site = await servePicturePage(script(sandbox.url))
  const browser = await chromium.launch(launchOptions())
  try {
    const pictures = [...(await shoot(browser, site.url, 'light')), ...(await shoot(browser, site.url, 'dark'))]
    const page = await browser.newPage({ viewport: { width: width * 3, height: height * 2 } })
    const images = pictures.map((picture) => `<img src="${picture}" width="${width}" height="${height}">`).join('')
    await page.setContent(`<style>*{margin:0}body{display:flex;flex-wrap:wrap}</style>${images}`)
    await page.screenshot({ path: join(repository, 'docs/modal.png') })
    say('docs/modal.png')
    await takeFeaturePictures(browser, sandbox.url)
  } finally {
    await browser.close()
    site.stop()
    await sandbox.stop()
  }
  return true
})
