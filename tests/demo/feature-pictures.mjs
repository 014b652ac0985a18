import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { pictures } from '../docs/pictures.mjs'
import { SetupError, say } from '../setup/steps.mjs'
import { repository } from '../setup/workspaces.mjs'
import { servePicturePage } from './picture-site.mjs'

/** Takes a picture for each feature in {@link pictures}. The pictures are on the documentation pages of the features. The server is the sandbox. */

const folder = join(repository, 'docs/pictures')
const margin = 12
const quality = 0.8

/** @param {string} url of the sandbox */
const script = (url) => `
  import { createWalletModal } from '@wallet-modal/kernel'
  import { account } from '@wallet-modal/account'
  import { balances } from '@wallet-modal/balances'
  import { Tokens } from '@wallet-modal/balances/contract'
  import { connect } from '@wallet-modal/connect'
  import { devtools } from '@wallet-modal/devtools'
  import { Devtools } from '@wallet-modal/devtools/contract'
  import { eip155 } from '@wallet-modal/eip155'
  import { emailSocial } from '@wallet-modal/email-social'
  import { history } from '@wallet-modal/history'
  import { Transactions } from '@wallet-modal/history/contract'
  import { onramp } from '@wallet-modal/onramp'
  import { OnRampProviders } from '@wallet-modal/onramp/contract'
  import { names } from '@wallet-modal/names'
  import { RegisterAccountName } from '@wallet-modal/names/contract'
  import { receive } from '@wallet-modal/receive'
  import { WalletReceive } from '@wallet-modal/receive/contract'
  import { sandbox } from '@wallet-modal/sandbox'
  import { send } from '@wallet-modal/send'
  import { WalletSend } from '@wallet-modal/send/contract'
  import { siwx } from '@wallet-modal/siwx'
  import { SIWXSignMessage } from '@wallet-modal/siwx/contract'
  import { smartSessions } from '@wallet-modal/smart-sessions'
  import { SmartSessionList } from '@wallet-modal/smart-sessions/contract'
  import { swap } from '@wallet-modal/swap'
  import { Swap } from '@wallet-modal/swap/contract'
  import { walletconnect } from '@wallet-modal/walletconnect'
  const plugins = [eip155(), connect(), account(), balances(), send(), receive(), swap(), onramp(), history(), names(), smartSessions()]
  const further = { '?devtools': () => devtools(), '?siwx': () => siwx({ required: false }) }[location.search]
  const modal = createWalletModal({
    metadata: { name: 'Example' },
    projectId: 'sandbox',
    theme: { overlay: '#00000000' },
    plugins: [...plugins, ...(further ? [further()] : []), emailSocial(), walletconnect(), sandbox({ url: '${url}' })],
  })
  const views = { Tokens, Devtools, Transactions, OnRampProviders, WalletReceive, WalletSend, Swap, RegisterAccountName, SmartSessionList, SIWXSignMessage }
  Object.assign(window, { modal, show: (view) => void modal.open(view && { view: views[view] }) })`

/** @typedef {import('playwright-core').Page} Page */

const dialogOf = (/** @type {Page} */ page) => page.getByRole('dialog')
const button = (/** @type {Page} */ page, /** @type {string | RegExp} */ name) =>
  dialogOf(page).getByRole('button', { name }).first()
const heading = (/** @type {Page} */ page, /** @type {string} */ name) =>
  dialogOf(page).getByRole('heading', { name }).waitFor()

/** Opens a view after a mouse click, so that no focus ring is drawn. @param {Page} page @param {string} [view] */
async function show(page, view) {
  await page.evaluate('modal.close()')
  await dialogOf(page).waitFor({ state: 'hidden' })
  await page.mouse.click(5, 5)
  await page.evaluate(`show(${JSON.stringify(view)})`)
  await dialogOf(page).waitFor()
}

/** Forwards a request of the page to the sandbox's sign-in server, as the development server of a site does. @param {string} sandboxUrl */
const toSignInServer = (sandboxUrl) => (/** @type {import('playwright-core').Route} */ route) => {
  const { pathname, host } = new URL(route.request().url())
  const headers = { ...route.request().headers(), host }
  const forwarded = request(
    new URL(pathname, sandboxUrl),
    { method: route.request().method(), headers },
    async (reply) => {
      const chunks = await reply.toArray()
      await route.fulfill({
        status: reply.statusCode ?? 502,
        body: Buffer.concat(chunks),
        contentType: 'application/json',
      })
    },
  )
  forwarded.end(route.request().postData() ?? undefined)
}

/** Grants a smart session to the page (ERC-7715) and registers it with the sandbox. @param {Page} page @param {string} sandboxUrl */
async function grantSession(page, sandboxUrl) {
  const permissions = [{ type: 'native-token-transfer', data: { allowance: '0x16345785d8a0000' } }]
  const signer = { type: 'account', data: { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' } }
  const params = [{ chainId: '0x7a69', expiry: Math.floor(Date.now() / 1000) + 7 * 86_400, signer, permissions }]
  const granted = page.evaluate(
    (given) => Reflect.get(window, 'modal').connections.active.value.provider.request(given),
    { method: 'wallet_grantPermissions', params },
  )
  await button(page, 'Approve').click()
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ context: (await granted).context })
  const reply = await fetch(`${sandboxUrl}/sandbox/sessions`, { method: 'POST', headers, body })
  if (!reply.ok) throw new SetupError(`The sandbox did not register the session: ${await reply.text()}`)
}

