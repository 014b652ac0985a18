import type { Page } from 'playwright-core'
import { verifyMessage } from 'viem'
import { describe, expect, it } from 'vitest'
import { localNetworks } from './support/local-networks.js'
import { connectWith, dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { createStage } from './support/stage.js'
import { ACCOUNT, behave, changeChain } from './support/wallet.js'

/** A page without React: custom elements, and the modal rendered by preact/compat in place of React. */
const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      preact: true,
      services: [sandboxUrl],
      body: '<wallet-modal-button></wallet-modal-button><wallet-modal-account-button></wallet-modal-account-button><wallet-modal-network-button></wallet-modal-network-button>',
      script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { defineElements } from '@wallet-modal/kernel/elements'
      import { account } from '@wallet-modal/account'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify(localNetworks(sandboxUrl))},
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
        plugins: [eip155(), connect(), account()],
      })
      defineElements(modal)
      Object.assign(window, { modal })`,
    }),
})

const connectButton = (page: Page) => page.locator('wallet-modal-button').getByRole('button')
const accountButton = (page: Page) => page.locator('wallet-modal-account-button').getByRole('button')
const networkButton = (page: Page) => page.locator('wallet-modal-network-button').getByRole('button')

describe('a page with custom elements and without React', () => {
  it('connects, signs, switches networks, reconnects after a reload and disconnects', async () => {
    const { page } = await stage.open()
    await connectWith(connectButton(page))
    await expect.poll(() => accountButton(page).textContent()).toContain('0xf3')
    await expect.poll(() => networkButton(page).textContent()).toContain('Local One')

    const signature = await page.evaluate(() => {
      const modal: {
        connections: { active: { peek(): { provider: { request(request: object): Promise<unknown> } } } }
      } = Reflect.get(window, 'modal')
      return modal.connections.active
        .peek()
        .provider.request({ method: 'personal_sign', params: ['0x6869', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'] })
    })
    expect(
      await verifyMessage({ address: ACCOUNT, message: 'hi', signature: String(signature) as `0x${string}` }),
    ).toBe(true)

    await networkButton(page).click()
    await row(page, 'Local Two').click()
    await expect.poll(() => networkButton(page).textContent()).toContain('Local Two')
    if (await dialog(page).isVisible()) await page.keyboard.press('Escape')

    await page.reload()
    await expect.poll(() => accountButton(page).textContent()).toContain('0xf3')
    await accountButton(page).click()
    await row(page, 'Disconnect').click()
    await expect.poll(() => connectButton(page).textContent()).toContain('Connect')
    await accountButton(page).waitFor({ state: 'hidden' })
  })

  it('offers Try again after a rejection, and offers a supported network if the wallet is on an unsupported network', async () => {
    const { page } = await stage.open()
    await behave(page, 'reject')
    await connectButton(page).click()
    await row(page, 'Zephyr').click()
    await dialog(page).getByText('Connection declined').waitFor()
    await behave(page, 'approve')
    await row(page, 'Try again').click()
    await dialog(page).waitFor({ state: 'hidden' })
    await changeChain(page, 1)
    await expect.poll(() => networkButton(page).textContent()).toBe('Unsupported network')
    await row(page, 'Local One').click()
    await dialog(page).waitFor({ state: 'hidden' })
  })
})
