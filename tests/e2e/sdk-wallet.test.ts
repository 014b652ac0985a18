import type { Page } from 'playwright-core'
import { verifyMessage } from 'viem'
import { expect, it } from 'vitest'
import { localNetworks } from './support/local-networks.js'
import { dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { createStage } from './support/stage.js'

const ADDRESS = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** The plugin of docs/connectors.md on a page. */
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
      import { sdkWallet } from './support/sdk-wallet/main.js'
      const modal = createWalletModal({
        metadata: { name: 'Site with an SDK' },
        networks: ${JSON.stringify(localNetworks(sandboxUrl))},
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
        plugins: [eip155(), connect(), account(), sdkWallet()],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      Object.assign(window, { 
        sdkRpcUrl: '${sandboxUrl}/v1/?chainId=eip155:31337&projectId=test',
        address: () => modal.connections.active.peek()?.account.address ?? null,
        sign: (message) => modal.connections.active.peek()?.adapter.signMessage(message),
      })`,
    }),
})

const call = (page: Page, name: 'address' | 'sign', ...args: readonly string[]): Promise<unknown> =>
  page.evaluate(([key, list]) => (Reflect.get(window, key) as (...all: readonly string[]) => unknown)(...list), [
    name,
    args,
  ] as const)
/** Number of the page's loaded scripts that contain the SDK. */
async function countSdkScripts(requests: readonly string[]): Promise<number> {
  const scripts = [...new Set(requests)].filter((url) => url.endsWith('.js'))
  const texts = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()))
  return texts.filter((text) => text.includes('sdk-wallet-allowed')).length
}

it('a wallet SDK is loaded when selected, connects, signs, is restored after a reload, and disconnects', async () => {
  const { page, requests } = await stage.open({ wallets: [] })
  const open = page.getByRole('button', { name: 'Connect wallet' })
  await open.click()
  await row(page, 'Example Wallet').waitFor()
  await page.waitForLoadState('networkidle')
  expect(await countSdkScripts(requests)).toBe(0)

  await row(page, 'Example Wallet').click()
  await expect.poll(() => call(page, 'address')).toBe(ADDRESS)
  expect(await countSdkScripts(requests)).toBe(1)
  expect(await page.evaluate(() => Reflect.get(window, 'sdkMadeFor'))).toEqual({
    appName: 'Site with an SDK',
    chainIds: [31337, 31338],
  })
  const signature = (await call(page, 'sign', 'Wörld')) as `0x${string}`
  expect(await verifyMessage({ address: ADDRESS, message: 'Wörld', signature })).toBe(true)

  await page.reload()
  await expect.poll(() => call(page, 'address')).toBe(ADDRESS)
  await open.click()
  await row(page, 'Disconnect').click()
  await expect.poll(() => call(page, 'address')).toBeNull()
  await page.reload()
  await page.waitForTimeout(300)
  expect(await call(page, 'address')).toBeNull()
  await dialog(page).waitFor({ state: 'hidden' })
})
