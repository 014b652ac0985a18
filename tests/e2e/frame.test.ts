import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Watched } from './support/browser.js'
import { dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { type ServedSite, serveSite } from './support/serve.js'
import { createStage } from './support/stage.js'

const chatPage =
  '<!doctype html><html lang="en"><head><title>Chat</title></head><body><input aria-label="Message"></body></html>'

let chat: ServedSite
/** Cross-site URL: `localhost`, while the page is on `127.0.0.1`. */
const chatUrl = (): string => chat.url.replace('127.0.0.1', 'localhost')

beforeAll(async () => {
  chat = await serveSite({ files: new Map([['/index.html', Buffer.from(chatPage)]]), services: [] })
})
afterAll(() => chat?.close())

/** A site with a third-party plugin that shows a frame over its own view. */
const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      frames: [new URL(chatUrl()).origin],
      body: '<button id="open">Connect wallet</button><button id="support">Support</button>',
      script: `
        import { createWalletModal } from '@wallet-modal/kernel'
        import { connect } from '@wallet-modal/connect'
        import { eip155 } from '@wallet-modal/eip155'
        import { frame } from '../third-party/frame/src/index.js'
        import { Support } from '../third-party/frame/src/contract.js'
        const modal = createWalletModal({
          metadata: { name: 'Plain page' },
          networks: ['eip155:1'],
          endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
          prefetch: 'never',
          plugins: [eip155(), connect(), frame({ url: '${chatUrl()}' })],
        })
        document.querySelector('#open').onclick = () => void modal.open()
        document.querySelector('#support').onclick = () => void modal.open({ view: Support })`,
    }),
})

const visit = async (options?: BrowserContextOptions): Promise<Watched> => {
  const watched = await stage.open(options ? { options } : {})
  await chatIn(watched.page).getByLabel('Message').waitFor({ state: 'attached' })
  return watched
}
const chatIn = (page: Page): FrameLocator => page.frameLocator('iframe')
const message = (page: Page) => chatIn(page).getByLabel('Message')
const loadsOf = ({ requests }: Watched): number => requests.filter((url) => url === chatUrl()).length

async function openSupport(page: Page): Promise<void> {
  await page.locator('#support').click()
  await page.locator('iframe').waitFor()
}

type Sample = readonly [box: readonly number[], frame: readonly number[]]

/** Rectangles of the iframe and of its box in the view (an element with `data-persistent`), in each of the next `frames` animation frames. */
const sample = (page: Page, frames: number): Promise<readonly Sample[]> =>
  page.evaluate(async (count) => {
    const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
    const rect = (element: Element | null | undefined): readonly number[] => {
      const { x = 0, y = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
      return [x, y, width, height]
    }
    const seen: (readonly [readonly number[], readonly number[]])[] = []
    /** Resolves in the next animation frame after all callbacks and the layout, when a new `ResizeObserver` is called. */
    const drawn = (): Promise<unknown> =>
      new Promise((resolve) =>
        requestAnimationFrame(() => {
          const observer = new ResizeObserver(() => resolve(observer.disconnect()))
          observer.observe(document.body)
        }),
      )
    while (seen.length < count) {
      await drawn()
      const box = root?.querySelector('[data-persistent]')
      if (rect(box)[2]) seen.push([rect(box), rect(root?.querySelector('iframe'))])
    }
    return seen
  }, frames)

async function expectOver(samples: Promise<readonly Sample[]>): Promise<readonly Sample[]> {
  const all = await samples
  const distances = all.flatMap(([box, frame]) => box.map((side, at) => Math.abs(side - (frame[at] ?? Number.NaN))))
  expect(Math.max(...distances)).toBeLessThan(0.05) // layout rounds to 1/64 px
  expect(all.every(([[, , width = 0, height = 0]]) => width > 200 && height > 200)).toBe(true)
  return all
}
const positions = (samples: readonly Sample[]): number => new Set(samples.map(([box]) => box[1])).size

/** Whether the iframe is neither visible nor focusable. */
const isHidden = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
    const frame = root?.querySelector('iframe')
    if (!frame) throw new Error('The frame is not in the page.')
    frame.focus()
    return !frame.checkVisibility({ visibilityProperty: true }) && root?.activeElement !== frame
  })

/** Tags of the elements that the Tab key reaches. */
async function tabbed(page: Page): Promise<readonly string[]> {
  const tags: string[] = []
  for (let press = 0; press < 15; press++) {
    await page.keyboard.press('Tab')
    tags.push(
      await page.evaluate(() => {
        const active = document.activeElement
        return (active?.shadowRoot?.activeElement ?? active)?.tagName ?? ''
      }),
    )
  }
  return tags
}

