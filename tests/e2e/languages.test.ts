import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { dialog } from './support/modal.js'
import { servePage } from './support/page.js'
import { createStage } from './support/stage.js'

/** A site with French and Hebrew texts of its own. Its query parameter is `locale`. */
const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      body: '<wallet-modal-button></wallet-modal-button>',
      script: `
        import { createWalletModal } from '@wallet-modal/kernel'
        import { defineElements } from '@wallet-modal/kernel/elements'
        import { connect } from '@wallet-modal/connect'
        import { eip155 } from '@wallet-modal/eip155'
        const modal = createWalletModal({
          locale: new URLSearchParams(location.search).get('locale') ?? 'en',
          languages: {
            fr: () => import('./support/languages/wallet-modal.fr'),
            he: () => import('./support/languages/wallet-modal.he'),
          },
          plugins: [eip155(), connect({ allWallets: 'HIDE' })],
        })
        defineElements(modal)
        Object.assign(window, { modal })`,
    }),
})

const visit = async (locale: string): Promise<Page> =>
  (await stage.open({ wallets: [], query: `?locale=${locale}` })).page
const button = (page: Page) => page.locator('wallet-modal-button').getByRole('button')

it("L1: button and modal are in the site's own language; missing texts are in English", async () => {
  const page = await visit('fr-CA')
  const french = button(page).filter({ hasText: 'Connecter un portefeuille' })
  await french.waitFor()
  await french.click()
  await dialog(page).getByText('Aucun portefeuille trouvé').waitFor()
  await dialog(page).getByText('Install a wallet in this browser, then come back.').waitFor()
  expect(await dialog(page).getByRole('button', { name: 'Fermer' }).count()).toBe(1)
  expect(await dialog(page).getAttribute('lang')).toBe('fr')
  expect(await dialog(page).getAttribute('dir')).toBe('ltr')
})

it("L2: setLocale switches between built-in languages and the site's own, also right to left", async () => {
  const page = await visit('en')
  const setLocale = (locale: string) => page.evaluate((tag) => Reflect.get(window, 'modal').setLocale(tag), locale)
  await button(page).click()
  await dialog(page).getByText('No wallet found').waitFor()
  await setLocale('he')
  await dialog(page).getByText('לא נמצא ארנק').waitFor()
  expect(await dialog(page).getAttribute('dir')).toBe('rtl')
  expect(await dialog(page).evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  await setLocale('de')
  await dialog(page).getByText('Keine Wallet gefunden').waitFor()
  expect(await dialog(page).getAttribute('dir')).toBe('ltr')
  await setLocale('fr')
  await dialog(page).getByText('Aucun portefeuille trouvé').waitFor()
})
