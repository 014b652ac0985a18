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

/** Everything in a request that its receiver can read. */
const readableParts = async (request: Request): Promise<string> =>
  [request.url(), request.postData() ?? '', ...Object.values(await request.allHeaders())].join('\n')

it('H2, H3, H5: a whole visit sends no analytics, sends no secret to other origins, and requests images without a referrer', async () => {
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

  const external = requests.filter((one) => !one.url().startsWith(stage.siteUrl) && /^https?:/.test(one.url()))
  expect(external.length).toBeGreaterThan(3)
  const texts = await Promise.all(external.map(readableParts))
  // H2: no request to an analytics endpoint
  expect(external.filter((one) => /\/(e|batch|getAnalyticsConfig)$/.test(new URL(one.url()).pathname))).toEqual([])
  // H3: no secret of the page, no pairing key, no signed message
  for (const secret of ['s3cret', 'reset-token', 'symKey', uri, 'a message between two'])
    expect(texts.filter((text) => text.includes(secret))).toEqual([])
  const withAddress = external.filter((_, at) => texts[at]?.toLowerCase().includes(phone.address.toLowerCase()))
  const services = withAddress.map((one) => new URL(one.url()).pathname.replace(phone.address, '{address}'))
  expect(services.filter((path) => !/^\/(v1\/|v1\/identity\/|v1\/account\/)/.test(path))).toEqual([])
  expect(peers).toMatch(/127\.0\.0\.1/)
  expect(peers).not.toMatch(/s3cret|reset-token/)
  // H5: pictures come from one host, and are requested without a referrer
  const pictures = external.filter((one) => one.resourceType() === 'image')
  expect(new Set(pictures.map((one) => new URL(one.url()).origin)).size).toBe(1)
  const referrers = await Promise.all(pictures.map(async (one) => (await one.allHeaders()).referer))
  expect(referrers.filter((one) => one !== undefined)).toEqual([])
})
