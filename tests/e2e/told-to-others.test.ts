import type { Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Phone, startPhone } from '../../plugins/walletconnect/src/phone.test.fixtures.js'
import { dialog, row } from './support/modal.js'
import { clipboard, everything, servePairedPage, showCode, states, webSocket } from './support/paired.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: (sandboxUrl) => servePairedPage(sandboxUrl) })
let phone: Phone
beforeAll(async () => {
  phone = await startPhone({ relayUrl: webSocket(stage.sandboxUrl), chains: everything })
})
afterAll(() => phone?.close())

/** All of a request that its receiver can read. */
const told = async (request: Request): Promise<string> =>
  [request.url(), request.postData() ?? '', ...Object.values(await request.allHeaders())].join('\n')

it('H2, H3, H5: from the first look to leaving, others learn what they need, and nobody is told what a visitor does', async () => {
  const { page } = await stage.open({
    wallets: [],
    query: '?invite=s3cret#reset-token',
    options: { ...clipboard.options, extraHTTPHeaders: { 'Sec-GPC': '1' } },
  })
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))

  await page.getByRole('button', { name: 'Open one' }).click()
  await row(page, /^All Wallets/).click()
  await dialog(page).getByRole('searchbox').fill('wallet')
  await expect.poll(() => requests.some((one) => one.resourceType() === 'image')).toBe(true)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  const uri = await showCode(page)
  await phone.pair(uri)
  await expect.poll(() => states(page)).toMatchObject({ eip155: phone.address })
  const peers = JSON.stringify(phone.sessions().map(({ peer }) => peer.metadata))
  await page.evaluate(() => window.paired.one?.sign('eip155', 'a message between two'))
  await page.getByRole('button', { name: 'Open one' }).click()
  await dialog(page).getByRole('button', { name: 'Disconnect' }).waitFor()
  await page.evaluate(() => window.paired.one?.modal.disconnect())

  const away = requests.filter((one) => !one.url().startsWith(stage.siteUrl) && /^https?:/.test(one.url()))
  expect(away.length).toBeGreaterThan(3)
  const texts = await Promise.all(away.map(told))
  // H2: no service of the spec that counts visitors
  expect(away.filter((one) => /\/(e|batch|getAnalyticsConfig)$/.test(new URL(one.url()).pathname))).toEqual([])
  // H3: not the page's own secrets, not the pairing, not what was signed
  for (const secret of ['s3cret', 'reset-token', 'symKey', uri, 'a message between two'])
    expect(texts.filter((text) => text.includes(secret))).toEqual([])
  const withAddress = away.filter((_, at) => texts[at]?.toLowerCase().includes(phone.address.toLowerCase()))
  const services = withAddress.map((one) => new URL(one.url()).pathname.replace(phone.address, '{address}'))
  expect(services.filter((path) => !/^\/(v1\/|v1\/identity\/|v1\/account\/)/.test(path))).toEqual([])
  expect(peers).toMatch(/127\.0\.0\.1/)
  expect(peers).not.toMatch(/s3cret|reset-token/)
  // H5: pictures come from one host, which is not told from where
  const pictures = away.filter((one) => one.resourceType() === 'image')
  expect(new Set(pictures.map((one) => new URL(one.url()).origin)).size).toBe(1)
  const referrers = await Promise.all(pictures.map(async (one) => (await one.allHeaders()).referer))
  expect(referrers.filter((one) => one !== undefined)).toEqual([])
})
