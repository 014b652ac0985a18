// @vitest-environment happy-dom
import { type ConnectParams, connectors, definePlugin, type ViewProps, view, viewOf } from '@wallet-modal/kernel'
import {
  createFakeNamespace,
  FakeRejection,
  FakeWallet,
  inlineUi,
  type RenderedModal,
  renderModal,
  waitUntil,
} from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Account, Networks, ProfileWallets, SwitchNetwork } from './contract.js'
import { account } from './index.js'

const evm = createFakeNamespace('eip155', { title: 'EVM' })
const sol = createFakeNamespace('solana', { title: 'Solana' })
let rendered: RenderedModal | undefined
let prompts = 0

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
  prompts = evm.wallet.prompts + evm.other.prompts
  Object.assign(evm.wallet, { caipNetworkId: 'eip155:1', behaviour: 'approve' })
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

it('ProfileWallets lists the wallets of each namespace, activates one on click, and disconnects one alone', async () => {
  const page = await show(ProfileWallets)
  const { connections } = page.modal
  await reads(page, /EVM.*Add EVM wallet.*Solana.*Add Solana wallet/)
  await connections.connect(evm.wallet.connector)
  await connections.connect(sol.other.connector)
  await reads(page, /EVM.*eip155 wallet.*fake-1.*fake-2.*Solana.*solana other.*fake-3.*Disconnect all/)
  expect(connections.active.peek()?.namespace).toBe('solana')

  page.click(/eip155 walleteip155/)
  expect(connections.active.peek()?.namespace).toBe('eip155')
  await reads(page, 'Wallet switched')
  page.click(/fake-2$/)
  expect(connections.active.peek()?.account.address).toBe('fake-2')

  const before = connections.adapter('eip155').state.peek()
  page.click('Disconnect solana other')
  await reads(page, /Add Solana wallet/)
  expect(connections.adapter('eip155').state.peek()).toBe(before)
})

it('Add wallet and the view of a network without a wallet open the wallets of their namespace', async () => {
  const Connect = view<ConnectParams | undefined>('@wallet-modal/connect#Connect')
  const lists = definePlugin({
    name: 'lists',
    kernel: '^0.1',
    ...inlineUi({
      views: [viewOf(Connect, ({ params }: ViewProps<ConnectParams | undefined>) => `for ${params?.namespace}`, {})],
    }),
    setup: () => undefined,
  })
  rendered = await renderModal([evm.plugin(), sol.plugin(), account(), lists()], {
    networks: [...evm.networks, ...sol.networks],
    view: ProfileWallets,
  })
  const page = rendered
  await waitUntil(() => page.click('Add Solana wallet'))
  await reads(page, 'for solana')
  await page.modal.connections.connect(sol.wallet.connector)
  void page.modal.open({ view: SwitchNetwork, params: { network: 'eip155:2' } })
  await waitUntil(() => page.click('Add EVM wallet'))
  await reads(page, 'for eip155')
})

it('a wallet of two namespaces can be reconnected in one while its request in the other is open', async () => {
  const twins = [evm, sol].map(
    ({ name, networks: [{ caipNetworkId }] }) =>
      new FakeWallet({
        id: 'twin',
        name: `Twin ${name}`,
        namespaces: [name],
        caipNetworkId,
        addresses: [`fake-${name}`],
      }),
  )
  const twin = definePlugin({
    name: 'twin',
    kernel: '^0.1',
    setup: (ctx) => {
      for (const { connector } of twins) ctx.add(connectors, connector)
    },
  })
  rendered = await renderModal([evm.plugin(), sol.plugin(), account(), twin()], {
    networks: [...evm.networks, ...sol.networks],
    view: ProfileWallets,
  })
  const page = rendered
  for (const { connector } of twins) await page.modal.connections.connect(connector)
  await page.modal.disconnect()
  await reads(page, /Recently connected.*Twin eip155.*Twin solana|Recently connected.*Twin solana.*Twin eip155/)
  for (const one of twins) one.behaviour = one === twins[0] ? 'hang' : 'approve'
  page.click(/Twin eip155/)
  page.click(/Twin solana/)
  await waitUntil(() => expect(page.modal.connections.active.peek()?.namespace).toBe('solana'))
})

