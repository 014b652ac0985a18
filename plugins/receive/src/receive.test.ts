// @vitest-environment happy-dom
import { definePlugin, type SigningConnection, signal } from '@wallet-modal/kernel'
import {
  createFakeApi,
  createFakeNamespace,
  type FakeApi,
  type RenderedModal,
  renderModal,
  waitUntil,
} from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ReceivingFamily, receivingFamilies, WalletCompatibleNetworks, WalletReceive } from './contract.js'
import { families } from './families.js'
import { receive } from './index.js'

const evm = '0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359'
const solana = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'

// the examples of EIP-681, Solana Pay and BIP-21
it.each([
  ['eip155', 'eip155:1', evm, `ethereum:${evm}@1`],
  ['solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', solana, `solana:${solana}`],
  ['solana', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', solana, null],
  [
    'bip122',
    'bip122:000000000019d6689c085ae165831e93',
    '175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W',
    'bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W',
  ],
  ['polkadot', 'polkadot:91b171bb158e2d3848fa23a9f1c25182', '12gX42C4Fj1wgtfgoP624zeHrcPBqzhb4yAENyvFdGX6EUnN', null],
])(
  'toUri() of the family %s returns the payment URI of an address on %s, or null if that network has no payment URI',
  (namespace, caipNetworkId, address, uri) => {
    expect(families.find((one) => one.namespace === namespace)?.toUri(address, caipNetworkId)).toBe(uri)
  },
)

let rendered: RenderedModal | undefined
let api: FakeApi | undefined
/** Whether the wallet was queried for its capabilities. */
let wasQueried = false
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
  wasQueried = false
})
afterEach(() => {
  rendered?.dispose()
  api?.dispose()
})