/**
 * Brings the page into the state of each picture, in this order.
 * @type {Readonly<Record<string, (page: Page, sandboxUrl: string) => Promise<unknown>>>}
 */
const steps = {
  async connect(page) {
    await show(page)
    await button(page, 'Sandbox Wallet').waitFor()
  },
  async walletconnect(page) {
    await button(page, /WalletConnect/).click()
    await dialogOf(page).getByRole('img', { name: /QR/ }).waitFor()
  },
  async 'email-social'(page) {
    await show(page)
    await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.com')
    await page.keyboard.press('Enter')
    await dialogOf(page).getByLabel('Six-digit code').waitFor()
  },
  async sandbox(page) {
    await show(page)
    await button(page, 'Sandbox Wallet').click()
    await button(page, 'Approve').waitFor()
  },
  async account(page) {
    await button(page, 'Approve').click()
    await dialogOf(page).waitFor({ state: 'hidden' })
    await show(page)
    await dialogOf(page).getByText('ETH').first().waitFor()
  },
  balances: (page) => show(page, 'Tokens'),
  receive: (page) => show(page, 'WalletReceive'),
  async swap(page) {
    await show(page, 'Swap')
    await page.getByRole('textbox', { name: 'You pay' }).fill('1')
    await dialogOf(page).getByRole('region', { name: 'You receive' }).getByRole('button').click()
    await dialogOf(page).getByText('Sandbox Dollar', { exact: true }).first().click()
    await page.waitForTimeout(5000)
  },
  async onramp(page) {
    await show(page, 'OnRampProviders')
    await button(page, /Coinbase/).click()
    await page.getByRole('textbox', { name: 'You pay' }).fill('100')
    await page.waitForTimeout(5000)
  },
  async send(page) {
    await show(page, 'WalletSend')
    await button(page, /ETH/).waitFor() // the coin is selected at first
    await page.getByRole('textbox', { name: 'Amount' }).fill('1.25')
    await page.getByRole('textbox', { name: 'To', exact: true }).fill('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
    await button(page, 'Preview Send').click()
    await heading(page, 'Review Send')
    await button(page, /^Send$/).waitFor()
  },
  async history(page) {
    await button(page, /^Send$/).click()
    await button(page, 'Approve').click()
    await page.waitForTimeout(6000)
    await show(page, 'Transactions')
  },
  async names(page) {
    await show(page, 'RegisterAccountName')
    await dialogOf(page).getByRole('textbox').fill('wonderland')
    await page.waitForTimeout(2500)
  },
  async 'smart-sessions'(page, sandboxUrl) {
    await page.evaluate('modal.close()')
    await grantSession(page, sandboxUrl)
    await show(page, 'SmartSessionList')
    await button(page, /Revoke/).waitFor()
  },
  async siwx(page, sandboxUrl) {
    await page.route('**/api/siwx/**', toSignInServer(sandboxUrl))
    await page.goto(new URL('/?siwx', page.url()).href)
    await page.waitForTimeout(3000)
    await page.evaluate("show('SIWXSignMessage')")
    await dialogOf(page).waitFor()
  },
  async devtools(page) {
    await page.goto(new URL('/?devtools', page.url()).href)
    await dialogOf(page).waitFor({ state: 'hidden' })
    await page.waitForTimeout(3000)
    await page.evaluate("show('Devtools')")
    await dialogOf(page).waitFor()
  },
}

/** Converts a PNG to WebP, which reduces the size to a third. @param {import('playwright-core').Page} painter @param {Buffer} png */
async function toWebp(painter, png) {
  const data = await painter.evaluate(
    async ([source, amount]) => {
      const image = new Image()
      image.src = String(source)
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', Number(amount)).split(',')[1] ?? ''
    },
    [`data:image/png;base64,${png.toString('base64')}`, quality],
  )
  return Buffer.from(data, 'base64')
}

/** Takes a screenshot of the modal's card with a margin around the card. @param {Page} page */
async function shoot(page) {
  await page.evaluate('document.activeElement.blur()') // no focus ring
  await page.mouse.move(5, 5) // no hover styles
  await page.waitForTimeout(1200)
  const box = await dialogOf(page).locator('.wm-card').boundingBox()
  if (!box) throw new SetupError('The modal is not on the screen.')
  const { x, y, width, height } = box
  return page.screenshot({
    clip: { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin },
  })
}

/** @param {import('playwright-core').Browser} browser @param {string} sandboxUrl */
export async function takeFeaturePictures(browser, sandboxUrl) {
  const site = await servePicturePage(script(sandboxUrl))
  const context = await browser.newContext({ viewport: { width: 440, height: 760 }, deviceScaleFactor: 1.5 })
  const page = await context.newPage()
  const painter = await context.newPage()
  try {
    await page.bringToFront()
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(site.url)
    mkdirSync(folder, { recursive: true })
    for (const [id, step] of Object.entries(steps)) {
      if (pictures[id] === undefined) throw new SetupError(`tests/docs/pictures.mjs has no text for "${id}".`)
      await step(page, sandboxUrl)
      const picture = await toWebp(painter, await shoot(page))
      writeFileSync(join(folder, `${id}.webp`), picture)
      say(`docs/pictures/${id}.webp ${(picture.length / 1000).toFixed(1)} kB`)
    }
  } finally {
    await context.close()
    site.stop()
  }
}