describe('several wallets of one namespace', () => {
  const connectBoth = async (page: RenderedModal): Promise<void> => {
    await page.modal.connections.connect(evm.wallet.connector)
    await page.modal.connections.connect(evm.other.connector)
    await reads(page, /eip155 other.*eip155 wallet/)
  }
  const activeConnectorId = (page: RenderedModal): string | undefined =>
    page.modal.connections.active.peek()?.connectorId

  it('are listed with the active wallet first; a click activates another one and lists its accounts', async () => {
    const page = await show(ProfileWallets)
    await connectBoth(page)
    expect(page.text()).not.toContain('fake-2')
    page.click(/eip155 walleteip155/)
    expect(activeConnectorId(page)).toBe('eip155-wallet')
    await reads(page, /eip155 wallet.*fake-1.*fake-2.*eip155 other.*fake-3/)
    expect(evm.wallet.prompts + evm.other.prompts).toBe(prompts + 2)
    page.click(/fake-2$/)
    expect(page.modal.connections.active.peek()?.account.address).toBe('fake-2')
  })

  it('let the active wallet switch its network while another wallet is connecting', async () => {
    evm.other.behaviour = 'hang'
    onTestFinished(() => {
      evm.other.behaviour = 'approve'
    })
    const page = await show(Networks)
    const { connections } = page.modal
    await connections.connect(evm.wallet.connector)
    void connections.connect(evm.other.connector)
    await waitUntil(() => expect(connections.adapter('eip155').state.peek().status).toBe('connecting'))
    page.click(/eip155 2$/)
    await waitUntil(() => expect(connections.active.peek()?.caipNetworkId).toBe('eip155:2'))
    expect(page.text()).not.toContain('Add EVM wallet')
  })

  it('disconnect one by one, and are listed as recently connected until modal.forget()', async () => {
    const page = await show(ProfileWallets)
    await connectBoth(page)
    page.click('Disconnect eip155 other')
    await reads(page, /eip155 wallet.*Add another wallet.*Recently connected.*eip155 other/)
    expect(activeConnectorId(page)).toBe('eip155-wallet')
    evm.other.behaviour = 'reject'
    page.click(/eip155 otherEVM/)
    await reads(page, 'Connection declined')
    evm.other.behaviour = 'approve'
    page.click(/eip155 otherConnection declined/)
    await waitUntil(() => expect(activeConnectorId(page)).toBe('eip155-other'))
    await waitUntil(() => expect(page.text()).not.toContain('Recently connected'))
    page.click('Disconnect eip155 wallet')
    await reads(page, /Recently connected.*eip155 wallet/)
    await page.modal.forget()
    await waitUntil(() => expect(page.text()).not.toContain('Recently connected'))
    expect(localStorage.length).toBe(0)
  })

  it('J1: are not listed as recently connected if the stored list is malformed or names unknown wallets', async () => {
    const key = 'wallet-modal/default/@wallet-modal/account/recent'
    const stored = [{ namespace: 'eip155', connectorId: 'gone' }, 7, { namespace: 'nowhere', connectorId: 'x' }]
    for (const data of [stored, {}, 'eip155']) {
      localStorage.setItem(key, JSON.stringify({ v: 1, data }))
      const page = await show(ProfileWallets)
      await reads(page, /Add EVM wallet/)
      expect(page.text()).not.toContain('Recently connected')
      page.dispose()
    }
  })

  it('are listed for a choice if the active wallet disconnects itself', async () => {
    const page = await show(Account)
    await page.modal.connections.connect(evm.wallet.connector)
    await page.modal.connections.connect(evm.other.connector)
    await reads(page, /Connected with eip155 other/)
    evm.other.leave()
    await reads(page, /eip155 wallet.*Add another wallet/)
    expect(activeConnectorId(page)).toBeUndefined()
    page.click(/eip155 walleteip155/)
    await reads(page, /Connected with eip155 wallet/)
  })

  it('are disconnected one by one in the account view, which then shows the next wallet, and closes after the last one', async () => {
    const page = await show(Account)
    await page.modal.connections.connect(evm.wallet.connector)
    await page.modal.connections.connect(evm.other.connector)
    await reads(page, /Connected with eip155 other/)
    page.click('Disconnect')
    await reads(page, /Connected with eip155 wallet/)
    expect(page.modal.isOpen.peek()).toBe(true)
    page.click('Disconnect')
    await waitUntil(() => expect(page.modal.isOpen.peek()).toBe(false))
    expect(page.modal.connections.all.peek()).toEqual([])
  })
})

