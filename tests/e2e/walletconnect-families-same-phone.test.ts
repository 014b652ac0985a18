import { cryptoWaitReady } from '@polkadot/util-crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Phone, startPhone } from '../../plugins/walletconnect/src/phone.test.fixtures.js'
import { dialog } from './support/modal.js'
import {
  clipboard,
  everything,
  POLKADOT,
  REGTEST,
  SOLANA,
  servePairedPage,
  states,
  webSocket,
} from './support/paired.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: (sandboxUrl) => servePairedPage(sandboxUrl) })
let phone: Phone
beforeAll(async () => {
  phone = await startPhone({ relayUrl: webSocket(stage.sandboxUrl), chains: everything })
  await cryptoWaitReady()
})

afterEach(async () => {
  phone.behave('approve')
  phone.grant(everything)
  phone.writeAccounts((account) => account)
  await phone.disconnect()
})

afterAll(() => phone?.close())
const all = () => ({
  eip155: phone.address,
  solana: phone.addressOf(SOLANA),
  polkadot: phone.addressOf(POLKADOT),
  bip122: phone.addressOf(REGTEST),
})

const sign = (page: Page, namespace: string, message: string) =>
  page.evaluate(([name, text]) => window.paired.one?.sign(name, text), [namespace, message] as const)
async function signature(page: Page, namespace: string, message: string): Promise<string> {
  const answer = await sign(page, namespace, message)
  expect(answer).toEqual({ result: expect.any(String) })
  return answer?.result ?? ''
}

describe('a wallet on the same phone', () => {
  const options = {
    ...clipboard.options,
    userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    isMobile: true,
  }
  const recordOpened = (): void => {
    const list: string[] = []
    Reflect.set(window, 'opened', list)
    window.open = (url, target) => {
      list.push(`${target} ${url}`)
      return null
    }
  }
  const opened = (page: Page) => page.evaluate(() => Reflect.get(window, 'opened') as string[])
  const setHidden = (page: Page, isAway: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => (hidden ? 'hidden' : 'visible'),
      })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isAway)

  it('is opened to connect and for each request, also after a reload, and its answer arrives on return', async () => {
    const { page } = await stage.open({
      wallets: [],
      options,
      prepare: (context) => context.addInitScript(recordOpened),
    })
    await page.evaluate(() => window.paired.one?.pair({ name: 'Zephyr', mobile_link: 'zephyr://' }))
    await expect.poll(async () => (await opened(page)).length, { timeout: 10_000 }).toBe(1)
    const box = await dialog(page).boundingBox()
    expect([Math.round((box?.y ?? 0) + (box?.height ?? 0)), Math.round(box?.width ?? 0)]).toEqual([800, 390])
    await setHidden(page, true)
    await phone.pair(decodeURIComponent(String((await opened(page))[0]).split('uri=')[1] ?? ''))
    await setHidden(page, false)
    await expect.poll(() => states(page), { timeout: 10_000 }).toEqual(all())
    await signature(page, 'solana', 'hello')
    const [topic] = phone.sessions().map((session) => session.topic)
    const link = () => expect.stringMatching(new RegExp(`^_self zephyr://wc\\?requestId=\\d+&sessionTopic=${topic}$`))
    await expect.poll(async () => (await opened(page)).at(-1), { timeout: 10_000 }).toEqual(link())
    await page.reload()
    await expect.poll(() => states(page), { timeout: 10_000 }).toEqual(all())
    await signature(page, 'eip155', 'hello')
    await expect.poll(() => opened(page), { timeout: 10_000 }).toEqual([link()])
    phone.behave('wait')
    const answer = sign(page, 'polkadot', 'while the page was away')
    await expect.poll(() => opened(page), { timeout: 10_000 }).toHaveLength(2)
    await expect.poll(() => phone.asked.at(-1)?.method, { timeout: 10_000 }).toBe('polkadot_signMessage')
    await setHidden(page, true)
    await phone.release()
    await setHidden(page, false)
    expect(await answer).toEqual({ result: expect.stringMatching(/^0x/) })
  })
})
