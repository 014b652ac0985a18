import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { localNetworks } from './support/local-networks.js'
import { connectWith, dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { createStage } from './support/stage.js'

/** A page with custom elements and React hooks. The settings of its modal change at run time. */
const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      body: '<wallet-modal-button></wallet-modal-button><wallet-modal-network-button></wallet-modal-network-button><main></main>',
      script: `
      import { createElement as h, Fragment } from 'react'
      import { createRoot } from 'react-dom/client'
      import { createWalletModal } from '@wallet-modal/kernel'
      import { defineElements } from '@wallet-modal/kernel/elements'
      import { useLocale, useNetworks, useTheme } from '@wallet-modal/kernel/react'
      import { account } from '@wallet-modal/account'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      const [first, second] = ${JSON.stringify(localNetworks(sandboxUrl))}
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: [first],
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
        plugins: [eip155(), connect(), account()],
      })
      defineElements(modal)
      let remove = () => {}
      function Settings() {
        const { theme, setTheme } = useTheme(modal)
        const { locale, setLocale } = useLocale(modal)
        const { networks, addNetwork } = useNetworks(modal)
        Object.assign(window, { set: { theme: setTheme, locale: setLocale, add: () => void (remove = addNetwork(second)), remove: () => remove() } })
        return h(Fragment, null, h('output', null, [theme.mode, theme.accent, locale, networks.map(({ name }) => name)].join(' ')))
      }
      createRoot(document.querySelector('main')).render(h(Settings))`,
    }),
})

const set = (page: Page, name: 'theme' | 'locale' | 'add' | 'remove', value?: unknown): Promise<unknown> =>
  page.evaluate(([key, given]) => Reflect.get(window, 'set')[key](given), [name, value] as const)
const button = (page: Page) => page.locator('wallet-modal-button button')
const reactOutput = (page: Page) => page.locator('output').textContent()
const colourOf = (page: Page, property: string) =>
  dialog(page).evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

it('setTheme and setLocale update the open modal, the elements and the React hooks', async () => {
  const { page } = await stage.open()
  await button(page).click()
  await row(page, 'Zephyr').waitFor()
  const before = await colourOf(page, 'color')

  await set(page, 'theme', 'dark')
  await expect.poll(() => colourOf(page, 'color')).not.toBe(before)
  await set(page, 'theme', { accent: '#7733cc' })
  await expect
    .poll(() => button(page).evaluate((element) => getComputedStyle(element).backgroundColor))
    .toBe('rgb(119, 51, 204)')
  expect(await reactOutput(page)).toBe('dark #7733cc en-US Local One')

  await set(page, 'locale', 'ar')
  await dialog(page).getByRole('heading', { name: 'ربط المحفظة' }).waitFor()
  expect(await dialog(page).evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  await expect.poll(() => button(page).textContent()).toBe('توصيل المحفظة')
  await set(page, 'locale', 'de-AT')
  await expect.poll(() => button(page).textContent()).toBe('Wallet verbinden')
  expect(await dialog(page).evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
  expect(await reactOutput(page)).toBe('dark #7733cc de-AT Local One')
})

it('addNetwork adds a row to the open list; the active network becomes unsupported if the site removes it', async () => {
  const { page } = await stage.open()
  await connectWith(button(page))
  const network = page.locator('wallet-modal-network-button').getByRole('button')
  await network.click()
  await row(page, 'Local One').waitFor()
  expect(await row(page, 'Local Two').count()).toBe(0)
  await set(page, 'add')
  await row(page, 'Local Two').click()
  await expect.poll(() => network.textContent()).toBe('Local Two')
  expect(await reactOutput(page)).toContain('Local One,Local Two')
  await set(page, 'remove')
  await expect.poll(() => network.textContent()).toBe('Unsupported network')
  expect(await reactOutput(page)).not.toContain('Local Two')
})
