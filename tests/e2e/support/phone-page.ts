import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Phone, startPhone } from '../../../plugins/walletconnect/src/phone.test.fixtures.js'
import { localNetworks } from './local-networks.js'
import { dialog, row } from './modal.js'
import { servePage } from './page.js'
import { copiedUri, webSocket } from './paired.js'
import type { ServedSite } from './serve.js'
import { createStage, type Stage } from './stage.js'

/** Custom wallets of the site: one with a mobile link, one without. */
const custom = [
  { id: 'zephyr', name: 'Zephyr', mobile_link: 'zephyr://', play_store: 'https://play.example/zephyr' },
  { id: 'mistral', name: 'Mistral', homepage: 'https://mistral.example' },
]

/**
 * A page with EVM wallets and WalletConnect. `?custom` adds the two wallets above; `?project=` sets another project id; `?relay=` is appended to the
 * relay's URL.
 */
const servePhonePage = (sandboxUrl: string): Promise<ServedSite> =>
  servePage({
    services: [sandboxUrl, webSocket(sandboxUrl)],
    script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      import { walletconnect } from '@wallet-modal/walletconnect'
      import { ConnectingWalletConnect } from '@wallet-modal/walletconnect/contract'
      const query = new URLSearchParams(location.search)
      const modal = createWalletModal({
        projectId: query.get('project') ?? 'test',
        metadata: { name: 'Paired page' },
        networks: ${JSON.stringify(localNetworks(sandboxUrl))},
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}', rpc: '${sandboxUrl}', relay: '${webSocket(sandboxUrl)}' + (query.get('relay') ?? '') },
        plugins: [eip155(), connect({ customWallets: query.has('custom') ? ${JSON.stringify(custom)} : [] }), account(), walletconnect()],
      })
      const at = (tag) => document.body.appendChild(document.createElement(tag))
      const [button, output, network, status] = ['button', 'output', 'small', 'i'].map(at)
      button.textContent = 'Open'
      button.onclick = () => void modal.open()
      modal.connections.active.subscribe((active) => {
        output.textContent = active?.account.address ?? ''
        network.textContent = active?.caipNetworkId ?? ''
      })
      modal.connections.status.subscribe((next) => { status.textContent = next })
      window.site = {
        modal,
        pair: (wallet) => void modal.open({ view: ConnectingWalletConnect, params: { wallet } }),
        request: (method, params) => modal.connections.active.value.provider.request({ method, params }).then(
          (result) => ({ result }), (error) => ({ code: error.code, message: error.message })),
      }`,
  })

interface Site {
  readonly modal: { disconnect(): Promise<void>; switchNetwork(id: string): Promise<unknown>; dispose(): void }
  pair(wallet: object): void
  request(method: string, params?: readonly unknown[]): Promise<{ result?: unknown; code?: number; message?: string }>
}
declare global {
  interface Window {
    readonly site: Site
  }
}

export const address = (page: Page): Promise<string | null> => page.locator('output').textContent()
export const request = (page: Page, method: string, params: readonly unknown[] = []) =>
  page.evaluate(([name, list]) => window.site.request(name, list), [method, params] as const)

export async function showCode(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Open' }).click()
  await row(page, 'WalletConnect').click()
  return copiedUri(page)
}

interface PhoneStage {
  readonly stage: Stage
  /** The phone wallet. */
  phone(): Phone
  /** Pairs the phone with an open page. */
  pair(page: Page): Promise<void>
}

/**
 * Stage that serves the page of `servePhonePage`, with a relay and a phone, for a test file. After each test, the phone is reset: it approves
 * requests and has no session.
 */
export function createPhoneStage(): PhoneStage {
  const stage = createStage({ serve: servePhonePage })
  let phone: Phone
  beforeAll(async () => {
    phone = await startPhone({ relayUrl: webSocket(stage.sandboxUrl), chains: ['eip155:31337', 'eip155:31338'] })
  })
  afterEach(async () => {
    phone.behave('approve')
    await phone.disconnect()
  })
  afterAll(() => phone?.close())
  return {
    stage,
    phone: () => phone,
    async pair(page) {
      await phone.pair(await showCode(page))
      await expect.poll(() => address(page)).toBe(phone.address)
      await dialog(page).waitFor({ state: 'hidden' })
    },
  }
}
