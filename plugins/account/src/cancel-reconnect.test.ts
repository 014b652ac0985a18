// @vitest-environment happy-dom
import { createFakeNamespace, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { expect, it, vi } from 'vitest'
import { ProfileWallets } from './contract.js'
import { account } from './index.js'

it('closing the modal cancels the pending requests to reconnect of all chain families: later approvals connect nothing', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const families = [createFakeNamespace('eip155', { title: 'EVM' }), createFakeNamespace('solana', { title: 'Solana' })]
  using page = await renderModal([...families.map(({ plugin }) => plugin()), account()], {
    networks: families.flatMap(({ networks }) => networks),
    view: ProfileWallets,
  })
  const { connections } = page.modal
  const wallets = families.map(({ wallet }) => wallet)
  for (const { connector } of wallets) await connections.connect(connector)
  await page.modal.disconnect()
  for (const wallet of wallets) {
    wallet.behaviour = 'wait'
    await waitUntil(() => page.click(new RegExp(wallet.connector.name)))
    await waitUntil(() => expect(wallet.pendingRequests).toBe(1))
  }
  page.modal.close()
  for (const wallet of wallets) wallet.answer()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(connections.all.peek()).toEqual([])
})
