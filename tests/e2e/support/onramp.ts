import type { Page } from 'playwright-core'
import { dialog, row } from './modal.js'
import { servePage } from './page.js'
import { createStage, type Stage } from './stage.js'

/** A site with the on-ramp providers of the sandbox. */
export const createOnRampStage = (): Stage =>
  createStage({
    serve: (sandboxUrl) =>
      servePage({
        services: [sandboxUrl],
        development: true,
        body: '<button id="open">Connect wallet</button>',
        script: `
          import { createWalletModal } from '@wallet-modal/kernel'
          import { account } from '@wallet-modal/account'
          import { balances } from '@wallet-modal/balances'
          import { connect } from '@wallet-modal/connect'
          import { eip155 } from '@wallet-modal/eip155'
          import { history } from '@wallet-modal/history'
          import { Transactions } from '@wallet-modal/history/contract'
          import { onramp } from '@wallet-modal/onramp'
          import { OnRampAmount, WhatIsABuy } from '@wallet-modal/onramp/contract'
          import { sandbox } from '@wallet-modal/sandbox'
          import { solana } from '@wallet-modal/solana'
          const query = new URLSearchParams(location.search)
          const family = { eip155, solana }[query.get('family') ?? 'eip155']
          const modal = createWalletModal({
            metadata: { name: 'Plain page' },
            networks: [],
            theme: { mode: query.get('mode') ?? 'light' },
            ...(query.has('locale') && { locale: query.get('locale') }),
            plugins: [
              family(), connect(), account(), balances(), history(),
              onramp({ excludedTimeZones: query.getAll('without') }), sandbox({ url: '${sandboxUrl}' }),
            ],
          })
          document.querySelector('#open').onclick = () => void modal.open()
          Object.assign(window, {
            modal,
            openBuy: (params) => void modal.open({ view: OnRampAmount, params }),
            openWhat: () => void modal.open({ view: WhatIsABuy }),
            openActivity: () => void modal.open({ view: Transactions }),
          })`,
      }),
  })

export const payField = (page: Page) => dialog(page).getByRole('textbox', { name: 'You pay' })
export const receiveField = (page: Page) => dialog(page).getByRole('textbox', { name: 'You receive about' })

/** Opens the form of a provider from the page. */
export async function openForm(page: Page, provider: string): Promise<void> {
  await page.click('#open')
  await row(page, 'Buy').click()
  await row(page, provider).click()
  await payField(page).waitFor()
}

/** Submits the form. Resolves with the checkout window. */
export async function openCheckout(page: Page, provider: string): Promise<Page> {
  await row(page, 'Review purchase').click({ timeout: 20_000 })
  await dialog(page).getByRole('heading', { name: 'Review Purchase' }).waitFor()
  const [checkout] = await Promise.all([
    page.waitForEvent('popup').catch(() => page.context().waitForEvent('page')),
    row(page, `Continue to ${provider}`).click(),
  ])
  await checkout.waitForLoadState()
  return checkout
}

export const buttonAt = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