describe('a frame of a third-party plugin', () => {
  it('loads before any click, without loading React', async () => {
    const { page, requests } = await visit()
    const scripts = (): readonly string[] => requests.filter((url) => url.endsWith('.js'))
    const bringsReact = async (url: string): Promise<boolean> =>
      (await (await fetch(url)).text()).includes('react.dev/')
    const before = scripts()
    expect(before.length).toBeGreaterThan(1)
    expect(await Promise.all(before.map(bringsReact))).not.toContain(true)
    await openSupport(page)
    const after = scripts().filter((url) => !before.includes(url))
    expect(await Promise.all(after.map(bringsReact))).toContain(true)
  })

  it('keeps its document when views change and when the modal closes and opens again', async () => {
    const watched = await visit()
    const { page } = watched
    await openSupport(page)
    await message(page).fill('Where is my card?')
    await row(page, 'Opening hours').click()
    await dialog(page).getByText('We answer on weekdays').waitFor()
    await row(page, 'Back').click()
    await page.locator('iframe').waitFor()
    expect(await message(page).inputValue()).toBe('Where is my card?')
    await row(page, 'Close').click()
    await dialog(page).waitFor({ state: 'hidden' })
    await page.locator('#open').click()
    await row(page, 'Zephyr').waitFor()
    await row(page, 'Close').click()
    await openSupport(page)
    expect(await message(page).inputValue()).toBe('Where is my card?')
    expect(loadsOf(watched)).toBe(1)
  })

  it('is hidden and cannot be focused in other views and while the modal is closed', async () => {
    const { page } = await visit()
    expect(await isHidden(page)).toBe(true)
    await openSupport(page)
    expect(await isHidden(page)).toBe(false)
    expect(await tabbed(page)).toContain('IFRAME')
    await row(page, 'Opening hours').click()
    await dialog(page).getByText('We answer on weekdays').waitFor() // this view has a box for the frame too
    expect(await isHidden(page)).toBe(true)
    expect(await tabbed(page)).not.toContain('IFRAME')
    await row(page, 'Close').click()
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await isHidden(page)).toBe(true)
    await page.locator('#open').click()
    await row(page, 'Zephyr').waitFor()
    expect(await isHidden(page)).toBe(true)
    expect(await tabbed(page)).not.toContain('IFRAME')
  })

  it('covers exactly its box while the card opens and scrolls, and never the header', async () => {
    const { page } = await visit({ viewport: { width: 1000, height: 420 } })
    const opening = sample(page, 30)
    await openSupport(page)
    await expectOver(opening)
    await page.locator('.wm-header').hover()
    const scrolling = sample(page, 30)
    await dialog(page)
      .locator('div.wm-body')
      .evaluate((body) => body.scrollBy({ top: 400, behavior: 'smooth' }))
    expect(positions(await expectOver(scrolling))).toBeGreaterThan(1)
    await row(page, 'Close').click() // a frame over the header would get this click
    await dialog(page).waitFor({ state: 'hidden' })
  })

  it('leaves the card in the middle of the window', async () => {
    const { page } = await visit()
    await openSupport(page)
    const middle = async (): Promise<number> => {
      const { y = 0, height = 0 } = (await page.locator('.wm-card').boundingBox()) ?? {}
      return y + height / 2
    }
    await expect.poll(middle).toBe((page.viewportSize()?.height ?? 0) / 2)
  })

  it('covers exactly its box on a phone, also while the sheet is dragged', async () => {
    const { page } = await visit({ viewport: { width: 390, height: 780 } })
    await openSupport(page)
    const bottom = async (): Promise<number> => {
      const { y = 0, height = 0 } = (await page.locator('.wm-card').boundingBox()) ?? {}
      return y + height
    }
    await expect.poll(bottom).toBe(780)
    const [[, frame] = []] = await expectOver(sample(page, 1))
    expect(frame?.[0]).toBe(16)
    expect(frame?.[2]).toBe(390 - 32)
    await message(page).fill('Hello')
    const box = await page.locator('.wm-title').boundingBox()
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10]
    await page.mouse.move(x, y)
    await page.mouse.down()
    const dragging = sample(page, 20)
    await page.mouse.move(x, y + 40, { steps: 20 })
    expect(positions(await expectOver(dragging))).toBeGreaterThan(1)
    await page.mouse.move(x, y, { steps: 5 })
    await page.mouse.up()
    expect(await message(page).inputValue()).toBe('Hello')
  })
})
