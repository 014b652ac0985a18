import type { Locator, Page } from 'playwright-core'
import { localContracts } from '../../../plugins/sandbox/src/server/evm/contracts/local-contracts.js'
import { localNetworks } from './local-networks.js'
import { dialog, row } from './modal.js'
import { servePage } from './page.js'
import type { ServedSite } from './serve.js'

interface SwapPagePlan {
  /** Further plugins, as source text, with their imports. */
  readonly imports?: string
  readonly plugins?: string
  /** Origins of further services that the page may connect to. */
  readonly services?: readonly string[]
  /** Further `endpoints` of the modal, as source text. */
  readonly endpoints?: string
}

/** A site that swaps on the sandbox's chains through the sandbox's `convert` routes. With `?alone`, it does not use these routes. */
export const serveSwapPage = (
  sandboxUrl: string,
  { imports = '', plugins = '', services = [], endpoints = '' }: SwapPagePlan = {},
): Promise<ServedSite> =>
  servePage({
    services: [sandboxUrl, ...services],
    body: '<button id="open">Connect wallet</button>',
    script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { balances } from '@wallet-modal/balances'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      import { history } from '@wallet-modal/history'
      import { Transactions } from '@wallet-modal/history/contract'
      import { swap } from '@wallet-modal/swap'
      import { Swap } from '@wallet-modal/swap/contract'
      ${imports}
      const query = new URLSearchParams(location.search)
      const contracts = query.has('alone') ? [] : [{ caipNetworkId: 'eip155:31337', address: '${localContracts.router}' }]
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify(localNetworks(sandboxUrl))},
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}', ${endpoints} },
        theme: { mode: query.get('mode') ?? 'light' },
        ...(query.has('locale') && { locale: query.get('locale') }),
        plugins: [eip155(), connect(), account(), balances(), history(), swap({ contracts }), ${plugins}],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      Object.assign(window, {
        modal,
        openSwap: (params) => void modal.open({ view: Swap, params }),
        openActivity: () => void modal.open({ view: Transactions }),
      })`,
  })

export const openSwap = (page: Page, params: object): Promise<void> =>
  page.evaluate((given) => Reflect.get(window, 'openSwap')(given), params)

export const reviewSwap = async (page: Page): Promise<void> => {
  await row(page, 'Review swap').click({ timeout: 20_000 })
  await dialog(page).getByRole('heading', { name: 'Review Swap' }).waitFor()
}

export const button = (page: Page, name: string): Locator => dialog(page).getByRole('button', { name, exact: true })
export const field = (page: Page, name: string): Locator => dialog(page).getByRole('textbox', { name })
