import type { Page } from 'playwright-core'
import { localNetworks } from './local-networks.js'
import { dialog, row } from './modal.js'
import { servePage } from './page.js'
import { letHappen } from './send-page.js'
import { createStage, type Stage } from './stage.js'

/**
 * A production build of a page with the plugins for balances, activity, receiving and sending. `window.modal` is its modal. `window.markedStrings`
 * overrides texts; tests use it to add a character before and after each text.
 */
export const createAssetsStage = (): Stage =>
  createStage({
    serve: (sandboxUrl) =>
      servePage({
        services: [sandboxUrl],
        body: '<button id="open">Connect wallet</button>',
        script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { balances } from '@wallet-modal/balances'
      import { Tokens } from '@wallet-modal/balances/contract'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      import { history } from '@wallet-modal/history'
      import { receive } from '@wallet-modal/receive'
      import { send } from '@wallet-modal/send'
      const query = new URLSearchParams(location.search)
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify(localNetworks(sandboxUrl))}.map((network) => ({ ...network, testnet: false, explorerUrl: 'https://explorer.test' })),
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
        strings: window.markedStrings ?? {},
        theme: { mode: query.get('mode') ?? 'light' },
        plugins: [eip155(), connect(), account(), balances(), history(), receive(), send()],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      Object.assign(window, { modal, send, views: { Tokens }, balances: modal.use(balances) })`,
      }),
  })

/** Receiver of the transfers. */
export const FRIEND = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

/** Button in the amount field that opens the choice of a token. */
const tokenButton = '.wm-amount-line .wm-button'

const tab = (page: Page, name: RegExp) => dialog(page).getByRole('tab', { name }).click()
const press = (page: Page, name: RegExp) => row(page, name).first().click()
const see = (page: Page, text: RegExp) => dialog(page).getByText(text).first().waitFor()
const title = (page: Page, text: RegExp) => dialog(page).getByRole('heading', { name: text }).waitFor()

async function openAccount(page: Page): Promise<void> {
  await page.focus('#open')
  await page.keyboard.press('Enter')
  await tab(page, /Tokens/)
  await see(page, /^Sandbox Gold$/)
  await see(page, /\$32,/)
}
async function openSettings(page: Page): Promise<void> {
  await openAccount(page)
  await press(page, /Settings/)
  await title(page, /Account Settings/)
}
async function openTransactions(page: Page): Promise<void> {
  await openAccount(page)
  await tab(page, /Activity/)
  await press(page, /All activity/)
  await dialog(page)
    .getByRole('list', { name: /Transactions/ })
    .waitFor()
}
async function openReceive(page: Page): Promise<void> {
  await openAccount(page)
  await press(page, /Receive/)
  await dialog(page)
    .getByRole('img', { name: /QR code/ })
    .waitFor()
}
async function openSend(page: Page): Promise<void> {
  await openAccount(page)
  await press(page, /Send/)
  await title(page, /Send/)
  await dialog(page).locator(tokenButton).first().waitFor()
}
async function openTokenChoice(page: Page): Promise<void> {
  await openSend(page)
  await dialog(page).locator(tokenButton).first().click()
  await title(page, /Select Token/)
}
async function fill(page: Page, amount: string, to: string): Promise<void> {
  await openTokenChoice(page)
  await press(page, /^Ether/)
  await see(page, /Balance/)
  await dialog(page)
    .getByRole('textbox', { name: /Amount/ })
    .fill(amount)
  await dialog(page).getByRole('textbox', { name: /To/ }).fill(to)
}
async function openPreview(page: Page): Promise<void> {
  await fill(page, '0.25', FRIEND)
  await press(page, /Preview Send/)
  await title(page, /Review Send/)
  await see(page, /Network fee/)
  await dialog(page)
    .getByRole('button', { name: /^.?Send.?$/, disabled: false })
    .waitFor()
}

/** Opens a payment request of the site. After the payment, the modal shows the transaction instead of the account. */
async function openFromSite(page: Page): Promise<void> {
  await page.focus('#open')
  await page.evaluate(
    (receiver) =>
      void Reflect.get(window, 'modal')
        .use(Reflect.get(window, 'send'))
        .send({ token: 'eip155:31337/slip44:60', amount: '0.5', receiver }),
    FRIEND,
  )
  await title(page, /Review Send/)
  await dialog(page)
    .getByRole('button', { name: /^.?Send.?$/, disabled: false })
    .waitFor()
}

/** A view, and the steps of a visitor to it from a closed modal. */
export interface Place {
  readonly name: string
  reach(page: Page): Promise<void>
}

/** The views of the account, balances and transfers; some of them in several states. */
export const places: readonly Place[] = [
  { name: 'Account with tokens', reach: openAccount },
  {
    name: 'Account with hidden tokens',
    async reach(page) {
      await openAccount(page)
      await press(page, /Show hidden/)
      await see(page, /Hidden tokens/)
    },
  },
  {
    name: 'Account with NFTs',
    async reach(page) {
      await openAccount(page)
      await tab(page, /NFTs/)
      await see(page, /Sandbox Tile #/)
    },
  },
  {
    name: 'Account with activity',
    async reach(page) {
      await openAccount(page)
      await tab(page, /Activity/)
      await row(page, /All activity/).waitFor()
    },
  },
  {
    name: 'Tokens',
    async reach(page) {
      await openAccount(page)
      await page.evaluate(() => void Reflect.get(window, 'modal').open({ view: Reflect.get(window, 'views').Tokens }))
      await see(page, /^.?Total.?$/)
    },
  },
  { name: 'AccountSettings', reach: openSettings },
  {
    name: 'Networks',
    async reach(page) {
      await openSettings(page)
      await press(page, /Local One/)
      await title(page, /Choose Network/)
    },
  },
  {
    name: 'ProfileWallets',
    async reach(page) {
      await openSettings(page)
      await press(page, /Zephyr/)
      await title(page, /Wallets/)
    },
  },
  { name: 'Transactions', reach: openTransactions },
  {
    name: 'TransactionDetails',
    async reach(page) {
      await openTransactions(page)
      await dialog(page)
        .getByRole('list', { name: /Transactions/ })
        .getByRole('button')
        .first()
        .click()
      await see(page, /Transaction hash/)
    },
  },
  { name: 'WalletReceive', reach: openReceive },
  {
    name: 'WalletCompatibleNetworks',
    async reach(page) {
      await openReceive(page)
      await press(page, /Compatible Networks/)
      await title(page, /Compatible Networks/)
    },
  },
  { name: 'WalletSend', reach: openSend },
  {
    name: 'WalletSend filled in',
    async reach(page) {
      await fill(page, '0.25', FRIEND)
      await row(page, /Preview Send/).waitFor()
    },
  },
  {
    name: 'WalletSend with mistakes',
    async reach(page) {
      await fill(page, '1,5', '0x8ba1f109551bd432803012645Ac136ddd64DBA72')
      await see(page, /Please enter a valid amount/)
      await see(page, /The address contains a typo/)
    },
  },
  {
    name: 'WalletSendSelectToken',
    reach: openTokenChoice,
  },
  { name: 'WalletSendPreview', reach: openPreview },
  {
    name: 'WalletSendConfirmed',
    async reach(page) {
      await openFromSite(page)
      await row(page, /^.?Send.?$/).click()
      await title(page, /^.?Transaction.?$/)
      await see(page, /Confirmed by the network/)
    },
  },
  {
    name: 'WalletSendUnknown',
    async reach(page) {
      await openFromSite(page)
      await letHappen(page, 'lostReply')
      await row(page, /^.?Send.?$/).click()
      await title(page, /^.?Transaction.?$/)
      await see(page, /but the network has the transaction/)
    },
  },
  {
    name: 'Account whose service does not answer',
    async reach(page) {
      await openAccount(page)
      await page.route('**/v1/account/**', (route) => route.abort())
      await page.evaluate(() => void Reflect.get(window, 'balances').refresh({ force: true }))
      await see(page, /Last known balances/)
      await see(page, /cannot be loaded/)
    },
  },
]
