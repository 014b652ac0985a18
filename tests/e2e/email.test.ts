import { request } from 'node:http'
import type { FrameLocator, Page } from 'playwright-core'
import { type Address, getAddress, type Hex, parseEther, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { Watched } from './support/browser.js'
import { localNetworks } from './support/local-networks.js'
import { dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { chainAt, openSend, review, sendButton } from './support/send-page.js'
import { createStage } from './support/stage.js'

/** The frame's origin: another host than the page's. */
const frameOrigin = (sandboxUrl: string): string => `http://frame.localhost:${new URL(sandboxUrl).port}`

/** A site that logs visitors in by email, whose modal the tests may steer. */
const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      frames: [frameOrigin(sandboxUrl)],
      body: '<button id="open">Connect wallet</button>',
      script: `
        import { createWalletModal } from '@wallet-modal/kernel'
        import { account } from '@wallet-modal/account'
        import { connect } from '@wallet-modal/connect'
        import { eip155 } from '@wallet-modal/eip155'
        import { emailSocial } from '@wallet-modal/email-social'
        import { send } from '@wallet-modal/send'
        const query = new URLSearchParams(location.search)
        const modal = createWalletModal({
          metadata: { name: 'Plain page' },
          networks: ${JSON.stringify(localNetworks(sandboxUrl))},
          endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
          theme: { mode: query.get('mode') ?? 'light' },
          ...(query.has('locale') && { locale: query.get('locale') }),
          plugins: [eip155(), connect(), account(), send(), emailSocial({ url: '${frameOrigin(sandboxUrl)}' })],
        })
        document.querySelector('#open').onclick = () => void modal.open()
        Object.assign(window, { modal, eip155 })`,
    }),
})

const chain = () => chainAt(stage.sandboxUrl)
const wallet = (page: Page): FrameLocator => page.frameLocator('#w3m-iframe')
let visitors = 0
const newEmail = (): string => `visitor-${Date.now()}-${++visitors}@example.org`

interface Mail {
  readonly subject: string
}

async function codeFor(email: string): Promise<string> {
  const response = await fetch(`${stage.sandboxUrl}/sandbox/inbox?to=${encodeURIComponent(email)}`)
  const { mails } = (await response.json()) as { readonly mails: readonly Mail[] }
  const code = mails[0]?.subject.slice(0, 6)
  if (code === undefined) throw new Error(`No mail for ${email}.`)
  return code
}

const otpField = (page: Page) => dialog(page).getByLabel('Code of six digits')

/** Up to the field for the code. */
async function askForCode(page: Page, email: string): Promise<void> {
  await page.click('#open')
  await dialog(page).getByPlaceholder('Enter your email').fill(email)
  await row(page, 'Continue').click()
  await otpField(page).waitFor()
}

/** Presses a button of the frame once the frame has come to rest: Playwright waits only for movements inside of it. */
async function press(page: Page, name: string): Promise<void> {
  const box = async (): Promise<string> => JSON.stringify(await page.locator('#w3m-iframe').boundingBox())
  const isAtRest = async (): Promise<boolean> => {
    const before = await box()
    await page.waitForTimeout(150)
    return before === (await box())
  }
  await expect.poll(isAtRest, { timeout: 10_000 }).toBe(true)
  await wallet(page).getByRole('button', { name }).click({ timeout: 10_000 })
}

/** Saves the recovery code of a new wallet and resolves with it. */
async function saveRecovery(page: Page): Promise<string> {
  const code = String(await wallet(page).locator('code').textContent())
  await wallet(page).getByText('I have saved the code').click()
  await press(page, 'Continue')
  return code
}

const addressOn = async (page: Page): Promise<Address> => {
  const state = await expect
    .poll(
      () =>
        page.evaluate(
          () => Reflect.get(window, 'modal').use(Reflect.get(window, 'eip155')).adapter.state.value.account?.address,
        ),
      { timeout: 15_000 },
    )
    .toMatch(/^0x/)
    .then(() =>
      page.evaluate(
        () => Reflect.get(window, 'modal').use(Reflect.get(window, 'eip155')).adapter.state.value.account.address,
      ),
    )
  return getAddress(state)
}

