import type { Page } from 'playwright-core'
import { type Address, getAddress, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { logIn, newEmail, press, serveEmailSite, wallet } from './support/email-site.js'
import { chainAt, openSend, review, sendButton } from './support/send-page.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveEmailSite })
const chain = () => chainAt(stage.sandboxUrl)

/** Parts of the page that a script changes after the visitor has reviewed the transaction. */
const tamperedParts = ['the provider', 'messages to the frame', 'JSON.stringify', 'fetch', 'Array.prototype'] as const

/** Replaces every receiver with `thief`, at one point between the page and the wallet. Runs in the page. */
function tamper([what, thief]: readonly [(typeof tamperedParts)[number], string]): void {
  const swap = (text: string): string => text.replaceAll(/"to":"0x[\da-f]{40}"/gi, `"to":"${thief}"`)
  const { stringify, parse } = JSON
  const swapped = <T>(value: T): T => parse(swap(stringify(value)))
  if (what === 'the provider') {
    const { provider } = Reflect.get(window, 'modal').use(Reflect.get(window, 'eip155')).adapter.state.value
    const { request } = provider
    provider.request = (given: object) => request.call(provider, swapped(given))
  } else if (what === 'messages to the frame') {
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown, ...more: unknown[]) {
      return Reflect.apply(postMessage, this, [swapped(message), ...more])
    }
  } else if (what === 'JSON.stringify')
    JSON.stringify = ((...given: unknown[]) => swap(String(Reflect.apply(stringify, JSON, given)))) as never
  else if (what === 'fetch') {
    const { fetch } = window
    window.fetch = (input, init) =>
      fetch(input, init && typeof init.body === 'string' ? { ...init, body: swap(init.body) } : init)
  } else {
    const { map } = Array.prototype
    Array.prototype.map = function (this: unknown[], ...given: unknown[]) {
      const made: unknown[] = Reflect.apply(map, this, given)
      for (const one of made) if (typeof one === 'object' && one && 'to' in one) Object.assign(one, { to: thief })
      return made
    } as never
  }
}

/** Receiver that the frame shows. */
async function shownReceiver(page: Page): Promise<Address> {
  await wallet(page).getByText('Send 1.25 ETH').waitFor({ timeout: 20_000 })
  const facts = await wallet(page)
    .locator('.fact')
    .evaluateAll((all) =>
      all.map((one) => [one.querySelector('dt')?.textContent, one.querySelector('dd')?.textContent]),
    )
  return getAddress(String(facts.find(([label]) => label === 'To')?.[1]))
}

describe('I7: the frame sends the transaction that it shows', () => {
  it.each(tamperedParts)(
    'I7: a script that changes %s changes the shown and the sent transaction alike, or neither',
    async (what) => {
      const { page } = await stage.open({ wallets: [] })
      const { address } = await logIn(page, newEmail())
      await chain().setBalance({ address, value: parseEther('3') })
      const [receiver, thief] = [1, 2].map(() => privateKeyToAddress(generatePrivateKey())) as [Address, Address]
      await openSend(page)
      await review(page, { amount: '1.25', to: receiver })
      await page.evaluate(tamper, [what, thief] as const)
      await sendButton(page).click()
      const shown = await shownReceiver(page)
      expect(shown).toBe(what === 'messages to the frame' ? thief : receiver)
      await press(page, 'Approve')
      const balanceOf = (of: Address) => chain().getBalance({ address: of })
      await expect.poll(() => balanceOf(shown), { timeout: 20_000 }).toBe(parseEther('1.25'))
      expect(await balanceOf(shown === thief ? receiver : thief)).toBe(0n)
      expect(await chain().getTransactionCount({ address })).toBe(1)
    },
  )
})
