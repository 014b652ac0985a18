// @vitest-environment happy-dom
import { createFakeNamespace, type RenderedModal, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { Account, Networks, ProfileWallets, SwitchNetwork } from './contract.js'
import { account } from './index.js'

const evm = createFakeNamespace('eip155', { title: 'EVM' })
const sol = createFakeNamespace('solana', { title: 'Solana' })
let rendered: RenderedModal | undefined

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
  evm.wallet.caipNetworkId = 'eip155:1'
})
afterEach(() => rendered?.dispose())

async function show(what: NonNullable<Parameters<typeof renderModal>[1]>['view'] & object): Promise<RenderedModal> {
  rendered = await renderModal([evm.plugin(), sol.plugin(), account()], {
    networks: [...evm.networks, ...sol.networks],
    view: what,
  })
  return rendered
}
const reads = (page: RenderedModal, text: string | RegExp): Promise<void> =>
  waitUntil(() => {
    expect(page.text()).toMatch(text)
  })

it('Networks resolves with the network that the wallet switched to', async () => {
  const page = await show(ProfileWallets)
  await page.modal.connections.connect(evm.wallet.connector)
  const answer = page.modal.open({ view: Networks })
  await waitUntil(() => page.click(/eip155 2$/))
  expect(await answer).toBe('eip155:2')
})

it('a network switch that a wallet never answered does not prevent the switch of the next wallet', async () => {
  const page = await show(Account)
  const { connections } = page.modal
  await connections.connect(evm.wallet.connector)
  evm.wallet.behaviour = 'hang'
  onTestFinished(() => {
    evm.wallet.behaviour = 'approve'
  })
  void page.modal.open({ view: SwitchNetwork, params: { network: 'eip155:2' } })
  await reads(page, 'Approve in wallet')
  page.modal.close()
  await connections.disconnect()
  await connections.connect(evm.other.connector)
  void page.modal.open({ view: SwitchNetwork, params: { network: 'eip155:2' } })
  await waitUntil(() => expect(connections.active.peek()?.caipNetworkId).toBe('eip155:2'))
})

it('SwitchNetwork offers to try again if the visitor chooses a third network in the wallet', async () => {
  const [first, second] = evm.networks
  const third = { ...second, caipNetworkId: 'eip155:3', reference: '3', name: 'eip155 3' }
  rendered = await renderModal([evm.plugin(), account()], { networks: [first, second, third], view: Account })
  const { connections } = rendered.modal
  await connections.connect(evm.wallet.connector)
  evm.wallet.behaviour = 'hang'
  onTestFinished(() => {
    evm.wallet.behaviour = 'approve'
  })
  void rendered.modal.open({ view: SwitchNetwork, params: { network: 'eip155:2' } })
  await reads(rendered, 'Approve in wallet')
  evm.wallet.changeNetwork('eip155:3')
  await reads(rendered, 'The wallet could not switch')
  evm.wallet.behaviour = 'approve'
  await waitUntil(() => rendered?.click('Try again'))
  await waitUntil(() => expect(connections.active.peek()?.caipNetworkId).toBe('eip155:2'))
})
