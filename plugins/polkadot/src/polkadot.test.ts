// @vitest-environment happy-dom
import { createWalletModal } from '@wallet-modal/kernel'
import { describe, expect, it, vi } from 'vitest'
import { polkadot as plugin } from './index.js'
import { accounts, ed, inject, networkNamed, on, resetEachTest, start } from './polkadot.test.fixtures.js'

resetEachTest()

describe('discovery of Polkadot wallets', () => {
  it('G3: marks wallets with look-alike names as suspicious', async () => {
    for (const key of ['talisman', 'Ta1isman', 'cobalt']) inject(key, [])
    using modal = createWalletModal({ plugins: [plugin()], networks: [networkNamed('Polkadot')], prefetch: 'never' })
    const adapter = modal.connections.adapter('polkadot')
    await adapter.discover()
    expect(adapter.connectors.value.map(({ name, suspicious }) => [name, suspicious])).toEqual([
      ['Talisman', true],
      ['Ta1isman', true],
      ['cobalt', undefined],
    ])
  })
})

describe('Polkadot wallets after a reload', () => {
  it('A7: have the same active account and network', async () => {
    const wallet = inject('polkadot-js', accounts)
    {
      using site = start()
      await site.connect()
      site.adapter.switchAccount(on(0, ed))
      await site.modal.switchNetwork(networkNamed('Kusama').caipNetworkId)
    }
    using site = start()
    await vi.waitFor(() => expect(site.connection().account.address).toBe(on(2, ed)))
    expect(site.connection().caipNetworkId).toBe(networkNamed('Kusama').caipNetworkId)
    expect(wallet.state.siteNames).toHaveLength(2)
  })

  it('D: are both restored with their accounts and networks if two were connected, also the inactive one', async () => {
    const wallets = [inject('polkadot-js', accounts), inject('talisman', accounts)]
    const known = (site: ReturnType<typeof start>): readonly string[] =>
      site.adapter.connections
        .peek()
        .map(({ connectorName, account, caipNetworkId }) => `${connectorName} ${account.address} ${caipNetworkId}`)
    const expected = [
      `polkadot{.js} ${on(2, ed)} ${networkNamed('Kusama').caipNetworkId}`,
      `Talisman ${on(0)} ${networkNamed('Polkadot').caipNetworkId}`,
    ]
    {
      using site = start()
      await site.connect()
      site.adapter.switchAccount(on(0, ed))
      await site.modal.switchNetwork(networkNamed('Kusama').caipNetworkId)
      await site.connect('Talisman')
      await site.modal.switchNetwork(networkNamed('Polkadot').caipNetworkId)
      site.adapter.use((await site.connectorNamed('polkadot{.js}')).id)
      expect(known(site)).toEqual(expected)
    }
    using site = start()
    await vi.waitFor(() => expect(known(site)).toEqual(expected))
    wallets[1]?.change(accounts.slice(0, 1))
    expect(known(site)).toEqual(expected)
  })

  it('A7: reconnect even if the wallet is injected late', async () => {
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
    await vi.waitFor(() => expect(site.connection().account.address).toBe(on(0)))
  })

  it('H4: are not reconnected after a disconnect: nothing is stored, and no wallet is asked', async () => {
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
    expect([site.adapter.state.peek().status, wallet.state.siteNames.length]).toEqual(['disconnected', 1])
  })
})

describe('the balance of a Polkadot account', () => {
  /** `AccountInfo` as encoded by a Polkadot node: nonce 5, consumers 1, providers 1, sufficients 0, free 12.3456789012 DOT, reserved 1 DOT. */
  const info = `0x05000000010000000100000000000000${'141a99be1c0000000000000000000000'}${'00e40b54020000000000000000000000'}${'0'.repeat(32)}${'0'.repeat(30)}80`

  const stubNode = (result: unknown): unknown[] => {
    const requests: unknown[] = []
    vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
      const { id, method, params } = JSON.parse(String(body))
      requests.push([method, params])
      return new Response(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
    return requests
  }

  it('is the free balance in the storage of the chain', async () => {
    const requests = stubNode(info)
    inject('polkadot-js', accounts)
    using site = start()
    await site.connect()
    expect(await site.adapter.balance()).toBe(123_456_789_012n)
    const alice = 'de1e86a9a8c739864cf3cc5ec2bea59fd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'
    expect(requests).toEqual([
      ['state_getStorage', [`0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9${alice}`]],
    ])
  })

  it('is 0 for an account that does not exist', async () => {
    stubNode(null)
    inject('polkadot-js', accounts)
    using site = start()
    await site.connect()
    expect(await site.adapter.balance()).toBe(0n)
  })

  it.each(['0x', '0x0', 7, {}, 'nonsense', `${info}0`])(
    'is rejected with INVALID_DATA if the node answers %j',
    async (answer) => {
      stubNode(answer)
      inject('polkadot-js', accounts)
      using site = start()
      await site.connect()
      await expect(site.adapter.balance()).rejects.toMatchObject({ code: 'INVALID_DATA' })
    },
  )

  it('cannot be read, and is requested anew each time, if the account has an unusual encoding and the node provides no metadata', async () => {
    const requests: string[] = []
    vi.spyOn(console, 'error').mockReturnValue() // @polkadot/api logs the error that it also throws
    vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
      const { id, method } = JSON.parse(String(body))
      requests.push(method)
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
    const once = requests.filter((method) => method === 'chain_getBlockHash').length
    await expect(site.adapter.balance()).rejects.toThrow('Method not found')
    expect(requests.filter((method) => method === 'chain_getBlockHash')).toHaveLength(2 * once)
    expect(site.modal.errors.value).toEqual([])
  })
})
