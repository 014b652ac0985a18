import type { Page } from 'playwright-core'
import { localNetworks } from './local-networks.js'
import { servePage } from './page.js'
import { createStage, type Stage } from './stage.js'

/** A page with the basic plugins. `window.modal` is its modal; `window.views` are the views that tests open. */
export const createBarsStage = (): Stage =>
  createStage({
    serve: (sandboxUrl) =>
      servePage({
        services: [sandboxUrl],
        body: '<button id="open">Connect wallet</button>',
        script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { Account, Networks, ProfileWallets, UnsupportedChain } from '@wallet-modal/account/contract'
      import { connect } from '@wallet-modal/connect'
      import { AllWallets, Connect, ConnectWallets, Downloads, GetWallet, WhatIsAWallet } from '@wallet-modal/connect/contract'
      import { eip155 } from '@wallet-modal/eip155'
      const query = new URLSearchParams(location.search)
      const backend = query.get('backend') ?? '${sandboxUrl}'
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify(localNetworks(sandboxUrl))},
        endpoints: { catalogue: backend, blockchain: backend },
        ...(query.has('strings') && { strings: JSON.parse(query.get('strings')) }),
        ...(query.has('theme') && { theme: query.get('theme') }),
        plugins: [eip155(), connect({ legalCheckbox: query.has('legal'), termsUrl: 'https://example.org/terms' }), account()],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      Object.assign(window, { modal, views: { Account, Networks, ProfileWallets, UnsupportedChain, AllWallets, Connect, ConnectWallets, Downloads, GetWallet, WhatIsAWallet } })`,
      }),
  })

/** Opens a view by its name in `window.views`. */
export const show = (page: Page, name: string, params?: object) =>
  page.evaluate(
    ([view, given]) => {
      const modal: { open(options: object): Promise<unknown> } = Reflect.get(window, 'modal')
      const views: Record<string, object> = Reflect.get(window, 'views')
      modal.open({ view: views[view], params: given }).catch(() => undefined)
    },
    [name, params] as const,
  )

const downloads = {
  wallet: { id: 'x', name: 'Some Wallet', homepage: 'https://example.org', chrome_store: 'https://example.org/store' },
}
/** The basic plugins' views that the tests check: name in `window.views`, and valid params if the view needs some. */
export const everyView: readonly (readonly [string, object?])[] = [
  ['Connect'],
  ['ConnectWallets'],
  ['AllWallets'],
  ['WhatIsAWallet'],
  ['GetWallet'],
  ['Downloads', downloads],
  ['Account'],
  ['Networks'],
  ['UnsupportedChain'],
  ['ProfileWallets'],
]
