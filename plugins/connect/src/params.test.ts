// @vitest-environment happy-dom
import {
  type Connector,
  type ConnectParams,
  connectMethods,
  connectors,
  definePlugin,
  type ViewProps,
  view,
  viewOf,
  walletSources,
} from '@wallet-modal/kernel'
import {
  createFakeNamespace,
  FakeWallet,
  inlineUi,
  type RenderedModal,
  renderModal,
  waitUntil,
} from '@wallet-modal/kernel/testing'
import { beforeEach, expect, it, vi } from 'vitest'
import { AllWallets, Connect } from './contract.js'
import { connect } from './index.js'

const evm = createFakeNamespace('eip155')
const bitcoin = createFakeNamespace('bip122')
/** Wallet of both namespaces. */
const twin = new FakeWallet({
  id: 'twin',
  name: 'Twin',
  namespaces: ['eip155', 'bip122'],
  caipNetworkId: 'bip122:1',
  addresses: ['fake-twin'],
})
const Scan = view<ConnectParams | undefined>('a-stranger#Scan')
const Passkey = view('a-stranger#Passkey')
const scanner: Connector = {
  id: 'scanner',
  name: 'Scanner',
  type: 'WALLET_CONNECT',
  pairsByLink: true,
  namespaces: ['eip155', 'bip122'],
  view: Scan,
  provider: async () => null,
}
const stranger = definePlugin({
  name: 'a-stranger',
  kernel: '^0.1',
  ...inlineUi({
    views: [
      viewOf(Scan, ({ params }: ViewProps<ConnectParams | undefined>) => `Scan for ${params?.namespace}`, {
        label: 'x',
      }),
      viewOf(Passkey, () => 'Use a passkey', { label: 'x' }),
    ],
  }),
  setup(ctx) {
    ctx.add(connectors, twin.connector)
    ctx.add(connectors, scanner)
    ctx.add(connectMethods, { kind: 'passkey', view: Passkey, namespaces: ['eip155'] })
    ctx.add(walletSources, {
      find: async ({ chains, search }) => {
        const all = [
          { id: 'a', name: 'Anchor', chains: ['eip155:1'] },
          { id: 'b', name: 'Brook', chains: ['bip122:1', 'eip155:1'] },
        ]
        return {
          data: all.filter(
            (one) => one.chains.some((chain) => chains.includes(chain)) && one.name.includes(search ?? ''),
          ),
        }
      },
    })
  },
})
const plugins = () => [evm.plugin(), bitcoin.plugin(), stranger(), connect()]
const networks = [...evm.networks, ...bitcoin.networks]
const show = (params?: ConnectParams): Promise<RenderedModal> =>
  renderModal(plugins(), { networks, view: Connect, params })

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
})

it('Connect with a namespace lists only the wallets and methods of this namespace', async () => {
  using page = await show({ namespace: 'bip122' })
  await waitUntil(() => expect(page.text()).toMatch(/Twin.*bip122 wallet/))
  expect(page.text()).not.toMatch(/eip155 wallet|Use a passkey/)
  void page.modal.open({ view: Connect })
  await waitUntil(() => expect(page.text()).toMatch(/eip155 wallet.*Use a passkey/))
})

it('Connect with a namespace connects a wallet of several namespaces without a choice', async () => {
  using page = await show({ namespace: 'bip122' })
  await waitUntil(() => page.click(/Twin/))
  await waitUntil(() => expect(page.modal.connections.active.peek()?.namespace).toBe('bip122'))
  expect(page.modal.connections.all.peek()).toHaveLength(1)
})

it('the view of a connector gets the namespace', async () => {
  using page = await show({ namespace: 'bip122' })
  await waitUntil(() => page.click(/Scanner/))
  await waitUntil(() => expect(page.text()).toContain('Scan for bip122'))
})

it('the list of all wallets has only those of the namespace, and all of them without one', async () => {
  using page = await show({ namespace: 'bip122' })
  await waitUntil(() => page.click(/All Wallets/))
  await waitUntil(() => expect(page.text()).toMatch(/bip122 wallet.*Brook/))
  expect(page.text()).not.toMatch(/eip155 wallet|Anchor/)
  void page.modal.open({ view: AllWallets })
  await waitUntil(() => expect(page.text()).toMatch(/eip155 wallet.*Anchor/))
})
