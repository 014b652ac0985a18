import type { ScriptedWallet, WalletPlan } from '@wallet-modal/sandbox/testing'
import type { Locator, Page } from 'playwright-core'
import { type Address, createTestClient, defineChain, http, publicActions, walletActions } from 'viem'
import type { Watched } from './browser.js'
import { dialog, row } from './modal.js'
import { servePage } from './page.js'
import { openWith } from './scripted.js'
import { localNetworks } from './site.js'
import { createStage, type OpenPlan, type Stage } from './stage.js'

/** The accounts of the wallet; the engine funds them. */
export const SENDER: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const OTHER: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A page that sends on the sandbox's EVM chains, whose modal the tests may steer through `window.sendModal`. */
export const createSendStage = (): Stage =>
  createStage({
    serve: (sandboxUrl) =>
      servePage({
        services: [sandboxUrl],
        body: '<button id="open">Connect wallet</button>',
        script: `
      import { createWalletModal, definePlugin, balances, signal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      import { send } from '@wallet-modal/send'
      import { WalletSend } from '@wallet-modal/send/contract'
      const query = new URLSearchParams(location.search)
      const held = JSON.parse(query.get('holds') ?? 'null')
      const holder = definePlugin({
        name: 'holder',
        kernel: '^0.1',
        provides: [balances],
        setup(ctx) {
          const tokens = (held ?? []).map((one) => ({ ...one, amount: BigInt(one.amount), ...(one.priceUsd && { priceUsd: BigInt(one.priceUsd) }) }))
          ctx.provide(balances, { holdings: signal({ status: 'ready', tokens }), refresh: async () => {} })
        },
      })
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify(localNetworks(sandboxUrl))},
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
        theme: { mode: query.get('mode') ?? 'light' },
        plugins: [eip155(), connect(), account(), send(), ...(held ? [holder()] : [])],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      Object.assign(window, { sendModal: modal, sendPlugin: send, WalletSend })`,
      }),
  })

/** A client of its own: what the chain itself says. */
export function chainAt(sandboxUrl: string, reference = 31337) {
  const url = `${sandboxUrl}/v1/?chainId=eip155:${reference}`
  const chain = defineChain({
    id: reference,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  return createTestClient({ chain, mode: 'anvil', transport: http(url), pollingInterval: 50 })
    .extend(publicActions)
    .extend(walletActions)
}

export interface SendVisit extends Watched {
  readonly zephyr: ScriptedWallet
}

/** Opens the page as a visitor whose scripted wallet is connected already. */
export async function openConnected(
  stage: Stage,
  { plan = {}, ...open }: OpenPlan & { readonly plan?: Partial<WalletPlan> } = {},
): Promise<SendVisit> {
  const { wallets, ...watched } = await openWith(stage, { zephyr: { namespace: 'eip155', ...plan } }, open)
  await watched.page.click('#open')
  await row(watched.page, 'Zephyr').click()
  await dialog(watched.page).waitFor({ state: 'hidden' })
  return { ...watched, zephyr: wallets.zephyr }
}

/** From the account to the form. */
export async function openSend(page: Page): Promise<void> {
  await page.click('#open')
  await row(page, 'Send').click()
  await dialog(page).getByRole('heading', { name: 'Send', exact: true }).waitFor()
}

export const amountField = (page: Page): Locator => dialog(page).getByRole('textbox', { name: 'Amount' })
export const receiverField = (page: Page): Locator => dialog(page).getByRole('textbox', { name: 'To', exact: true })

/** Fills the form in, up to the review of the finished transaction. */
export async function review(
  page: Page,
  { amount, to }: { readonly amount: string; readonly to: string },
): Promise<void> {
  if (amount === 'max') await row(page, 'Max').click()
  else await amountField(page).fill(amount)
  await receiverField(page).fill(to)
  await row(page, 'Preview Send').click()
  await dialog(page).getByRole('heading', { name: 'Review Send' }).waitFor()
  await sendButton(page).waitFor()
}

export const sendButton = (page: Page): Locator => dialog(page).getByRole('button', { name: 'Send', exact: true })

/** What a value of the review says, without the gaps between groups. */
export const fact = async (page: Page, label: string): Promise<string> =>
  String(await dialog(page).locator('.wm-fact').filter({ hasText: label }).locator('dd').textContent())

/** How often a wallet was asked for something. */
export const asked = ({ requests }: ScriptedWallet, method: string): number =>
  requests.filter((one) => one.method === method).length
