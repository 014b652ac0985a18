import { localSolanaNetwork } from '@wallet-modal/sandbox/server'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addressOf } from '../../plugins/solana/src/wallet.test.fixtures.js'
import { dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { openWith } from './support/scripted.js'
import { seedOf } from './support/solana.js'
import { createStage } from './support/stage.js'

const { caipNetworkId } = localSolanaNetwork
const rpcUrl = (sandboxUrl: string): string => `${sandboxUrl}/v1/?chainId=${caipNetworkId}`

/** A page on which each library builds a transfer, and the connected wallet signs it. */
const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      body: '<button id="open">Connect wallet</button>',
      script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { connect } from '@wallet-modal/connect'
      import { solana } from '@wallet-modal/solana'
      import { makers } from '../../plugins/solana/src/libraries.test.fixtures.ts'
      const network = ${JSON.stringify({ ...localSolanaNetwork, rpcUrls: [rpcUrl(sandboxUrl)], testnet: true })}
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: [network],
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
        plugins: [solana(), connect(), account()],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      window.transfer = async (maker, to, lamports) => {
        const { account, provider } = modal.connections.active.peek()
        const rpc = async (method, params) => {
          const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
          const reply = await fetch('${rpcUrl(sandboxUrl)}', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
          return reply.json()
        }
        const { blockhash } = (await rpc('getLatestBlockhash', [])).result.value
        const transaction = makers[maker]({ from: account.address, to, lamports: BigInt(lamports), blockhash })
        const [own] = provider.accounts
        const [{ signedTransaction }] = await provider.features['solana:signTransaction'].signTransaction({ account: own, transaction, chain: 'solana:localnet' })
        return rpc('sendTransaction', [btoa(String.fromCharCode(...signedTransaction)), { encoding: 'base64' }])
      }
      window.balance = async () => String(await modal.connections.active.peek().adapter.balance())`,
    }),
})

/** Calls the node through the sandbox, without the modal. */
async function ask(method: string, params: readonly unknown[]) {
  const reply = await fetch(rpcUrl(stage.sandboxUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await reply.json()).result
}
const balanceOf = async (address: string): Promise<number> => (await ask('getBalance', [address])).value

async function fund(address: string, amount: string): Promise<void> {
  await fetch(`${stage.sandboxUrl}/sandbox/fund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, chainId: caipNetworkId, amount }),
  })
}

/** Calls a function of the page by name. */
const call = (page: Page, name: 'transfer' | 'balance', ...given: readonly (string | number)[]) =>
  page.evaluate(async ([which, parameters]) => Reflect.get(window, which)(...parameters), [name, given] as const)

async function connected(seed: number, lamports: string): Promise<Page> {
  await fund(addressOf(seed), lamports)
  const { page } = await openWith(stage, { zephyr: { namespace: 'solana', keys: [seedOf(seed)] } })
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await row(page, 'Zephyr').click()
  await dialog(page).waitFor({ state: 'hidden' })
  return page
}

describe('Solana on a real chain', () => {
  it('shows the on-chain balance', async () => {
    const page = await connected(10, '3250000001')
    expect(await call(page, 'balance')).toBe('3250000001')
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialog(page)
      .getByText(/^3\.25\d* SOL$/)
      .waitFor()
    await fund(addressOf(10), '0')
    expect(await call(page, 'balance')).toBe('0')
  })

  it.each([
    ['a legacy transaction of web3.js 1.x', 'legacy', 11],
    ['a versioned transaction of web3.js 1.x', 'versioned', 12],
    ['a transaction of web3.js 2.x', 'web3v2', 13],
    ['a transaction of kit', 'kit', 14],
  ])('the wallet signs %s, and the chain transfers the coins', async (_, maker, seed) => {
    const page = await connected(seed, '2000000000')
    const to = addressOf(100 + seed)
    const reply = await call(page, 'transfer', maker, to, 1_500_000_000)
    expect(reply.error).toBeUndefined()
    expect((await ask('getSignatureStatuses', [[reply.result]])).value).toMatchObject([{ err: null }])
    expect(await balanceOf(to)).toBe(1_500_000_000)
    expect(await balanceOf(addressOf(seed))).toBe(2_000_000_000 - 1_500_000_000 - 5000)
    const refused = await call(page, 'transfer', maker, to, 1_500_000_001)
    expect(refused.error.data.err).toEqual({ InstructionError: [0, { Custom: 1 }] })
    expect(await balanceOf(to)).toBe(1_500_000_000)
  })
})
