import { ACCOUNT } from '../../e2e/support/wallet.js'
import type { Visit } from './driver.js'
import { click, untilClosed } from './hand.js'
import { until } from './until.js'

/** Waits until the page shows this connected address, or `nobody`. */
export async function isConnected(visit: Visit, address: string): Promise<void> {
  await until(`the page to show ${address}`, () =>
    visit.evaluate((wanted) => document.querySelector('output')?.textContent === wanted, address),
  )
}

/** Clicks a button of the page and connects the test wallet. */
export async function connect(visit: Visit, opener = 'Open'): Promise<void> {
  await click(visit, opener)
  await click(visit, 'Zephyr')
  await untilClosed(visit)
}

/** Waits until a custom element shows a text. */
export async function hasLabel(visit: Visit, element: string, text: string): Promise<void> {
  await until(`<${element}> to show ${text}`, () =>
    visit.evaluate((wanted) => document.querySelector(wanted.element)?.shadowRoot?.textContent.includes(wanted.text), {
      element,
      text,
    }),
  )
}

/** Sets the wallet's behaviour for further requests. */
export const behave = (visit: Visit, behaviour: 'approve' | 'reject'): Promise<void> =>
  visit.evaluate((next) => void Object.assign(window.testWallets['test.zephyr'] ?? {}, { behaviour: next }), behaviour)

/** Number of requests for a method to the wallet since the page was loaded. */
export const calls = (visit: Visit, method: string): Promise<number> =>
  visit.evaluate(
    (name) => window.testWallets['test.zephyr']?.calls.filter((call) => call.method === name).length ?? 0,
    method,
  )

/** Signs a text with the provider of the modal. */
export const sign = (visit: Visit, text: string): Promise<string> =>
  visit.evaluate(
    async ({ message, account }) => {
      const modal: {
        connections: { active: { peek(): { provider: { request(request: object): Promise<string> } } } }
      } = Reflect.get(window, 'modal')
      return modal.connections.active.peek().provider.request({ method: 'personal_sign', params: [message, account] })
    },
    { message: `0x${Buffer.from(text).toString('hex')}`, account: ACCOUNT },
  )