/** Replies of an EVM node: the code of the account, or an error if there is none. */
const nodeOf =
  (code: string | undefined) =>
  ({ body }: { readonly body: unknown }): unknown => {
    const reply = (call: unknown): object => {
      const { id, method }: { readonly id?: unknown; readonly method?: unknown } = Object(call)
      if (method !== 'eth_getCode' || code === undefined)
        return { jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown method' } }
      return { jsonrpc: '2.0', id, result: code }
    }
    return Array.isArray(body) ? body.map(reply) : reply(body)
  }

interface ConnectedWallet {
  readonly namespace: string
  readonly type?: 'eoa' | 'smartAccount' | 'ordinal'
  readonly isDelegated?: boolean
  readonly caipNetworkId?: string
  readonly family?: ReceivingFamily
  readonly approved?: readonly string[]
  /** Code of the account on EVM networks. `null`: the node does not return it. Default: none, as for the account of a key. */
  readonly code?: string | null
  /** Whether the wallet reports that the account sends atomic batches (EIP-5792). `null`: `supportsBatch` never resolves. */
  readonly supportsBatch?: boolean | null | ((connectorId: string) => boolean | undefined)
}

/** Opens a view with a connected wallet of the chain family. */
async function show(
  {
    namespace,
    type = 'eoa',
    isDelegated,
    caipNetworkId = `${namespace}:1`,
    family,
    approved,
    code = '0x',
    supportsBatch = false,
  }: ConnectedWallet,
  view = WalletReceive,
): Promise<RenderedModal> {
  const transactions = {
    supportsBatch: async ({ connectorId }: SigningConnection) => {
      wasQueried = true
      if (typeof supportsBatch === 'function') return supportsBatch(connectorId)
      return supportsBatch ?? new Promise<never>(() => undefined)
    },
  }
  const fake = createFakeNamespace(namespace, { transactions })
  const account = { address: 'fake-1', type, ...(isDelegated && { isDelegated }) }
  for (const { provider } of [fake.wallet, fake.other])
    provider.request = async () => ({ accounts: [account], caipNetworkId })
  if (approved) Object.assign(fake.wallet.connector, { approved: signal(approved) })
  const other = definePlugin({
    name: 'other',
    kernel: '^0.1',
    setup: (ctx) => void (family && ctx.add(receivingFamilies, family)),
  })
  api = createFakeApi({ 'rpc:/v1/': nodeOf(code ?? undefined) })
  const plugins = [fake.plugin(), other(), api.plugin, receive()]
  rendered = await renderModal(plugins, { networks: fake.networks, view })
  await rendered.modal.connections.connect(fake.wallet.connector)
  await waitUntil(() => expect(rendered?.text()).toMatch(/fake-1|You can receive/))
  return rendered
}

describe('the receive view', () => {
  const onlyOneNetwork = /Receive on .* only\./
  it.each([
    [
      'names the only network if addresses of the family differ by network',
      { namespace: 'polkadot' },
      /Receive on polkadot 1 only\./,
    ],
    [
      'lists the compatible networks if the family shares addresses',
      { namespace: 'eip155' },
      /Compatible Networks.*eip155 1, eip155 2/,
    ],
    [
      'warns that a smart account may not exist on other networks',
      { namespace: 'eip155', type: 'smartAccount' },
      /It may not exist on networks other than eip155 1/,
    ],
    [
      'names the only network of a smart account',
      { namespace: 'eip155', type: 'smartAccount' },
      /Receive on eip155 1 only/,
    ],
    [
      'lists all networks for a delegated account, whose address is that of its key',
      { namespace: 'eip155', type: 'smartAccount', isDelegated: true },
      /Compatible Networks.*eip155 1, eip155 2/,
    ],
    [
      'names the only network that the wallet approved',
      { namespace: 'eip155', approved: ['eip155:1'] },
      /Receive on eip155 1 only/,
    ],
    [
      'warns of an address for ordinals and names its network',
      { namespace: 'bip122', type: 'ordinal' },
      /for ordinals.*Receive on bip122 1 only/,
    ],
    [
      'says that the site does not support the network',
      { namespace: 'eip155', caipNetworkId: 'eip155:7' },
      /does not support/,
    ],
    ['names the only network of a family that no plugin describes', { namespace: 'fifth' }, onlyOneNetwork],
    [
      'names the only network of a contract, whose address may belong to somebody else on other networks',
      { namespace: 'eip155', code: '0x6080' },
      /It may not exist on networks other than eip155 1\..*Receive on eip155 1 only\./,
    ],
    [
      'names the only network of an account without code that sends atomic batches, because its contract is not deployed yet',
      { namespace: 'eip155', supportsBatch: true },
      /It may not exist on networks other than eip155 1\..*Receive on eip155 1 only\./,
    ],
    [
      'lists all networks for an account whose code is a delegation',
      { namespace: 'eip155', code: `0xef0100${'1'.repeat(40)}`, supportsBatch: true },
      /Compatible Networks.*eip155 1, eip155 2/,
    ],
    [
      'names only the active network if the node does not tell whether the account is a contract',
      { namespace: 'eip155', code: null },
      /Receive on eip155 1 only\./,
    ],
  ] satisfies readonly (readonly [string, ConnectedWallet, RegExp])[])('%s', async (_, connected, said) => {
    const page = await show(connected)
    await waitUntil(() => expect(page.text()).toMatch(said))
  })

  it('lists the networks of the site for an account without code on a network that the site does not list', async () => {
    const page = await show({ namespace: 'eip155', caipNetworkId: 'eip155:7' }, WalletCompatibleNetworks)
    await waitUntil(() => expect(page.text()).toMatch(/eip155 1.*eip155 2/))
  })

  it('names only the active network if the wallet does not reply whether it sends atomic batches', async () => {
    const limit = new AbortController()
    const { timeout } = AbortSignal
    const limits = vi.spyOn(AbortSignal, 'timeout')
    limits.mockImplementation((ms) =>
      ms === 10_000 ? AbortSignal.any([limit.signal, timeout.call(AbortSignal, ms)]) : timeout.call(AbortSignal, ms),
    )
    const page = await show({ namespace: 'eip155', supportsBatch: null })
    await waitUntil(() => expect(wasQueried).toBe(true))
    expect(page.text()).not.toMatch(/Receive on|Compatible/)
    limit.abort()
    limits.mockRestore()
    await waitUntil(() => expect(page.text()).toMatch(/Receive on eip155 1 only\./))
  })

  it.each([
    [true, /It may not exist on networks other than eip155 1\..*Receive on eip155 1 only\./],
    [false, /Compatible Networks.*eip155 1, eip155 2/],
  ])('names only the active network until the wallet replies, then applies the reply %s', async (reply, text) => {
    let current: boolean | undefined
    const page = await show({ namespace: 'eip155', supportsBatch: () => current })
    await waitUntil(() => expect(page.text()).toMatch(onlyOneNetwork))
    expect(page.text()).not.toMatch(/It may not exist/)
    current = reply
    dispatchEvent(new Event('online')) // the kind is read again without a pause
    await waitUntil(() => expect(page.text()).toMatch(text))
  })

  it('reads again for another wallet with the same account', async () => {
    const page = await show({ namespace: 'eip155', supportsBatch: (connectorId) => connectorId === 'eip155-other' })
    await waitUntil(() => expect(page.text()).toMatch(/Compatible Networks/))
    const { connections } = page.modal
    const other = connections
      .adapter('eip155')
      ?.connectors.peek()
      .find(({ id }) => id === 'eip155-other')
    await connections.connect(other ?? expect.fail())
    await waitUntil(() => expect(page.text()).toMatch(onlyOneNetwork))
  })

  it('uses another plugin’s description of a family, even of a built-in family', async () => {
    const family = { namespace: 'polkadot', sharesAddress: true, toUri: (to: string) => `dot:${to}` }
    const page = await show({ namespace: 'polkadot', family })
    expect(page.text()).toMatch(/Payment link.*polkadot 1, polkadot 2/)
  })

  it('lists only networks on which the address can be paid', async () => {
    expect((await show({ namespace: 'bip122' }, WalletCompatibleNetworks)).text()).not.toContain('bip122 2')
    rendered?.dispose()
    expect((await show({ namespace: 'solana' }, WalletCompatibleNetworks)).text()).toMatch(/solana 1.*solana 2/)
  })
})
