import type { Page } from 'playwright-core'
import type { TestWallet, WalletPlan } from './wallet.page.js'

/** First account of a test wallet whose plan contains no keys. */
export const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const rdns = 'test.zephyr'

/** Plan of most tests' wallet, on the chains of a sandbox. */
export const zephyrAt = (sandboxUrl: string, more: Partial<WalletPlan> = {}): WalletPlan => ({
  name: 'Zephyr',
  rdns,
  rpcUrl: `${sandboxUrl}/v1/?chainId=eip155:{chainId}&projectId=test`,
  ...more,
})

/** Sets the wallet's behaviour for further requests. */
export const behave = (page: Page, behaviour: TestWallet['behaviour']): Promise<unknown> =>
  page.evaluate(([wallet, next]) => Object.assign(window.testWallets[wallet] ?? {}, { behaviour: next }), [
    rdns,
    behaviour,
  ] as const)

/** Makes the wallet reply to a hanging request. */
export const release = (page: Page): Promise<void> =>
  page.evaluate((wallet) => window.testWallets[wallet]?.release(), rdns)

/** Changes the network in the wallet, as its owner would. */
export const changeChain = (page: Page, chainId: number): Promise<void> =>
  page.evaluate(([wallet, next]) => window.testWallets[wallet]?.changeChain(next), [rdns, chainId] as const)

/** Changes the accounts in the wallet, as its owner would. An empty list disconnects the site. */
export const changeAccounts = (page: Page, addresses: readonly string[]): Promise<void> =>
  page.evaluate(([wallet, next]) => window.testWallets[wallet]?.changeAccounts(next), [rdns, addresses] as const)

/** Number of requests with this method that the wallet has received since the page was loaded. */
export const calls = (page: Page, method: string): Promise<number> =>
  page.evaluate(
    ([wallet, name]) => window.testWallets[wallet]?.calls.filter((call) => call.method === name).length ?? 0,
    [rdns, method] as const,
  )
