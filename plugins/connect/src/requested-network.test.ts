// @vitest-environment happy-dom
import { definePlugin, type ViewProps, view, viewOf } from '@wallet-modal/kernel'
import {
  createFakeNamespace,
  type FakeNamespace,
  FakeRejection,
  inlineUi,
  type RenderedModal,
  renderModal,
  waitUntil,
} from '@wallet-modal/kernel/testing'
import { beforeEach, expect, it, vi } from 'vitest'
import { Connect } from './contract.js'
import { connect } from './index.js'

interface Params {
  readonly network: string
  readonly result?: string
}
const SwitchNetwork = view<Params, string>('@wallet-modal/account#SwitchNetwork')
const account = definePlugin({
  name: 'an-account',
  kernel: '^0.1',
  ...inlineUi({
    views: [
      viewOf(SwitchNetwork, ({ params }: ViewProps<Params, string>) => `${params.network} ${params.result}`, {
        label: 'x',
      }),
    ],
  }),
  setup: () => undefined,
})
let evm: FakeNamespace
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
  evm = createFakeNamespace('eip155')
})
const show = (plugins = [account()]): Promise<RenderedModal> =>
  renderModal([evm.plugin(), connect(), ...plugins], {
    networks: evm.networks,
    view: Connect,
    params: { caipNetworkId: 'eip155:2' },
  })

it('a wallet on another network is asked to switch, and the modal closes after the switch', async () => {
  using page = await show()
  let answer = (): void => {}
  const { switchNetwork } = evm.wallet.provider
  const switchRequest = vi.spyOn(evm.wallet.provider, 'switchNetwork').mockImplementation(async (network) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await switchNetwork(network)
  })
  await waitUntil(() => page.click(/eip155 wallet/))
  await waitUntil(() => expect(switchRequest).toHaveBeenCalledOnce())
  await waitUntil(() => expect(page.text()).toContain('Continue in eip155 wallet'))
  expect(page.modal.connections.status.peek()).toBe('connecting')
  answer()
  await waitUntil(() => expect(page.modal.isOpen.peek()).toBe(false))
  expect(page.modal.connections.active.peek()?.caipNetworkId).toBe('eip155:2')
})

it('a rejected switch keeps the connection, and is displayed', async () => {
  using page = await show()
  vi.spyOn(evm.wallet.provider, 'switchNetwork').mockRejectedValue(new FakeRejection('declined'))
  await waitUntil(() => page.click(/eip155 wallet/))
  await waitUntil(() => expect(page.text()).toContain('eip155:2 rejected'))
  expect(page.modal.connections.active.peek()?.caipNetworkId).toBe('eip155:1')
})

it('a rejected switch closes the modal if no plugin displays it', async () => {
  using page = await show([])
  vi.spyOn(evm.wallet.provider, 'switchNetwork').mockRejectedValue(new FakeRejection('declined'))
  await waitUntil(() => page.click(/eip155 wallet/))
  await waitUntil(() => expect(page.modal.isOpen.peek()).toBe(false))
  expect(page.modal.connections.status.peek()).toBe('connected')
})

it('the modal closes at once if the wallet is on the requested network', async () => {
  evm.wallet.caipNetworkId = 'eip155:2'
  using page = await show()
  const switchNetwork = vi.spyOn(evm.wallet.provider, 'switchNetwork')
  await waitUntil(() => page.click(/eip155 wallet/))
  await waitUntil(() => expect(page.modal.isOpen.peek()).toBe(false))
  expect(switchNetwork).not.toHaveBeenCalled()
})
