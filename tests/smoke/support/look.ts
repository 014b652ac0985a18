import { expect, it } from 'vitest'
import { axeSource, runAxe } from '../../e2e/support/axe.js'
import { comeToRest } from '../../e2e/support/rest.js'
import type { Visit } from './driver.js'
import { click, see, untilClosed } from './hand.js'
import { box, drag, isDrawnAhead, overflowing, redOfCard, watchHeights } from './layout.js'
import type { SmokeStage } from './stage.js'
import { pause } from './until.js'

const findWithAxe = async (visit: Visit): Promise<readonly string[]> => {
  await visit.run(axeSource)
  await visit.evaluate(comeToRest, null)
  return visit.evaluate(runAxe, 'html')
}

/** Tests the layout and appearance of views. */
export function testLook(stage: SmokeStage): void {
  it('keeps its height while wallets and balances are loading', async () => {
    const visit = await stage.open()
    await isDrawnAhead(visit)
    const ofConnect = await watchHeights(visit, '.wm-item')
    await click(visit, 'Open')
    await see(visit, 'MetaMask')
    expect(await ofConnect()).toHaveLength(1)
    await click(visit, 'Zephyr')
    await untilClosed(visit)
    const ofAccount = await watchHeights(visit, '.wm-address')
    await click(visit, 'Open')
    await see(visit, 'ETH')
    expect(await ofAccount()).toHaveLength(1)
  })

  it.each([{}, { dark: true }])('has no violations of WCAG 2.0 to 2.2 A and AA that axe finds: %o', async (options) => {
    const visit = await stage.open(options)
    await click(visit, 'Open')
    await see(visit, 'MetaMask')
    expect(await findWithAxe(visit)).toEqual([])
    expect((await redOfCard(visit)) < 64).toBe('dark' in options)
    await click(visit, 'Zephyr')
    await untilClosed(visit)
    await click(visit, 'Open')
    await see(visit, 'ETH')
    expect(await findWithAxe(visit)).toEqual([])
  })

  it('is a bottom sheet on a phone, and closes when it is dragged down', async () => {
    const visit = await stage.open({ phone: true })
    await click(visit, 'Open')
    await see(visit, 'MetaMask')
    const bottom = await visit.evaluate(() => innerHeight, null)
    const card = () => box(visit, '.wm-card')
    await expect.poll(card).toMatchObject({ left: 0, width: 390, bottom }) // after the opening animation
    const rested = await card()
    await drag(visit, '.wm-title', 20) // too short for a deliberate swipe, at any speed
    await expect.poll(card).toEqual(rested)
    await drag(visit, '.wm-title', 220)
    await untilClosed(visit)
  })

  it.each([{}, { phone: true }])('L2: fits its card in Arabic, from right to left: %o', async (options) => {
    const visit = await stage.open({ ...options, query: '?locale=ar' })
    await click(visit, 'Open')
    await see(visit, 'MetaMask')
    await pause(300)
    expect(await overflowing(visit)).toEqual({ direction: 'rtl', elements: [] })
    await click(visit, 'Zephyr')
    await untilClosed(visit)
    await click(visit, 'Open')
    await see(visit, 'ETH')
    await pause(300)
    expect(await overflowing(visit)).toEqual({ direction: 'rtl', elements: [] })
  })
}