/** Logs a new visitor in for the first time. */
async function logIn(page: Page, email: string): Promise<{ readonly address: Address; readonly recovery: string }> {
  await askForCode(page, email)
  await otpField(page).fill(await codeFor(email))
  const recovery = await saveRecovery(page)
  await dialog(page).waitFor({ state: 'hidden' })
  return { address: await addressOn(page), recovery }
}

const visit = (query = ''): Promise<Watched> => stage.open({ wallets: [], query })

/** The answer of the connected wallet's provider, or its error. */
const requestOf = (page: Page, method: string, params: readonly unknown[]): Promise<unknown> =>
  page.evaluate(
    async ({ method, params }) => {
      const { adapter } = Reflect.get(window, 'modal').use(Reflect.get(window, 'eip155'))
      try {
        return await adapter.state.value.provider.request({ method, params })
      } catch (error) {
        const { code, message } = Object(error)
        return { code, message }
      }
    },
    { method, params },
  )

/** Moves the sandbox's clock, which the limits of codes follow. */
const advance = (advanceMs: number): Promise<unknown> =>
  fetch(`${stage.sandboxUrl}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs }),
  })

/** A request with headers that `fetch` does not let through. */
const rawPost = (url: string, headers: Record<string, string>): Promise<{ readonly status: number }> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (reply) => {
        reply.resume()
        resolve({ status: reply.statusCode ?? 0 })
      },
    )
    sent.on('error', reject).end('{}')
  })

const approveButton = (page: Page) => wallet(page).getByRole('button', { name: 'Approve' })

describe('login by email', () => {
  it('makes a wallet, and a transaction that was approved in the frame is mined', async () => {
    const { page } = await visit()
    const { address } = await logIn(page, newEmail())
    await chain().setBalance({ address, value: parseEther('3') })
    const receiver = privateKeyToAddress(generatePrivateKey())
    await openSend(page)
    await review(page, { amount: '1.25', to: receiver })
    await sendButton(page).click()
    await wallet(page).getByText('Send 1.25 ETH').waitFor()
    await press(page, 'Approve')
    await expect.poll(() => chain().getBalance({ address: receiver }), { timeout: 20_000 }).toBe(parseEther('1.25'))
    expect(await chain().getTransactionCount({ address })).toBe(1)
  })

  it('rejecting in the frame, and leaving its view, sign nothing', async () => {
    const { page } = await visit()
    const { address } = await logIn(page, newEmail())
    await chain().setBalance({ address, value: parseEther('3') })
    const ask = () => requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
    const rejected = ask()
    await wallet(page).getByText('Hello').waitFor()
    await press(page, 'Reject')
    expect(await rejected).toMatchObject({ code: 4001 })
    const left = ask()
    await wallet(page).getByText('Hello').waitFor()
    await row(page, 'Close').click()
    expect(await left).toMatchObject({ code: 4001 })
  })

  it('F5: passes reads, and refuses what is on no list', async () => {
    const { page } = await visit()
    const { address } = await logIn(page, newEmail())
    expect(await requestOf(page, 'eth_getBalance', [address, 'latest'])).toBe('0x0')
    for (const method of ['eth_sign', 'ETH_CALL', 'eth_call ', 'eth_call\u0000', 'toString', 'eth_sendRawTransaction'])
      expect(await requestOf(page, method, [])).toMatchObject({ message: 'Requested RPC call is not allowed' })
  })

  it('F6: says that a code is wrong, takes each code once, and asks to wait before another', async () => {
    const { page } = await visit()
    const email = newEmail()
    await askForCode(page, email)
    const code = await codeFor(email)
    await otpField(page).fill(code === '000000' ? '000001' : '000000')
    await dialog(page).getByText('The code is wrong. Try again.').waitFor()
    expect(
      await dialog(page)
        .getByRole('button', { name: /^Resend in \d+s$/ })
        .isDisabled(),
    ).toBe(true)
    await row(page, 'Back').click()
    await dialog(page).getByPlaceholder('Enter your email').fill(email)
    await row(page, 'Continue').click()
    await dialog(page)
      .getByText(/Please try again after \d+ seconds/)
      .waitFor()
  })

  it('keeps the session over a reload, and the same browser gets the same address at its next login', async () => {
    const { page } = await visit()
    const email = newEmail()
    const { address } = await logIn(page, email)
    await page.reload()
    expect(await addressOn(page)).toBe(address)
    await page.evaluate(() => Reflect.get(window, 'modal').disconnect())
    await advance(31_000)
    await askForCode(page, email)
    await otpField(page).fill(await codeFor(email))
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await addressOn(page)).toBe(address)
  })

  it('another browser needs the recovery code, and then has the same address', async () => {
    const email = newEmail()
    const { address, recovery } = await logIn((await visit()).page, email)
    await advance(31_000)
    const { page } = await visit()
    await askForCode(page, email)
    await otpField(page).fill(await codeFor(email))
    const field = wallet(page).getByLabel('Recovery code')
    await field.fill(recovery.replace(/[^-]$/, (last) => (last === '0' ? '1' : '0')))
    await press(page, 'Continue')
    await wallet(page).getByText('This code does not belong to your wallet.').waitFor()
    await field.fill(recovery.toLowerCase())
    await press(page, 'Continue')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await addressOn(page)).toBe(address)
    const signature = requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
    await press(page, 'Approve')
    expect(await verifyMessage({ address, message: 'Hello', signature: (await signature) as Hex })).toBe(true)
  })
})

describe('a hostile page', () => {
  it('F1, F2: forged messages and a second handshake get no answer from the frame', async () => {
    const { page } = await visit()
    await logIn(page, newEmail())
    const answers = await page.evaluate(async (origin) => {
      const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
      const frame = root?.querySelector('iframe')?.contentWindow
      const heard: unknown[] = []
      const second = new MessageChannel()
      second.port1.onmessage = ({ data }) => heard.push(data)
      window.addEventListener('message', ({ data, origin: from }) => from === origin && heard.push(data))
      for (const name of ['GET_USER', 'IS_CONNECTED', 'SIGN_OUT', 'RPC_REQUEST'])
        frame?.postMessage(
          { type: `@w3m-app/${name}`, id: 'forged', payload: { method: 'eth_accounts', chainId: 31337 } },
          origin,
        )
      frame?.postMessage({ type: '@w3m-app/HELLO' }, origin, [second.port2])
      // replies that the page's own script forges at the modal's window
      window.postMessage(
        { type: '@w3m-frame/GET_USER_SUCCESS', id: 'forged', payload: { address: '0x0' } },
        location.origin,
      )
      second.port1.postMessage({ type: '@w3m-app/IS_CONNECTED', id: 'forged' })
      await new Promise((resolve) => setTimeout(resolve, 1000))
      return heard
    }, frameOrigin(stage.sandboxUrl))
    expect(answers).toEqual([])
  })

  it('F3: a page of an unlisted origin cannot show the frame', async () => {
    const { page } = await visit()
    const html = `<iframe src="${frameOrigin(stage.sandboxUrl)}/sdk"></iframe>`
    await page.route('http://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body: html }))
    await page.goto('http://evil.example/')
    await expect.poll(() => page.frames().map((one) => one.url())).toContain('chrome-error://chromewebdata/')
    expect(page.frames().map((one) => one.url())).not.toContain(`${frameOrigin(stage.sandboxUrl)}/sdk`)
  })

  it('F4: approval stays off while the page covers or fades the frame', async () => {
    const { page } = await visit()
    const { address } = await logIn(page, newEmail())
    const signature = requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
    await expect.poll(() => approveButton(page).isEnabled(), { timeout: 10_000 }).toBe(true)
    await page.evaluate(() => {
      const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
      const frame = root?.querySelector('iframe')
      if (frame) frame.style.opacity = '0.5'
    })
    await expect.poll(() => approveButton(page).isDisabled()).toBe(true)
    await row(page, 'Close').click()
    expect(await signature).toMatchObject({ code: 4001 })
  })

  it('routes of the gateway answer the frame alone', async () => {
    const ask = async (headers: Record<string, string>): Promise<number> => {
      const url = `${stage.sandboxUrl}/accounts/email/code`
      const { status } = await rawPost(url, { host: new URL(frameOrigin(stage.sandboxUrl)).host, ...headers })
      return status
    }
    expect(await ask({ origin: stage.siteUrl.replace(/\/$/, '') })).toBe(403)
    expect(await ask({ origin: frameOrigin(stage.sandboxUrl), 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await ask({ origin: frameOrigin(stage.sandboxUrl) })).toBe(400)
  })
})
