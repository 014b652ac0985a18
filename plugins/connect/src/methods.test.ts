// @vitest-environment happy-dom
import { type Connector, connectMethods, connectors, definePlugin, view, viewOf } from '@wallet-modal/kernel'
import { createFakeNamespace, inlineUi, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, expect, it, vi } from 'vitest'
import { connect } from './index.js'

const Passkey = view('a-stranger#Passkey')
const passkeyPlugin = definePlugin({
  name: 'a-stranger',
  kernel: '^0.1',
  ...inlineUi({ views: [viewOf(Passkey, () => 'Use a passkey', { label: 'x' })] }),
  setup: (ctx) => void ctx.add(connectMethods, { kind: 'passkey', view: Passkey }),
})
const externalConnector: Connector = {
  id: 'x',
  name: 'Brought',
  type: 'EXTERNAL',
  namespaces: ['eip155'],
  provider: async () => null,
}
const pluginWithConnector = (one: Partial<Connector>) =>
  definePlugin({
    name: 'bringer',
    kernel: '^0.1',
    setup: (ctx) => void ctx.add(connectors, { ...externalConnector, ...one }),
  })

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false))

it('Connect shows a connect method of an unknown kind after the known ones', async () => {
  const evm = createFakeNamespace('eip155')
  using page = await renderModal([passkeyPlugin(), evm.plugin(), connect()], { networks: evm.networks })
  await waitUntil(() => expect(page.text()).toMatch(/eip155 wallet.*Use a passkey/))
})

it('connectMethodsOrder can put a connect method of an unknown kind first', async () => {
  const evm = createFakeNamespace('eip155')
  const options = { connectMethodsOrder: ['passkey', 'wallet'] }
  using page = await renderModal([passkeyPlugin(), evm.plugin(), connect(options)], { networks: evm.networks })
  await waitUntil(() => expect(page.text()).toMatch(/Use a passkey.*eip155 wallet/))
})

it.each([
  ['a wallet that pairs by link', 'All Wallets', { pairsByLink: true }],
  ['a login with a view of its own', 'Connect Wallet', { hasOwnBlock: true, view: Passkey }],
  ['an installed wallet', 'Connect Wallet', { isInstalled: true }],
] as const)('on a phone, with only %s, the modal opens "%s"', async (_, title, facts) => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  using page = await renderModal([passkeyPlugin(), pluginWithConnector(facts)(), connect()])
  await waitUntil(() => expect(page.dialog().getAttribute('aria-label')).toBe(title))
  vi.unstubAllGlobals()
})
