import type { BrowserContext, Page } from 'playwright-core'
import { type Address, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { fakeCamera } from './support/fake-camera.js'
import { dialog, row } from './support/modal.js'
import {
  amountField,
  chainAt,
  createSendStage,
  fundedKey,
  openConnected,
  openSend,
  receiverField,
  sendButton,
} from './support/send-page.js'

const to: Address = privateKeyToAddress(generatePrivateKey())
const camera = fakeCamera(`ethereum:${to}@31337?value=1.25e18`)
const stage = createSendStage(camera.browserArgs)
afterAll(camera.remove)

/** Records every media stream that the page gets from a camera. Runs in the page. */
function recordStreams(): void {
  const { mediaDevices } = navigator
  const streams: MediaStream[] = []
  Reflect.set(window, 'streams', streams)
  const ask = mediaDevices.getUserMedia.bind(mediaDevices)
  mediaDevices.getUserMedia = async (wanted) => {
    const stream = await ask(wanted)
    streams.push(stream)
    return stream
  }
}

/** Stops the drawing of camera pictures, so that the decoder finds no code. Runs in the page. */
function blindDecoder(): void {
  const draw = CanvasRenderingContext2D.prototype.drawImage
  CanvasRenderingContext2D.prototype.drawImage = function (this: CanvasRenderingContext2D, ...given: unknown[]) {
    if (Reflect.get(window, 'isBlind')) return
    Reflect.apply(draw, this, given)
  }
  Reflect.set(window, 'isBlind', true)
}

async function visit(
  permissions: readonly string[],
  prepare?: (context: BrowserContext) => Promise<unknown>,
): Promise<Page> {
  const { key } = await fundedKey(stage.sandboxUrl, parseEther('5'))
  const { page } = await openConnected(stage, {
    options: { permissions: [...permissions] },
    prepare: async (context) => {
      await context.addInitScript(recordStreams)
      await prepare?.(context)
    },
    plan: { keys: [key] },
  })
  await openSend(page)
  return page
}
const scanButton = (page: Page) => dialog(page).getByRole('button', { name: 'Scan QR code' })
const trackStates = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    (Reflect.get(window, 'streams') as MediaStream[]).flatMap((one) =>
      one.getTracks().map((track) => track.readyState),
    ),
  )
async function startScan(page: Page): Promise<void> {
  await scanButton(page).click()
  await dialog(page).getByText('Hold a QR code').waitFor()
  expect((await trackStates(page)).at(-1)).toBe('live')
}

describe('scanning a QR code', () => {
  it('fills in the form from a scanned payment link, and stops the camera', async () => {
    const page = await visit(['camera'])
    expect(await trackStates(page)).toEqual([])
    await scanButton(page).click()
    await dialog(page).getByText('The payment link filled in receiver, token and amount.').waitFor()
    expect([await amountField(page).inputValue(), await receiverField(page).inputValue()]).toEqual(['1.25', to])
    await expect.poll(() => trackStates(page)).toEqual(['ended'])
    await row(page, 'Preview Send').click()
    await sendButton(page).click()
    await dialog(page).getByText('Transaction started').waitFor()
    expect(await chainAt(stage.sandboxUrl).getBalance({ address: to })).toBe(parseEther('1.25'))
  })

  it('stops the camera on Back, on Close, and when the modal is disposed', async () => {
    const page = await visit(['camera'], (context) => context.addInitScript(blindDecoder))
    await startScan(page)
    expect(await findWithAxe(page)).toEqual([])
    await row(page, 'Back').click()
    await receiverField(page).waitFor()
    await expect.poll(() => trackStates(page)).toEqual(['ended'])
    await startScan(page)
    await row(page, 'Close').click()
    await expect.poll(() => trackStates(page)).toEqual(['ended', 'ended'])
    await openSend(page)
    await startScan(page)
    await page.evaluate(() => Reflect.get(window, 'sendModal').dispose())
    await expect.poll(() => trackStates(page)).toEqual(['ended', 'ended', 'ended'])
  })

  it('says that the camera is blocked if the permission is denied; the visitor can try again', async () => {
    const page = await visit([])
    await scanButton(page).click()
    await dialog(page).getByText('The camera is blocked').waitFor()
    expect(await trackStates(page)).toEqual([])
    await page.context().grantPermissions(['camera'])
    await row(page, 'Try again').click()
    await dialog(page).getByText('The payment link filled in').waitFor()
  })

  it('is not offered if the page’s permissions policy forbids the camera', async () => {
    const page = await visit([], (context) =>
      context.route(`${stage.siteUrl}**`, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, headers: { ...response.headers(), 'permissions-policy': 'camera=()' } })
      }),
    )
    await row(page, 'Paste').waitFor()
    await page.evaluate(() => navigator.mediaDevices.enumerateDevices()) // resolves after the modal's own query
    expect(await scanButton(page).count()).toBe(0)
  })
})