it('Disconnect all disconnects every wallet, and the account view then says that no wallet is connected', async () => {
  const page = await show(ProfileWallets)
  const { connections } = page.modal
  await connections.connect(evm.wallet.connector)
  await connections.connect(sol.other.connector)
  await reads(page, /Disconnect all/)
  page.click('Disconnect all')
  await reads(page, /Add EVM wallet.*Add Solana wallet/)
  expect(connections.status.peek()).toBe('disconnected')
  void page.modal.open({ view: Account })
  await reads(page, /No wallet connected/)
})

it('Networks lists the networks of every namespace, and offers a wallet for a namespace without one', async () => {
  const page = await show(Networks)
  await page.modal.connections.connect(evm.wallet.connector)
  await reads(page, /EVM.*eip155 1.*eip155 2.*Solana.*solana 1.*solana 2/)
  page.click(/eip155 2$/)
  await waitUntil(() => expect(page.modal.connections.active.peek()?.caipNetworkId).toBe('eip155:2'))
  void page.modal.open({ view: Networks })
  await reads(page, /solana 2/)
  page.click(/solana 2$/)
  await reads(page, /solana 2 works with Solana wallets/)
  page.click('Keep current network')
  await reads(page, /eip155 1/)
  expect(page.modal.connections.active.peek()?.caipNetworkId).toBe('eip155:2')
})

describe('SwitchNetwork for a network that the site requests', () => {
  const open = (page: RenderedModal, network: string): Promise<string | undefined> =>
    page.modal.open({ view: SwitchNetwork, params: { network } })

  it('asks the wallet at once, and resolves with the network after the switch', async () => {
    const page = await show(ProfileWallets)
    await page.modal.connections.connect(evm.wallet.connector)
    const answer = open(page, 'eip155:2')
    expect(await answer).toBe('eip155:2')
    expect(page.modal.connections.active.peek()?.caipNetworkId).toBe('eip155:2')
  })

  it('asks the wallet again only on "Try again" after a rejection', async () => {
    const page = await show(ProfileWallets)
    await page.modal.connections.connect(evm.wallet.connector)
    const switchNetwork = vi
      .spyOn(evm.wallet.provider, 'switchNetwork')
      .mockRejectedValue(new FakeRejection('declined'))
    onTestFinished(() => switchNetwork.mockRestore())
    const answer = open(page, 'eip155:2')
    await reads(page, /eip155 2.*Switch declined/)
    expect(switchNetwork).toHaveBeenCalledTimes(1)
    page.click('Try again')
    await waitUntil(() => expect(switchNetwork).toHaveBeenCalledTimes(2))
    await reads(page, 'Switch declined')
    page.click('Keep current network')
    expect(await answer).toBeUndefined()
    expect(page.modal.connections.active.peek()?.caipNetworkId).toBe('eip155:1')
  })

  it('offers a wallet if the namespace of the network has none', async () => {
    const page = await show(ProfileWallets)
    await page.modal.connections.connect(evm.wallet.connector)
    void open(page, 'solana:2')
    await reads(page, /solana 2 works with Solana wallets/)
  })
})

it('a recently connected wallet that does not authorize its namespace any more is shown as failed', async () => {
  const page = await show(ProfileWallets)
  await page.modal.connections.connect(evm.wallet.connector)
  await page.modal.disconnect()
  const { provider } = evm.wallet.connector
  Object.assign(evm.wallet.connector, { provider: async () => null })
  onTestFinished(() => void Object.assign(evm.wallet.connector, { provider }))
  await reads(page, /Recently connected.*eip155 wallet/)
  page.click(/eip155 wallet/)
  await reads(page, /The wallet could not connect/)
})
