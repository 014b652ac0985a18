// @vitest-environment happy-dom
import { signal } from '@wallet-modal/kernel'
import { createFakeNamespace, waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, expect, it, vi } from 'vitest'
import { SmartAccountSettings } from '../contract.js'
import { showView } from './views.test.fixtures.js'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
})

it('a removal on one network neither blocks nor hides the removal on another network', async () => {
  const evm = createFakeNamespace('eip155')
  const delegated = new Set([1, 2])
  const contract = `0x${'ab'.repeat(20)}`
  using page = await showView(
    {
      abortSignal: new AbortController().signal,
      smartAccount: signal({ type: 'smartAccount', contract } as const),
      delegate: async (chainId) => (delegated.has(chainId) ? contract : null),
      removeDelegation: async () => undefined,
    },
    { view: SmartAccountSettings, networks: evm.networks, plugins: [evm.plugin()] },
  )
  const reads = (text: RegExp): Promise<void> => waitUntil(() => expect(page.text()).toMatch(text))
  await page.modal.connections.connect(evm.wallet.connector)
  await reads(/Remove the contract from eip155 1/)
  page.click(/Remove the contract/)
  await reads(/eip155 1Waiting for the network/)
  await page.modal.switchNetwork('eip155:2')
  await reads(/Remove the contract from eip155 2/)
  expect(page.text()).not.toMatch(/Waiting for the network/)
  delegated.delete(1)
  const pollsOfTheChainMs = 6000
  await waitUntil(
    () => expect(page.dialog().getRootNode().textContent).toMatch(/on eip155 1 is a plain one again/),
    pollsOfTheChainMs,
  )
  expect(page.text()).toMatch(/Remove the contract from eip155 2/)
})
