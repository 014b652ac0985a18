import { type Address, type Hex, parseEther, parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { expect, it } from 'vitest'
import { localNetworks } from './support/local-networks.js'
import { dialog } from './support/modal.js'
import { servePage } from './support/page.js'
import { chainAt, fundedKey, openConnected } from './support/send-page.js'
import { createStage } from './support/stage.js'

/** A site that sends with wagmi, over the modal's connection. */
const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      body: '<button id="open">Connect wallet</button>',
      script: `
        import { createConfig, sendTransaction } from '@wagmi/core'
        import { account } from '@wallet-modal/account'
        import { balances } from '@wallet-modal/balances'
        import { connect } from '@wallet-modal/connect'
        import { eip155 } from '@wallet-modal/eip155'
        import { toChain } from '@wallet-modal/eip155/viem'
        import { walletModal } from '@wallet-modal/eip155/wagmi'
        import { history } from '@wallet-modal/history'
        import { Transactions } from '@wallet-modal/history/contract'
        import { createWalletModal } from '@wallet-modal/kernel'
        import { http } from 'viem'
        const networks = ${JSON.stringify(localNetworks(sandboxUrl))}
        const modal = createWalletModal({
          metadata: { name: 'Shop' },
          networks,
          endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
          plugins: [eip155(), connect(), account(), balances(), history()],
        })
        const chains = networks.map(toChain)
        const config = createConfig({
          chains,
          transports: Object.fromEntries(chains.map(({ id }) => [id, http()])),
          connectors: [walletModal(modal)],
          multiInjectedProviderDiscovery: false,
        })
        document.querySelector('#open').onclick = () => void modal.open()
        Object.assign(window, {
          async pay(to, value, title) {
            const hash = await sendTransaction(config, { to, value: BigInt(value), gas: 21000n })
            await modal.use(history).add({ caipNetworkId: 'eip155:31337', hash, title })
            return hash
          },
          openActivity: () => void modal.open({ view: Transactions }),
          coins: () => String(modal.use(balances).holdings.peek().tokens.find(({ address }) => !address)?.amount),
          refreshBalances: () => modal.use(balances).refresh(),
        })`,
    }),
})

const chain = () => chainAt(stage.sandboxUrl)
const stranger = (): Address => privateKeyToAddress(generatePrivateKey())
const call = (name: string, ...parameters: readonly unknown[]) =>
  [
    ([method, args]: readonly [string, readonly unknown[]]) => Reflect.get(window, method)(...args),
    [name, parameters],
  ] as const

/** Opens the site as a visitor with a new account that has 5 coins. */
async function openSite() {
  const { key, address: from } = await fundedKey(stage.sandboxUrl, parseEther('5'))
  const { page } = await openConnected(stage, { plan: { keys: [key] } })
  const pay = (to: Address, title: string): Promise<Hex> =>
    page.evaluate(...call('pay', to, String(parseEther('1')), title))
  return { page, key, from, pay, openActivity: () => page.evaluate(...call('openActivity')) }
}

it('a transaction sent with wagmi is listed with its title until it is confirmed, and balances are read again', async () => {
  const { page, from, pay, openActivity } = await openSite()
  await page.evaluate(...call('refreshBalances'))
  const coins = () => page.evaluate(...call('coins'))
  await expect.poll(coins).toBe(String(parseEther('5')))
  const to = stranger()
  await chain().setAutomine(false)
  try {
    await pay(to, 'Pay the shop')
    await openActivity()
    await dialog(page).getByText('Pay the shop').first().waitFor()
    await dialog(page).getByText('Pending').first().waitFor()
    expect(await chain().getBalance({ address: to })).toBe(0n)
  } finally {
    await chain().setAutomine(true)
    await chain().mine({ blocks: 1 })
  }
  await dialog(page).getByText('Pending').first().waitFor({ state: 'detached', timeout: 20_000 })
  await dialog(page).getByText('Pay the shop').click()
  await dialog(page).getByText('Confirmed').waitFor()
  expect(await chain().getBalance({ address: to })).toBe(parseEther('1'))
  const left = String(await chain().getBalance({ address: from }))
  await expect.poll(coins).toBe(left)
})

it('a transaction sent with wagmi that fails on the chain is listed as failed', async () => {
  const { page, pay, openActivity } = await openSite()
  const reverting = stranger()
  await chain().setCode({ address: reverting, bytecode: '0x60006000fd' })
  await pay(reverting, 'Pay the shop')
  await openActivity()
  await dialog(page).getByText('Pay the shop').first().waitFor()
  await dialog(page).getByText('Failed', { exact: true }).first().waitFor({ timeout: 20_000 })
})

it('a transaction sent with wagmi that the visitor replaced is listed as replaced, also after a reload', async () => {
  const { page, key, from, pay, openActivity } = await openSite()
  const to = stranger()
  await chain().setAutomine(false)
  try {
    await pay(to, 'Pay the shop')
    await openActivity()
    await dialog(page).getByText('Pending').first().waitFor()
    const nonceStored = () =>
      page.evaluate(() => Object.values({ ...localStorage }).some((one) => /"nonce":"0"/.test(one)))
    await expect.poll(nonceStored, { timeout: 20_000 }).toBe(true)
    await chain().sendTransaction({
      account: privateKeyToAccount(key),
      ...{ to: from, value: 1n, nonce: 0, gas: 21_000n },
      ...{ maxFeePerGas: parseGwei('500'), maxPriorityFeePerGas: parseGwei('100') },
    })
    await page.reload()
    await openActivity()
    await dialog(page).getByText('Pay the shop').first().waitFor()
    await chain().mine({ blocks: 14, interval: 12 })
  } finally {
    await chain().setAutomine(true)
  }
  await dialog(page).getByText('Replaced').first().waitFor({ timeout: 20_000 })
  expect(await chain().getBalance({ address: to })).toBe(0n)
})
