// @vitest-environment happy-dom
import { bytesToHex } from '@noble/hashes/utils'
import { createWalletModal, definePlugin, type Network, type SendDraft } from '@wallet-modal/kernel'
import { sendHandlers, tokenSources } from '@wallet-modal/kernel/assets'
import { afterEach, describe, expect, it, vi } from 'vitest'
import known from '../../networks.json' with { type: 'json' }
import { polkadot } from '../index.js'
import { decodeSs58 } from '../ss58.js'
import { ASSET_MAP, assetAccountKey } from './storage-keys.js'

const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const onPolkadot = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const ethereum = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const hub = known.find(({ name }) => name === 'Polkadot Asset Hub') as Network
const mythos: Network = { ...hub, ...chainOf('f6ee56e9c5277df5b4ce6ae9983ee88f'), name: 'Mythos' }

function chainOf(reference: string) {
  return { caipNetworkId: `polkadot:${reference}`, reference }
}

interface Call {
  readonly method: string
  readonly params: readonly unknown[]
}

/** A modal with the plugin, a connected wallet, and a node that answers with `answer`. */
async function start(network: Network, answer: (call: Call) => unknown = () => null) {
  const calls: Call[] = []
  const signPayload = vi.fn()
  vi.stubGlobal('fetch', async (_: unknown, { body }: { readonly body: string }) => {
    const { id, method, params } = JSON.parse(body)
    calls.push({ method, params })
    return Response.json({ jsonrpc: '2.0', id, result: answer({ method, params }) })
  })
  const list = [
    { address: alice, type: 'sr25519' },
    { address: ethereum, type: 'ethereum' },
  ]
  const accounts = { get: async () => list, subscribe: () => () => {} }
  Reflect.set(window, 'injectedWeb3', {
    'polkadot-js': { enable: async () => ({ accounts, signer: { signPayload } }) },
  })
  const asker = definePlugin({ name: 'asker', kernel: '^0.1', setup: (ctx) => ctx })
  const modal = createWalletModal({
    plugins: [polkadot(), asker()],
    networks: [network],
    prefetch: 'never',
    logLevel: 'silent',
  })
  const adapter = modal.connections.adapter('polkadot')
  await adapter.discover()
  const [connector] = adapter.connectors.peek()
  if (connector) await modal.connections.connect(connector)
  const connection = modal.connections.active.peek()
  const ctx = modal.use(asker)
  const [source] = ctx?.all(tokenSources).peek() ?? []
  const [handler] = ctx?.all(sendHandlers).peek() ?? []
  if (!connection || !source || !handler) throw new Error('The wallet did not connect.')
  const { signal } = new AbortController()
  const { name, symbol, decimals } = network.nativeCurrency
  const coin = {
    assetId: `${network.caipNetworkId}/slip44:354`,
    caipNetworkId: network.caipNetworkId,
    name,
    symbol,
    decimals,
  }
  return {
    ...{ calls, signPayload, adapter, handler, connection, signal },
    draft: { connection, network, token: coin, receiver: ethereum, amount: 1n } satisfies SendDraft,
    tokens: () => source.tokens({ account: connection.account, network, assetIds: [], signal }),
    [Symbol.dispose]: () => modal.dispose(),
  }
}

afterEach(() => {
  localStorage.clear()
  Reflect.deleteProperty(window, 'injectedWeb3')
  vi.unstubAllGlobals()
})

describe('the tokens of a Polkadot account', () => {
  const number = Uint8Array.of(0xc0, 7, 0, 0)
  const key = `${ASSET_MAP}${'ab'.repeat(16)}${bytesToHex(number)}`

  it('cost one small request if the chain has no assets', async () => {
    using site = await start(hub, () => [])
    expect(await site.tokens()).toEqual([])
    expect(site.calls).toEqual([{ method: 'state_getKeysPaged', params: [ASSET_MAP, 1000, ASSET_MAP] }])
  })

  it('are read in one request for all assets; an asset without balance costs no further request', async () => {
    using site = await start(hub, ({ method, params: [keys] }) =>
      method === 'state_getKeysPaged' ? [key] : [{ block: '0x', changes: [[Object(keys)[0], null]] }],
    )
    expect(await site.tokens()).toEqual([])
    expect(site.calls.at(-1)).toEqual({
      method: 'state_queryStorageAt',
      params: [[assetAccountKey(number, onPolkadot)]],
    })
  })

  it('D9: do not include a storage entry that was not requested', async () => {
    using hostile = await start(hub, ({ method }) =>
      method === 'state_getKeysPaged' ? [key, '0x00'] : [{ block: '0x', changes: [['0x1234', '0xff']] }],
    )
    expect(await hostile.tokens()).toEqual([])
  })

  it('are rejected with INVALID_DATA if the answer of the node is malformed', async () => {
    using broken = await start(hub, () => ({ keys: [key] }))
    await expect(broken.tokens()).rejects.toMatchObject({ code: 'INVALID_DATA' })
  })
})

describe('accounts of 20 bytes (Ethereum addresses)', () => {
  it('are rejected as sender and receiver on a chain with 32-byte accounts, without a request', async () => {
    using site = await start(hub)
    const { handler, signal, draft } = site
    expect(site.connection.account.address).toBe(onPolkadot)
    expect(() => site.adapter.switchAccount(ethereum)).toThrow()
    expect(site.connection.account.publicKey).toBe(`0x${bytesToHex(decodeSs58(alice).body)}`)
    const before = site.calls.length
    for (const text of [ethereum, ethereum.toLowerCase(), ethereum.slice(2), ` ${ethereum} `])
      expect(await handler.inspectReceiver(text, draft, signal)).toEqual({
        address: undefined,
        issues: [{ code: 'wrongNetwork', severity: 'refuse', text: 'Ethereum' }],
      })
    await expect(handler.prepare(draft, signal)).rejects.toMatchObject({
      ...{
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining('cannot be paid on Polkadot Asset Hub: Ethereum'),
      },
    })
    expect([site.calls.length, site.signPayload.mock.calls]).toEqual([before, []])
  })

  it('have no assets on a chain with Ethereum addresses, which is not asked for any', async () => {
    const number = Uint8Array.of(0xc0, 7, 0, 0)
    using site = await start(mythos, () => [`${ASSET_MAP}${'ab'.repeat(16)}${bytesToHex(number)}`])
    const before = site.calls.length
    expect(await site.tokens()).toEqual([])
    expect(site.calls.length).toBe(before)
  })

  it('can be active on a chain with Ethereum addresses, but cannot send there', async () => {
    using site = await start(mythos)
    expect(site.connection.account.address).toBe(ethereum)
    expect(site.handler.canSend(site.draft.token, site.connection)).toBe(false)
    const asset = { ...site.draft.token, assetId: `${mythos.caipNetworkId}/asset:1`, address: '1' }
    expect(site.handler.canSend(asset, site.connection)).toBe(false)
  })
})
