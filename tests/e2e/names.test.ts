import type { Page, Route } from 'playwright-core'
import { type Address, parseEther, verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { localNetworks } from './support/local-networks.js'
import { dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { asked, chainAt, fundedKey, openConnected, openSend, receiverField, review } from './support/send-page.js'
import { createStage } from './support/stage.js'

/** A site whose visitors register names with the sandbox. */
const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      body: '<button id="open">Connect wallet</button>',
      script: `
        import { createWalletModal } from '@wallet-modal/kernel'
        import { account } from '@wallet-modal/account'
        import { connect } from '@wallet-modal/connect'
        import { ens } from '@wallet-modal/ens'
        import { eip155 } from '@wallet-modal/eip155'
        import { names } from '@wallet-modal/names'
        import { send } from '@wallet-modal/send'
        const query = new URLSearchParams(location.search)
        const modal = createWalletModal({
          metadata: { name: 'Plain page' },
          networks: ${JSON.stringify(localNetworks(sandboxUrl))},
          endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
          theme: { mode: query.get('mode') ?? 'light' },
          ...(query.has('locale') && { locale: query.get('locale') }),
          plugins: [eip155(), connect(), account(), send(), names(), ...(query.has('ens') ? [ens({ caipNetworkId: 'eip155:31337' })] : [])],
        })
        document.querySelector('#open').onclick = () => void modal.open()`,
    }),
})

const COIN_TYPE = 0x80000000 + 31337
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const nameField = (page: Page) => dialog(page).getByRole('textbox', { name: 'Name' })
const heading = (page: Page, name: string) => dialog(page).getByRole('heading', { name, exact: true })

/** Opens the form as a visitor with a funded account. */
async function openForm(query = '') {
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther('2'))
  const visitor = await openConnected(stage, { query, plan: { keys: [key] } })
  await visitor.page.click('#open')
  await button(visitor.page, 'Name').click()
  await button(visitor.page, 'Choose name').click()
  await heading(visitor.page, 'Choose Name').waitFor()
  return { ...visitor, key, address }
}

/** Reads a resource of the registry without the modal. */
async function readProfile(path: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(`${stage.sandboxUrl}/v1/profile/${path}`)
  return { status: response.status, body: await response.json() }
}
const addressOf = async (name: string): Promise<unknown> => {
  const { body } = await readProfile(`account/${name}`)
  return Object(Object(Object(body).addresses)[COIN_TYPE]).address
}

