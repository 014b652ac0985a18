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

/** Keeps every picture that the page got from a camera. Runs in the page. */
function keepStreams(): void {
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

/** A look at a code that is none: the decoder sees a white wall. Runs in the page. */
function seeNothing(): void {
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
      await context.addInitScript(keepStreams)
      await prepare?.(context)
    },
    plan: { keys: [key] },
  })
  await openSend(page)
  return page
}
const scanButton = (page: Page) => dialog(page).getByRole('button', { name: 'Scan QR code' })
const cameras = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    (Reflect.get(window, 'streams') as MediaStream[]).flatMap((one) =>
      one.getTracks().map((track) => track.readyState),
    ),
  )
async function look(page: Page): Promise<void> {
  await scanButton(page).click()
  await dialog(page).getByText('Hold a QR code').waitFor()
  expect((await cameras(page)).at(-1)).toBe('live')
}

describe('scanning', () => {
  it('a code in front of the camera fills the form in, in sight, and the camera goes off', async () => {
    const page = await visit(['camera'])
    expect(await cameras(page)).toEqual([])
    await scanButton(page).click()
    await dialog(page).getByText('The payment link filled in receiver, token and amount.').waitFor()
    expect([await amountField(page).inputValue(), await receiverField(page).inputValue()]).toEqual(['1.25', to])
    await expect.poll(() => cameras(page)).toEqual(['ended'])
    await row(page, 'Preview Send').click()
    await sendButton(page).click()
    await dialog(page).getByText('Transaction started').waitFor()
    expect(await chainAt(stage.sandboxUrl).getBalance({ address: to })).toBe(parseEther('1.25'))
  })

  it('the camera goes off on every way out: back, closing, and the end of the modal', async () => {
    const page = await visit(['camera'], (context) => context.addInitScript(seeNothing))
    await look(page)
    expect(await findWithAxe(page)).toEqual([])
    await row(page, 'Back').click()
    await receiverField(page).waitFor()
    await expect.poll(() => cameras(page)).toEqual(['ended'])
    await look(page)
    await row(page, 'Close').click()
    await expect.poll(() => cameras(page)).toEqual(['ended', 'ended'])
    await openSend(page)
    await look(page)
    await page.evaluate(() => Reflect.get(window, 'sendModal').dispose())
    await expect.poll(() => cameras(page)).toEqual(['ended', 'ended', 'ended'])
  })

  it('a visitor who does not allow it is told so calmly, and can enter the address or try again', async () => {
    const page = await visit([])
    await scanButton(page).click()
    await dialog(page).getByText('The camera is blocked').waitFor()
    expect(await cameras(page)).toEqual([])
    await page.context().grantPermissions(['camera'])
    await row(page, 'Try again').click()
    await dialog(page).getByText('The payment link filled in').waitFor()
  })

  it('where the page may not use a camera, none is offered', async () => {
    const page = await visit([], (context) =>
      context.route(`${stage.siteUrl}**`, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, headers: { ...response.headers(), 'permissions-policy': 'camera=()' } })
      }),
    )
    await row(page, 'Paste').waitFor()
    await page.evaluate(() => navigator.mediaDevices.enumerateDevices()) // asked after the modal asked
    expect(await scanButton(page).count()).toBe(0)
  })
})
