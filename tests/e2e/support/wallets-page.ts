import type { Locator, Page } from 'playwright-core'
import { localNetworks } from './local-networks.js'
import { dialog } from './modal.js'
import { servePage } from './page.js'
import { createStage, type Stage } from './stage.js'

const ethereum = {
  caipNetworkId: 'eip155:1',
  namespace: 'eip155',
  reference: '1',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://rpc.invalid'],
}

/**
 * A page that lists the wallets of Ethereum and of the sandbox's chains. `?connect=` sets the connect plugin's options as JSON; `?fake` adds a
 * second chain family whose only wallet has the rdns of the test wallet.
 */
export const createWalletsStage = (): Stage =>
  createStage({
    serve: (sandboxUrl) =>
      servePage({
        services: [sandboxUrl],
        body: '<button id="open">Connect wallet</button>',
        script: `
      import { connectors, createWalletModal, definePlugin } from '@wallet-modal/kernel'
      import { createFakeNamespace, FakeWallet } from '@wallet-modal/kernel/testing'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      const query = new URLSearchParams(location.search)
      const fake = createFakeNamespace('fake')
      const twin = new FakeWallet({ id: 'zephyr-fake', name: 'Zephyr for Fake', namespaces: ['fake'], caipNetworkId: 'fake:1' })
      const twins = definePlugin({
        name: 'twins',
        kernel: '^0.1',
        setup: (ctx) => void ctx.add(connectors, { ...twin.connector, rdns: 'test.zephyr' }),
      })
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: [...${JSON.stringify([...localNetworks(sandboxUrl), ethereum])}, ...(query.has('fake') ? fake.networks : [])],
        ...(!query.has('alone') && { endpoints: { catalogue: '${sandboxUrl}' } }),
        ...(query.has('theme') && { theme: query.get('theme') }),
        plugins: [eip155(), connect(JSON.parse(query.get('connect') ?? '{}')), ...(query.has('fake') ? [fake.plugin(), twins()] : [])],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      Object.assign(window, { modal })`,
      }),
  })

/** Query that sets the options of the connect plugin. */
export const withOptions = (options: object, more = ''): string =>
  `?connect=${encodeURIComponent(JSON.stringify(options))}${more}`

/** Names of the rendered rows in the list of all wallets. */
export const names = (page: Page): Promise<readonly string[]> => rows(page).locator('.wm-item-label').allTextContents()

export const rows = (page: Page): Locator => dialog(page).getByRole('listitem')

/** Scrolls the modal's content to an offset in pixels, or to its end. Resolves two frames later. */
export const scrollTo = (page: Page, where: number | 'end'): Promise<void> =>
  dialog(page)
    .locator('.wm-body')
    .evaluate(async (body, to) => {
      body.scrollTop = to === 'end' ? body.scrollHeight : to
      await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))
    }, where)

export const scrolled = (page: Page): Promise<number> =>
  dialog(page)
    .locator('.wm-body')
    .evaluate((body) => body.scrollTop)
