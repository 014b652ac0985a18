import { Connection, PublicKey } from '@solana/web3.js-1'
import { localSolanaNetwork } from '@wallet-modal/sandbox/server'
import { sandboxAt } from '@wallet-modal/sandbox/testing'
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { openWith } from './support/scripted.js'
import { fact, review, sendButton } from './support/send-page.js'
import { seedOf } from './support/solana.js'
import { keypairOf } from './support/solana-client.js'
import { createStage } from './support/stage.js'

const { caipNetworkId } = localSolanaNetwork
/** A site with names of the Solana Name Service, from a third-party plugin. */
const stage = createStage({
  serve: (sandboxUrl) => {
    const rpcUrls = [`${sandboxUrl}/v1/?chainId=${caipNetworkId}&projectId=test`]
    return servePage({
      services: [sandboxUrl],
      body: '<button id="open">Connect wallet</button>',
      script: `
        import { createWalletModal } from '@wallet-modal/kernel'
        import { account } from '@wallet-modal/account'
        import { connect } from '@wallet-modal/connect'
        import { send } from '@wallet-modal/send'
        import { WalletSend } from '@wallet-modal/send/contract'
        import { solana } from '@wallet-modal/solana'
        import { sns } from '../third-party/sns/src/index.js'
        const query = new URLSearchParams(location.search)
        const modal = createWalletModal({
          metadata: { name: 'Plain page' },
          networks: [${JSON.stringify({ ...localSolanaNetwork, rpcUrls, testnet: true })}],
          plugins: [solana(), connect(), account(), send(), ...(query.has('none') ? [] : [sns()])],
        })
        document.querySelector('#open').onclick = () => void modal.open()
        Object.assign(window, { openSend: () => void modal.open({ view: WalletSend, params: { token: '${caipNetworkId}/slip44:501' } }) })`,
    })
  },
})
/** The eighth development account. */
const HAZEL = '26roUwgM5T6bccX41hakjiW4fDiKFSao1RyoFsAxr6e6'
const SOL = 1_000_000_000n
const sender = keypairOf(1).publicKey.toBase58()

beforeEach(() => sandboxAt(stage.sandboxUrl).fund({ address: sender, chainId: caipNetworkId, amount: 5n * SOL }))

async function openForm(query = ''): Promise<Page> {
  const { page } = await openWith(
    stage,
    { zephyr: { namespace: 'solana', name: 'Zephyr', keys: [seedOf(1)] } },
    { query },
  )
  await page.click('#open')
  await row(page, 'Zephyr').click()
  await dialog(page).waitFor({ state: 'hidden' })
  await page.evaluate(() => Reflect.get(window, 'openSend')())
  await dialog(page).getByText('Balance:').waitFor()
  return page
}
const receiver = (page: Page) => dialog(page).getByRole('textbox', { name: 'To', exact: true })
/** Balance of `HAZEL`, read by another client. */
const balance = async (): Promise<bigint> =>
  BigInt(
    await new Connection(`${stage.sandboxUrl}/v1/?chainId=${caipNetworkId}`, 'confirmed').getBalance(
      new PublicKey(HAZEL),
    ),
  )

it('a .sol name resolves on-chain to its owner, who is paid', async () => {
  const page = await openForm()
  const before = await balance()
  await receiver(page).fill('hazel.sol')
  await dialog(page).getByText('resolves on-chain to').waitFor()
  await review(page, { amount: '0.5', to: 'hazel.sol' })
  expect(await fact(page, 'To')).toBe(`hazel.sol${HAZEL}`)
  await sendButton(page).click()
  await expect.poll(balance, { timeout: 20_000 }).toBe(before + SOL / 2n)
})

it('an unregistered .sol name, a .sol name with a SOL record, and a subdomain are not accepted as receivers', async () => {
  const page = await openForm()
  await receiver(page).fill('nobody.sol')
  await dialog(page).getByText('No account was found for this name.').first().waitFor()
  await receiver(page).fill('rowan.sol')
  await dialog(page).getByText('The receiver could not be checked.').first().waitFor()
  await receiver(page).fill('shop.hazel.sol')
  await dialog(page).getByText('No account was found for this name.').first().waitFor()
})

it('without the plugin, the form says that names are not supported', async () => {
  const page = await openForm('?none')
  await receiver(page).fill('hazel.sol')
  await dialog(page).getByText('Names are not supported on this network.').first().waitFor()
})
