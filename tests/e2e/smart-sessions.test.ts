import type { Page } from 'playwright-core'
import { type Address, type Hex, numberToHex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { localNetworks } from './support/local-networks.js'
import { dialog } from './support/modal.js'
import { servePage } from './support/page.js'
import { asked, chainAt, fundedKey, openConnected } from './support/send-page.js'
import { createStage } from './support/stage.js'

/** A site that lists the visitor's smart sessions, which the sandbox stores. */
const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      body: '<button id="open">Connect wallet</button>',
      script: `
        import { createWalletModal } from '@wallet-modal/kernel'
        import { account } from '@wallet-modal/account'
        import { connect } from '@wallet-modal/connect'
        import { eip155 } from '@wallet-modal/eip155'
        import { smartSessions } from '@wallet-modal/smart-sessions'
        const query = new URLSearchParams(location.search)
        const modal = createWalletModal({
          metadata: { name: 'Plain page' },
          networks: ${JSON.stringify(localNetworks(sandboxUrl))},
          endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
          theme: { mode: query.get('mode') ?? 'light' },
          ...(query.has('locale') && { locale: query.get('locale') }),
          plugins: [eip155(), connect(), account(), smartSessions()],
        })
        document.querySelector('#open').onclick = () => void modal.open()
        addEventListener('eip6963:announceProvider', ({ detail }) => Object.assign(window, { wallet: detail.provider }))
        dispatchEvent(new Event('eip6963:requestProvider'))`,
    }),
})

const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

const post = async (path: string, body: object): Promise<{ readonly status: number; readonly body: unknown }> => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(stage.sandboxUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

/** A site's service that holds a session's key, and sends without the wallet. */
function createActor(pci: string, key: Hex) {
  let actions = 0
  return async (to: Address, value: bigint) => {
    const message = `Smart session ${pci}, action ${actions}: send ${value} wei to ${to}`
    const signature = await privateKeyToAccount(key).signMessage({ message })
    const reply = await post('/sandbox/sessions/act', { pci, to, value: String(value), signature })
    if (reply.status === 200) actions++
    return { status: reply.status, message: String(Object(Object(reply.body).error).message ?? '') }
  }
}

/** Opens the page as a visitor who granted it a session of up to 1 ETH (ERC-7715). */
async function openGranted() {
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther('5'))
  const visitor = await openConnected(stage, { plan: { keys: [key] } })
  const sessionKey = generatePrivateKey()
  const request = {
    ...{ chainId: numberToHex(31337), expiry: Math.floor(Date.now() / 1000) + 3_600 },
    signer: { type: 'account', data: { address: privateKeyToAccount(sessionKey).address } },
    permissions: [{ type: 'native-token-transfer', data: { allowance: numberToHex(parseEther('1')) } }],
  }
  const granted: unknown = await visitor.page.evaluate(
    (given) => Reflect.get(window, 'wallet').request({ method: 'wallet_grantPermissions', params: [given] }),
    request,
  )
  const { body, status } = await post('/sandbox/sessions', { context: Object(granted).context })
  expect(status, JSON.stringify(body)).toBe(200)
  const pci = String(Object(body).pci)
  return { ...visitor, address, pci, act: createActor(pci, sessionKey) }
}

const openList = async (page: Page): Promise<void> => {
  await page.click('#open')
  await button(page, 'Smart Sessions').click()
}
const shop: Address = '0x00000000000000000000000000000000005Ea550'
const received = () => chainAt(stage.sandboxUrl).getBalance({ address: shop })
const sessionsOf = async (address: Address): Promise<unknown> =>
  (await fetch(`${stage.sandboxUrl}/v1/sessions/eip155:31337:${address}`)).json()

describe('a smart session', () => {
  it('acts within its limit, is listed, and cannot act after it is revoked with a signature', async () => {
    const { page, zephyr, address, pci, act } = await openGranted()
    expect(zephyr.questions.at(-1)?.payload).toContain('native-token-transfer')
    const before = await received()
    expect((await act(shop, parseEther('0.4'))).status).toBe(200)
    await expect.poll(received, { timeout: 20_000 }).toBe(before + parseEther('0.4'))
    expect(await act(shop, parseEther('0.7'))).toEqual({
      ...{ status: 403, message: 'This exceeds the limit of the smart session.' },
    })

    await openList(page)
    await dialog(page).getByText('send up to 1 ETH').waitFor()
    expect(await findWithAxe(page, 'html')).toEqual([])
    await button(page, 'Revoke').click()
    await page.getByText('Smart session revoked').waitFor()
    await dialog(page).getByText('Revoked', { exact: true }).waitFor()
    expect(await button(page, 'Revoke').count()).toBe(0)
    expect(zephyr.questions.at(-1)?.payload).toBe(`Revoke smart session ${pci} of account ${address}`)
    expect(await sessionsOf(address)).toMatchObject({ pcis: [{ pci, revokedAt: expect.any(Number) }] })

    expect(await act(shop, 1n)).toEqual({ status: 403, message: 'This smart session was revoked.' })
    expect(await received()).toBe(before + parseEther('0.4'))
  })

  it('stays active if the visitor declines to sign the revocation', async () => {
    const { page, zephyr, act } = await openGranted()
    await openList(page)
    zephyr.reject()
    await button(page, 'Revoke').click()
    await page.getByText('Signature declined').waitFor()
    expect(asked(zephyr, 'personal_sign')).toBe(1)
    expect((await act(shop, 1n)).status).toBe(200)
    await button(page, 'Revoke').waitFor()
  })

  it('stays active if the service fails to revoke it, and a failed list can be loaded again', async () => {
    const { page, act } = await openGranted()
    let isDown = true
    let posts = 0
    await page.route(/\/v1\/sessions\//, async (route) => {
      if (route.request().method() === 'POST') posts++
      return isDown
        ? route.fulfill({ status: route.request().method() === 'POST' ? 405 : 503, body: '' })
        : route.continue()
    })
    await openList(page)
    await dialog(page).getByText('Smart sessions could not be loaded').waitFor({ timeout: 20_000 })
    isDown = false
    await button(page, 'Try again').click()
    await button(page, 'Revoke').waitFor()
    isDown = true
    await button(page, 'Revoke').click()
    await page.getByText('The smart session was not revoked.').waitFor()
    expect(posts).toBe(1)
    expect((await act(shop, 1n)).status).toBe(200)
  })

  it('cannot be revoked or used with a signature by another key', async () => {
    const { address, pci, act } = await openGranted()
    const message = `Revoke smart session ${pci} of account ${address}`
    const signature = await privateKeyToAccount(generatePrivateKey()).signMessage({ message })
    expect(await post(`/v1/sessions/${address}/revoke`, { pci, signature })).toMatchObject({
      ...{ status: 401, body: { error: { message: 'The signature is not by this account.' } } },
    })
    expect((await post(`/v1/sessions/${shop}/revoke`, { pci, signature })).status).toBe(404)
    const actWithOtherKey = createActor(pci, generatePrivateKey())
    expect((await actWithOtherKey(shop, 1n)).status).toBe(401)
    expect((await act(shop, 1n)).status).toBe(200)
  })
})
