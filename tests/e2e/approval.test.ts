import type { Page } from 'playwright-core'
import { type Hex, stringToHex } from 'viem'
import { expect, it } from 'vitest'
import { logIn, newEmail, press, readToEnd, requestOf, serveEmailSite, wallet } from './support/email-site.js'
import { chainAt } from './support/send-page.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveEmailSite })
const approve = (page: Page) => wallet(page).getByRole('button', { name: 'Approve' })

async function newVisitor() {
  const { page } = await stage.open({ wallets: [], query: '' })
  return { page, address: (await logIn(page, newEmail())).address }
}

/** True if the frame shows the whole text: no scrolling box hides a part of it. */
const isInView = (page: Page, text: string): Promise<boolean> =>
  wallet(page)
    .getByText(text)
    .last()
    .evaluate((element, text) => {
      const found = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (found.nextNode()) {
        const at = found.currentNode.textContent?.lastIndexOf(text) ?? -1
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(found.currentNode, at)
        range.setEnd(found.currentNode, at + text.length)
        const line = range.getBoundingClientRect()
        for (let box: Element | null = element; box; box = box.parentElement) {
          if (getComputedStyle(box).overflowY === 'visible') continue
          const { top, bottom } = box.getBoundingClientRect()
          if (line.top < top - 1 || line.bottom > bottom + 1) return false
        }
        return line.top >= 0 && line.bottom <= innerHeight
      }
      return false
    }, text)

const fields = Array.from({ length: 40 }, (_, at) => ({ name: `field${at}`, type: 'string' }))
const END = 'Transfer everything to somebody else.'
const padded = ['Welcome to the shop.', ...Array.from({ length: 60 }, (_, at) => `Rule ${at + 1}`), END].join('\n')

const requests: Readonly<Record<string, (address: string) => readonly [method: string, params: readonly unknown[]]>> = {
  'a message': (address) => ['personal_sign', [stringToHex(padded), address]],
  'typed data': (address) => {
    const types = { Mail: [...fields, { name: 'spender', type: 'string' }] }
    const message = { ...Object.fromEntries(fields.map(({ name }) => [name, 'x'])), spender: END }
    return ['eth_signTypedData_v4', [address, { types, primaryType: 'Mail', domain: { name: 'Shop' }, message }]]
  },
}

it.each(Object.entries(requests))(
  'Approve is disabled until the visitor has scrolled to the end of a long request: %s',
  async (_, createRequest) => {
    const { page, address } = await newVisitor()
    const [method, params] = createRequest(address)
    const signature = requestOf(page, method, params)
    await wallet(page).getByText('Scroll down to read the whole request.').waitFor()
    await page.waitForTimeout(1500) // longer than the frame needs to verify its own visibility
    expect([await approve(page).isDisabled(), await isInView(page, END)]).toEqual([true, false])
    await readToEnd(page)
    await expect.poll(() => approve(page).isEnabled()).toBe(true)
    // the text's box has no scroll bar of its own, so the page was scrolled past the whole text
    const box = wallet(page).locator('pre')
    expect(await box.evaluate((pre) => pre.scrollHeight - pre.clientHeight)).toBe(0)
    await box.evaluate((pre) => pre.scrollIntoView({ block: 'end' }))
    expect(await isInView(page, END)).toBe(true)
    await press(page, 'Approve')
    expect(await signature).toMatch(/^0x[\da-f]{130}$/)
  },
)

it('a request that fits is approved without scrolling, and is signed by the account', async () => {
  const { page, address } = await newVisitor()
  const signature = requestOf(page, 'personal_sign', [stringToHex('Hello'), address])
  await expect.poll(() => approve(page).isEnabled(), { timeout: 10_000 }).toBe(true)
  await press(page, 'Approve')
  const given = (await signature) as Hex
  expect(await chainAt(stage.sandboxUrl).verifyMessage({ address, message: 'Hello', signature: given })).toBe(true)
})
