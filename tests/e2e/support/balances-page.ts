import type { Page } from 'playwright-core'
import { localNetworks } from './local-networks.js'
import { servePage } from './page.js'
import type { ServedSite } from './serve.js'
import { ACCOUNT } from './wallet.js'

/** The fields of the sandbox's balance reply that tests read. */
export interface BalanceRecord {
  readonly name: string
  readonly symbol: string
  /** CAIP-10; absent for the native coin. */
  readonly address?: `eip155:${number}:0x${string}`
  readonly price: number | null
  readonly quantity: { readonly decimals: string; readonly numeric: string }
}

/** Balances of the test account on a chain, from the sandbox. */
export async function recordsOf(sandboxUrl: string, reference = 31337): Promise<readonly BalanceRecord[]> {
  const response = await fetch(`${sandboxUrl}/v1/account/${ACCOUNT}/balance?currency=usd&chainId=eip155:${reference}`)
  const { balances }: { readonly balances: readonly BalanceRecord[] } = await response.json()
  return balances
}

/**
 * A production build of a page that shows balances; `window.modal` is its modal. Its configuration lists the ids of the sandbox's tokens. With
 * `?chain`, it has no blockchain service and reads balances from the chain.
 */
export async function serveBalances(sandboxUrl: string): Promise<ServedSite> {
  const known = (await recordsOf(sandboxUrl)).flatMap(({ address }) =>
    address ? [address.replace('eip155:31337:', 'eip155:31337/erc20:')] : [],
  )
  return servePage({
    services: [sandboxUrl],
    body: '<button id="open">Connect wallet</button><output id="total"></output>',
    script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { balances } from '@wallet-modal/balances'
      import { Nfts, Tokens } from '@wallet-modal/balances/contract'
      import { Account, AccountSettings } from '@wallet-modal/account/contract'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      import { receive } from '@wallet-modal/receive'
      const query = new URLSearchParams(location.search)
      const isChain = query.has('chain')
      const blockchain = isChain ? {} : { blockchain: '${sandboxUrl}' }
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify(localNetworks(sandboxUrl))}.map((network) => ({ ...network, explorerUrl: 'https://explorer.test' })),
        endpoints: { catalogue: '${sandboxUrl}', ...blockchain },
        theme: query.get('theme') ?? 'auto',
        plugins: [eip155(), connect(), account(), receive(), balances({ tokens: ${JSON.stringify(known)} })],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      const balancesApi = modal.use(balances)
      balancesApi.holdings.subscribe(({ status, totalUsd }) => {
        document.querySelector('#total').textContent = status + ' ' + (totalUsd ?? '')
      })
      Object.assign(window, { modal, balances: balancesApi, views: { Nfts, Tokens, Account, AccountSettings } })`,
  })
}

/** Opens one of the page's views. */
export const showView = (page: Page, name: 'Account' | 'AccountSettings' | 'Nfts' | 'Tokens'): Promise<void> =>
  page.evaluate((view) => {
    void Reflect.get(window, 'modal').open({ view: Reflect.get(window, 'views')[view] })
  }, name)
