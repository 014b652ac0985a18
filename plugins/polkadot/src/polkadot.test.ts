// @vitest-environment happy-dom
import { createWalletModal } from '@wallet-modal/kernel'
import { describe, expect, it, vi } from 'vitest'
import { polkadot as plugin } from './index.js'
import { accounts, ed, inject, named, on, resetEachTest, start } from './polkadot.test.fixtures.js'

resetEachTest()

describe('discovery', () => {
  it('G3: flags wallets whose names a visitor would take for one another', async () => {
    for (const key of ['talisman', 'Ta1isman', 'cobalt']) inject(key, [])
    using modal = createWalletModal({ plugins: [plugin()], networks: [named('Polkadot')], prefetch: 'never' })
    const adapter = modal.connections.adapter('polkadot')
    await adapter.discover()
    expect(adapter.connectors.value.map(({ name, suspicious }) => [name, suspicious])).toEqual([
      ['Talisman', true],
      ['Ta1isman', true],
      ['cobalt', undefined],
    ])
  })
})

describe('the next visit', () => {
  it('A7: finds account and network as they were left', async () => {
    const wallet = inject('polkadot-js', accounts)
    {
      using site = start()
      await site.connect()
      site.adapter.switchAccount(on(0, ed))
      await site.modal.switchNetwork(named('Kusama').caipNetworkId)
    }
    using site = start()
    await vi.waitFor(() => expect(site.live().account.address).toBe(on(2, ed)))
    expect(site.live().caipNetworkId).toBe(named('Kusama').caipNetworkId)
    expect(wallet.state.asked).toHaveLength(2)
  })

  it('D: finds two wallets, each with its account on its own network, also the one in the background', async () => {
    const wallets = [inject('polkadot-js', accounts), inject('talisman', accounts)]
    const known = (site: ReturnType<typeof start>): readonly string[] =>
      site.adapter.connections
        .peek()
        .map(({ connectorName, account, caipNetworkId }) => `${connectorName} ${account.address} ${caipNetworkId}`)
    const expected = [
      `polkadot{.js} ${on(2, ed)} ${named('Kusama').caipNetworkId}`,
      `Talisman ${on(0)} ${named('Polkadot').caipNetworkId}`,
    ]
    {
      using site = start()
      await site.connect()
      site.adapter.switchAccount(on(0, ed))
      await site.modal.switchNetwork(named('Kusama').caipNetworkId)
      await site.connect('Talisman')
      await site.modal.switchNetwork(named('Polkadot').caipNetworkId)
      site.adapter.use((await site.row('polkadot{.js}')).id)
      expect(known(site)).toEqual(expected)
    }
    using site = start()
    await vi.waitFor(() => expect(known(site)).toEqual(expected))
    wallets[1]?.change(accounts.slice(0, 1))
    expect(known(site)).toEqual(expected)
  })

  it('A7: finds a wallet that is injected late', async () => {
    inject('polkadot-js', accounts)
    {
      using site = start()
      await site.connect()
    }
    Reflect.deleteProperty(window, 'injectedWeb3')
    using site = start()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(site.adapter.state.peek().status).toBe('reconnecting')
    inject('polkadot-js', accounts)
    await vi.waitFor(() => expect(site.live().account.address).toBe(on(0)))
  })

  it('H4: keeps nothing after disconnecting, and asks nobody', async () => {
    const wallet = inject('polkadot-js', accounts)
    {
      using site = start()
      await site.connect()
      expect(Object.keys(localStorage).sort()).toEqual(['wallet-modal/polkadot/@wallet-modal/polkadot/connector'])
      await site.modal.disconnect()
      expect(Object.keys(localStorage)).toEqual([])
    }
    using site = start()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([site.adapter.state.peek().status, wallet.state.asked.length]).toEqual(['disconnected', 1])
  })
})

describe('the balance', () => {
  /** `AccountInfo` as a node of Polkadot answers it: nonce 5, consumers 1, providers 1, sufficients 0, free 12.3456789012 DOT, reserved 1 DOT. */
  const info = `0x05000000010000000100000000000000${'141a99be1c0000000000000000000000'}${'00e40b54020000000000000000000000'}${'0'.repeat(32)}${'0'.repeat(30)}80`

  const answering = (result: unknown): unknown[] => {
    const asked: unknown[] = []
    vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
      const { id, method, params } = JSON.parse(String(body))
      asked.push([method, params])
      return new Response(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
    return asked
  }

  it('is what the chain keeps for the account', async () => {
    const asked = answering(info)
    inject('polkadot-js', accounts)
    using site = start()
    await site.connect()
    expect(await site.adapter.balance()).toBe(123_456_789_012n)
    const alice = 'de1e86a9a8c739864cf3cc5ec2bea59fd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'
    expect(asked).toEqual([
      ['state_getStorage', [`0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9${alice}`]],
    ])
  })

  it('is 0 for an account that does not exist', async () => {
    answering(null)
    inject('polkadot-js', accounts)
    using site = start()
    await site.connect()
    expect(await site.adapter.balance()).toBe(0n)
  })

  it.each(['0x', '0x0', 7, {}, 'nonsense', `${info}0`])('is not made up from %j', async (answer) => {
    answering(answer)
    inject('polkadot-js', accounts)
    using site = start()
    await site.connect()
    await expect(site.adapter.balance()).rejects.toMatchObject({ code: 'INVALID_DATA' })
  })

  it('is unknown, and asked for anew, where a chain with types of its own does not describe them', async () => {
    const asked: string[] = []
    vi.spyOn(console, 'error').mockReturnValue() // @polkadot/api says there what it also throws
    vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
      const { id, method } = JSON.parse(String(body))
      asked.push(method)
      const rest =
        method === 'state_getStorage'
          ? { result: `0x${'00'.repeat(72)}` }
          : { error: { code: -32601, message: 'Method not found' } }
      return new Response(JSON.stringify({ jsonrpc: '2.0', id, ...rest }))
    })
    inject('polkadot-js', accounts)
    using site = start()
    await site.connect()
    await expect(site.adapter.balance()).rejects.toThrow('Method not found')
    const once = asked.filter((method) => method === 'chain_getBlockHash').length
    await expect(site.adapter.balance()).rejects.toThrow('Method not found')
    expect(asked.filter((method) => method === 'chain_getBlockHash')).toHaveLength(2 * once)
    expect(site.modal.errors.value).toEqual([])
  })
})