/** Registers a name as another visitor, without the modal. */
async function registerElsewhere(name: string, change: (body: Record<string, unknown>) => object = (body) => body) {
  const { key, address } = await fundedKey(stage.sandboxUrl, 1n)
  const message = JSON.stringify({ name, attributes: {}, timestamp: Math.floor(Date.now() / 1000) })
  const signature = await privateKeyToAccount(key).signMessage({ message })
  const response = await fetch(`${stage.sandboxUrl}/v1/profile/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change({ coin_type: COIN_TYPE, address, message, signature })),
  })
  return { status: response.status, body: await response.json(), address }
}

const typeFree = async (page: Page, label: string): Promise<void> => {
  await nameField(page).fill(label)
  await dialog(page).getByText(`${label}.reown.id is available.`).waitFor()
}

describe('registering a name for the account', () => {
  it('registers the name with one signature, shows it in the account, and another visitor can pay to it', async () => {
    const { page, zephyr, address, key } = await openForm()
    await typeFree(page, 'Zoe-77')
    expect(await findWithAxe(page, 'html')).toEqual([])
    await button(page, 'Register name').click()
    await heading(page, 'Name Registered').waitFor()
    expect(asked(zephyr, 'personal_sign')).toBe(1)
    await dialog(page).getByText('zoe-77.reown.id', { exact: true }).waitFor()
    expect(String(await addressOf('zoe-77.reown.id')).toLowerCase()).toBe(address.toLowerCase())
    await button(page, 'Done').click()
    await dialog(page).getByText('zoe-77.reown.id', { exact: true }).waitFor()
    await button(page, 'Name').click()
    await dialog(page).getByText('You already own a name').waitFor()

    const payer = await openConnected(stage, {
      plan: { keys: [(await fundedKey(stage.sandboxUrl, parseEther('2'))).key] },
    })
    await openSend(payer.page)
    await review(payer.page, { amount: '0.5', to: 'zoe-77.reown.id' })
    await dialog(payer.page).getByText('comes from a name service and is not proven').first().waitFor()
    const before = await chainAt(stage.sandboxUrl).getBalance({ address })
    await button(payer.page, 'Send').click()
    payer.zephyr.approve()
    await expect
      .poll(() => chainAt(stage.sandboxUrl).getBalance({ address }), { timeout: 20_000 })
      .toBe(before + parseEther('0.5'))

    const reader = await openConnected(stage, { query: '?ens', plan: { keys: [key] } })
    await openSend(reader.page)
    await receiverField(reader.page).fill('zoe-77.reown.id')
    await dialog(reader.page).getByText('resolves on-chain to').waitFor()
    expect(await dialog(reader.page).locator('.wm-address').textContent()).toBe(address)
  })

  it('does not register a taken name, and suggests similar free names', async () => {
    expect((await registerElsewhere('taken.reown.id')).status).toBe(200)
    const { page, zephyr } = await openForm()
    await nameField(page).fill('taken')
    await dialog(page).getByText('taken.reown.id is taken.').waitFor()
    expect(await button(page, 'Register name').getAttribute('aria-disabled')).toBe('true')
    await row(page, 'taken-eth.reown.id').click()
    await dialog(page).getByText('taken-eth.reown.id is available.').waitFor()
    expect(asked(zephyr, 'personal_sign')).toBe(0)
  })

  it('shows the service’s refusal if another account has registered the name meanwhile; the other account keeps the name', async () => {
    const { page } = await openForm()
    await typeFree(page, 'hurry')
    const { address } = await registerElsewhere('hurry.reown.id')
    await button(page, 'Register name').click()
    await dialog(page).getByText('The name hurry.reown.id is already registered.').waitFor()
    expect(await addressOf('hurry.reown.id')).toBe(address)
  })

  it('shows an error in the account and in the form while the service fails; Try again reads the name again', async () => {
    const { key } = await fundedKey(stage.sandboxUrl, parseEther('2'))
    const { page } = await openConnected(stage, { plan: { keys: [key] } })
    const profiles = '**/v1/profile/**'
    await page.route(profiles, (route) => route.fulfill({ status: 500, body: '' }))
    await page.click('#open')
    await button(page, 'Name').click()
    await dialog(page).getByText('Error resolving name').waitFor({ timeout: 20_000 })
    await page.unroute(profiles)
    await button(page, 'Try again').click()
    await button(page, 'Choose name').click()
    await page.route(profiles, (route) => route.fulfill({ status: 500, body: '' }))
    await nameField(page).fill('unknowable')
    await dialog(page).getByText('Error resolving name').waitFor({ timeout: 20_000 })
    expect(await button(page, 'Register name').count()).toBe(0)
    await page.unroute(profiles)
    await button(page, 'Try again').click()
    await dialog(page).getByText('unknowable.reown.id is available.').waitFor()
  })

  it('reads the name of the account again after a switch of the network', async () => {
    const { key } = await fundedKey(stage.sandboxUrl, 1n)
    const { page, zephyr } = await openConnected(stage, { plan: { keys: [key] } })
    await page.click('#open')
    await button(page, 'Name').click()
    await button(page, 'Choose name').click({ trial: true })
    await zephyr.switchNetwork('eip155:31338')
    await button(page, 'Choose name').click({ timeout: 10_000 })
    await heading(page, 'Choose Name').waitFor()
  })

  it('rejects a malformed name without a request to the service', async () => {
    const { page } = await openForm()
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    for (const [text, problem] of [
      ['zoe', 'Name must be at least 4 characters long'],
      ['zoe_y', 'Only letters from a to z, digits and hyphens'],
      ['zоey', 'Only letters from a to z, digits and hyphens'],
      ['\u202Ezoey', 'Only letters from a to z, digits and hyphens'],
      ['xn--zoey', 'The value is not a valid username'],
    ] as const) {
      await nameField(page).fill(text)
      await dialog(page).getByText(problem).waitFor()
    }
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(urls.filter((url) => url.includes('/profile/'))).toEqual([])
  })

  it('shows that a name is reserved; the registry also rejects a registration of this name without the modal', async () => {
    const { page } = await openForm()
    await nameField(page).fill('admin')
    await dialog(page).getByText('The name admin is reserved.').waitFor()
    expect(await button(page, 'Register name').getAttribute('aria-disabled')).toBe('true')
    expect((await registerElsewhere('admin.reown.id')).body).toMatchObject({
      reasons: [{ description: 'The name admin is reserved.' }],
    })
    expect((await readProfile('account/admin.reown.id')).status).toBe(404)
  })

  it('does not register the name if the visitor declines to sign, and registers it on the second try', async () => {
    const { page, zephyr } = await openForm()
    await typeFree(page, 'calmly')
    zephyr.reject()
    await button(page, 'Register name').click()
    await page.getByText('Signature declined').waitFor()
    expect(asked(zephyr, 'personal_sign')).toBe(1)
    expect((await readProfile('account/calmly.reown.id')).status).toBe(404)
    zephyr.approve()
    await button(page, 'Register name').click()
    await heading(page, 'Name Registered').waitFor()
  })

  it.each([
    ['the response to the registration is lost', 'lostly', (route: Route) => route.abort()],
    [
      'a proxy replaces the response to the registration',
      'proxied',
      (route: Route) => route.fulfill({ status: 504, body: 'Gateway Timeout' }),
    ],
  ])('reads the name back if %s, and does not register it twice', async (_, name, answer) => {
    const { page } = await openForm()
    await typeFree(page, name)
    let posts = 0
    await page.route(/\/v1\/profile\/account(\?|$)/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      posts++
      await route.fetch()
      return answer(route)
    })
    await button(page, 'Register name').click()
    await heading(page, 'Name Registered').waitFor()
    expect(posts).toBe(1)
  })
})

describe('the sandbox’s name registry', () => {
  const refusalOf = async (name: string, change: (body: Record<string, unknown>) => object) => {
    const { status, body } = await registerElsewhere(name, change)
    expect((await readProfile(`account/${name}`)).status).toBe(404)
    return `${status} ${Object(Object(body).reasons[0]).description}`
  }
  const other: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

  it('rejects a registration whose signature the account did not make for this message', async () => {
    const wrong = '401 The signature is not by this account.'
    expect(await refusalOf('forged.reown.id', (body) => ({ ...body, address: other }))).toBe(wrong)
    expect(await refusalOf('forged.reown.id', (body) => ({ ...body, signature: '0x00' }))).toBe(wrong)
    const rename = (body: Record<string, unknown>) => ({
      ...body,
      message: String(body.message).replace('signed', 'forged'),
    })
    expect(Object((await registerElsewhere('signed.reown.id', rename)).body).reasons[0].description).toBe(
      'The signature is not by this account.',
    )
    expect((await readProfile('account/forged.reown.id')).status).toBe(404)
  })

  it('rejects an old signature, a name outside .reown.id, another family’s coin type, and malformed names', async () => {
    const { key } = await fundedKey(stage.sandboxUrl, 1n)
    const signer = privateKeyToAccount(key)
    const message = JSON.stringify({ name: 'oldest.reown.id', attributes: {}, timestamp: 1 })
    const signature = await signer.signMessage({ message })
    expect(await verifyMessage({ address: signer.address, message, signature })).toBe(true)
    const old = { coin_type: COIN_TYPE, address: signer.address, message, signature }
    expect(await refusalOf('oldest.reown.id', () => old)).toMatch(/400 The signature is too old/)
    expect(await refusalOf('zoey.eth', (body) => body)).toBe('400 The name must end in .reown.id.')
    expect(await refusalOf('coins.reown.id', (body) => ({ ...body, coin_type: 0 }))).toMatch(/400 Coin type 0/)
    expect(await refusalOf('zo.reown.id', (body) => body)).toBe('400 The name must have 4 to 63 characters.')
    expect(await refusalOf('a.bcde.reown.id', (body) => body)).toMatch(/400 The name must have only the letters a to z/)
    expect(await refusalOf('ab--cd.reown.id', (body) => body)).toMatch(/400 The name must have only the letters a to z/)
  })
})
