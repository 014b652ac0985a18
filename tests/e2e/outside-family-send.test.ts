import { Keypair, Networks, Operation, Transaction, TransactionBuilder } from '@stellar/stellar-base'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLantern, type Lantern } from '../sites/support/stellar.js'
import networks from '../third-party/stellar/networks.json' with { type: 'json' }
import { dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { amountField, fact, openSend, receiverField, review, sendButton } from './support/send-page.js'
import type { ServedSite } from './support/serve.js'
import { FEE, readHoldings, type StellarLedger, startStellarLedger } from './support/stellar-ledger.js'
import { createVisits } from './support/visits.js'

const XLM = 10_000_000n
const DOLLAR = `USDC-${Keypair.random().publicKey()}`
const visits = createVisits()
let ledger: StellarLedger
let site: ServedSite

beforeAll(async () => {
  ledger = await startStellarLedger()
  site = await servePage({
    services: [ledger.url],
    body: '<button id="open">Connect wallet</button>',
    script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { balances } from '@wallet-modal/balances'
      import { connect } from '@wallet-modal/connect'
      import { history } from '@wallet-modal/history'
      import { Transactions } from '@wallet-modal/history/contract'
      import { send } from '@wallet-modal/send'
      import { stellar } from '../third-party/stellar/src/index.js'
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify(networks.filter(({ testnet }) => testnet))},
        plugins: [stellar({ testnetUrl: '${ledger.url}' }), connect(), account(), balances(), send(), history()],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      Object.assign(window, { openActivity: () => void modal.open({ view: Transactions }) })`,
  })
}, 60_000)
afterAll(async () => {
  await site?.close()
  await ledger?.close()
})

interface Visitor {
  readonly page: Page
  readonly lantern: Lantern
}

/** Connects a visitor who holds 100 lumens and 20 dollars. */
async function visit(): Promise<Visitor> {
  const lantern = createLantern()
  ledger.fund(lantern.address, { native: 100n * XLM, [DOLLAR]: 20n * XLM })
  ledger.submissions = 0
  const { page } = await visits.open(site.url, { prepare: (context) => lantern.install(context) })
  await page.click('#open')
  await row(page, 'Lantern').click()
  await dialog(page).waitFor({ state: 'hidden' })
  lantern.asked = 0
  return { page, lantern }
}

function fundedStranger(balances: Readonly<Record<string, bigint>>): string {
  const address = Keypair.random().publicKey()
  ledger.fund(address, balances)
  return address
}

const holdings = (address: string): ReturnType<typeof readHoldings> => readHoldings(ledger.url, address)

/** Opens the send form and selects one of the two assets. */
async function openSendOf(page: Page, symbol: 'XLM' | 'USDC'): Promise<void> {
  await openSend(page)
  await dialog(page).locator('.wm-amount-line .wm-secondary').click()
  await dialog(page).locator('.wm-item').filter({ hasText: symbol }).first().click()
  await amountField(page).waitFor()
}

/** The transaction with its payment's amount replaced. */
function withAmount(xdr: string, amount: string): string {
  const shown = new Transaction(xdr, Networks.TESTNET)
  const [payment] = shown.operations
  if (payment?.type !== 'payment') throw new Error('There is no payment.')
  const { destination, asset } = payment
  const other = TransactionBuilder.cloneFrom(shown, { fee: shown.fee }).clearOperations()
  return other.addOperation(Operation.payment({ destination, amount, asset })).build().toXDR()
}

describe('Send with a third-party chain family (Stellar)', () => {
  it('sends lumens: shows receiver and amount, the wallet signs, and the exact amount arrives', async () => {
    const { page, lantern } = await visit()
    const to = fundedStranger({ native: 3n * XLM })
    await openSendOf(page, 'XLM')
    await review(page, { amount: '12.5000001', to })
    expect([await fact(page, 'To'), await fact(page, 'Amount')]).toEqual([to, '12.5000001 XLM'])
    expect(lantern.asked).toBe(0)
    await sendButton(page).click()
    await dialog(page).getByText('Transaction started').waitFor()

    expect(await holdings(to)).toEqual({ native: 155_000_001n })
    expect(await holdings(lantern.address)).toMatchObject({ native: 100n * XLM - 125_000_001n - FEE })
    expect([lantern.asked, ledger.submissions]).toEqual([1, 1])
    await page.evaluate(() => Reflect.get(window, 'openActivity')())
    await dialog(page).getByText('Sent').first().waitFor()
  })

  it('sends a token to an account with a trustline, and refuses a receiver without a trustline', async () => {
    const { page, lantern } = await visit()
    const [without, to] = [fundedStranger({ native: 3n * XLM }), fundedStranger({ native: 3n * XLM, [DOLLAR]: 0n })]
    await openSendOf(page, 'USDC')
    await amountField(page).fill('7.25')
    await receiverField(page).fill(without)
    await dialog(page).getByText('The receiver does not accept USDC.').waitFor()
    await dialog(page).getByRole('button', { name: 'Clear receiver' }).click()
    await review(page, { amount: '7.25', to })
    await sendButton(page).click()
    await dialog(page).getByText('Transaction started').waitFor()
    expect(await holdings(to)).toEqual({ native: 3n * XLM, [DOLLAR]: 72_500_000n })
    expect(await holdings(lantern.address)).toEqual({ native: 100n * XLM - FEE, [DOLLAR]: 127_500_000n })
  })

  it('Max to an account that does not exist creates it, and leaves the minimum balance', async () => {
    const { page, lantern } = await visit()
    const to = Keypair.random().publicKey()
    await openSendOf(page, 'XLM')
    await amountField(page).fill('1')
    await receiverField(page).fill(to)
    await dialog(page).getByText('This account does not exist yet').first().waitFor()
    await row(page, 'Max').click()
    await row(page, 'Preview Send').click()
    await sendButton(page).click()
    await dialog(page).getByText('Transaction started').waitFor()
    // minimum balance: 0.5 for each of three entries; the actual fee was below the shown maximum
    expect(await holdings(to)).toEqual({ native: 100n * XLM - 15_000_000n - 10_000n })
    expect(await holdings(lantern.address)).toMatchObject({ native: 15_000_000n + 10_000n - FEE })
  })

  it('rejects a transaction that the wallet signed with another amount, and submits nothing', async () => {
    const { page, lantern } = await visit()
    const to = fundedStranger({ native: 3n * XLM })
    lantern.replace = (xdr) => withAmount(xdr, '90')
    await openSendOf(page, 'XLM')
    await review(page, { amount: '1', to })
    await sendButton(page).click()
    await dialog(page)
      .getByText('The wallet signed a different transaction than the one that was shown.')
      .first()
      .waitFor()
    expect([lantern.asked, ledger.submissions]).toEqual([1, 0])
    expect([await holdings(to), (await holdings(lantern.address)).native]).toEqual([{ native: 3n * XLM }, 100n * XLM])
  })

  it('sends nothing if the visitor declines in the wallet; the visitor can try again', async () => {
    const { page, lantern } = await visit()
    const to = fundedStranger({ native: 3n * XLM })
    lantern.behaviour = 'reject'
    await openSendOf(page, 'XLM')
    await review(page, { amount: '1', to })
    await sendButton(page).click()
    await expect.poll(() => lantern.asked).toBe(1)
    lantern.behaviour = 'approve'
    await sendButton(page).click()
    await dialog(page).getByText('Transaction started').waitFor()
    expect([ledger.submissions, await holdings(to)]).toEqual([1, { native: 4n * XLM }])
  })

  it('shows the reason if the network rejects the transaction; the visitor can try again', async () => {
    const { page, lantern } = await visit()
    const to = fundedStranger({ native: 3n * XLM })
    await openSendOf(page, 'XLM')
    await review(page, { amount: '50', to })
    lantern.replace = (xdr) => {
      ledger.skip(lantern.address) // the account sends another transaction while the wallet's prompt is open
      return xdr
    }
    await sendButton(page).click()
    await dialog(page).getByText('Another transaction of this account was included first. Try again.').first().waitFor()
    expect([ledger.submissions, await holdings(to)]).toEqual([1, { native: 3n * XLM }])
    lantern.replace = (xdr) => xdr
    await sendButton(page).click()
    await dialog(page).getByText('Transaction started').waitFor()
    expect([ledger.submissions, await holdings(to)]).toEqual([2, { native: 53n * XLM }])
  })
})
