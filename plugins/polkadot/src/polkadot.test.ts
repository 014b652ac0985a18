// @vitest-environment happy-dom
import { Keyring } from '@polkadot/keyring'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import {
  accountChanged,
  type Connected,
  type Connector,
  createWalletModal,
  type Network,
  networkChanged,
} from '@wallet-modal/kernel'
import { afterEach, describe, expect, it, vi } from 'vitest'
import known from '../networks.json' with { type: 'json' }
import type { InjectedAccount, InjectedExtension, SignRawRequest } from './contract.js'
import { polkadot as plugin } from './index.js'

await cryptoWaitReady()
const keyring = new Keyring({ ss58Format: 42 })
const sr = keyring.addFromUri('//Alice', {}, 'sr25519')
const ed = keyring.addFromUri('//Alice', {}, 'ed25519')
const ethereum = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const named = (name: string): Network => {
  const found = known.find((one) => one.name === name)
  if (!found) throw new Error(`no ${name}`)
  return { ...found }
}
const mythos: Network = {
  ...named('Polkadot'),
  caipNetworkId: 'polkadot:f6ee56e9c5277df5b4ce6ae9983ee88f',
  reference: 'f6ee56e9c5277df5b4ce6ae9983ee88f',
  name: 'Mythos',
}

/** An extension in memory, as `injectExtension` of @polkadot/extension-inject leaves it. */
function inject(name: string, list: readonly InjectedAccount[]) {
  const listeners = new Set<(accounts: readonly InjectedAccount[]) => unknown>()
  const state = { list, asked: [] as string[], signed: [] as SignRawRequest[], refuses: undefined as unknown }
  const enable = async (site: string) => {
    state.asked.push(site)
    if (state.refuses !== undefined) throw state.refuses
    return {
      accounts: {
        get: async () => state.list,
        subscribe(listener: (accounts: readonly InjectedAccount[]) => unknown) {
          listeners.add(listener)
          listener(state.list)
          return () => listeners.delete(listener)
        },
      },
      signer: {
        async signRaw(request: SignRawRequest) {
          state.signed.push(request)
          if (state.refuses !== undefined) throw state.refuses
          return { id: 1, signature: `0x${'ab'.repeat(64)}` }
        },
      },
    }
  }
  const all: Record<string, unknown> = Reflect.get(window, 'injectedWeb3') ?? {}
  Reflect.set(window, 'injectedWeb3', { ...all, [name]: { enable, version: '1.2.3' } })
  return {
    ...state,
    state,
    listeners,
    change(next: readonly InjectedAccount[]) {
      state.list = next
      for (const listener of listeners) listener(next)
    },
  }
}

const start = (networks = [named('Polkadot'), named('Kusama'), named('Polkadot Asset Hub')], options = {}) => {
  const modal = createWalletModal({
    id: 'polkadot',
    metadata: { name: 'Test Site' },
    plugins: [plugin(options)],
    networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
  const adapter = modal.connections.adapter('polkadot')
  return {
    modal,
    adapter,
    live(): Connected {
      const state = adapter.state.peek()
      if (state.status !== 'connected') throw new Error(`It is ${state.status}.`)
      return state
    },
    async row(name: string): Promise<Connector> {
      await adapter.discover()
      return vi.waitFor(() => {
        const found = adapter.connectors.peek().find((one) => one.name === name)
        if (!found) throw new Error(`no row ${name}`)
        return found
      })
    },
    async connect(name = 'polkadot{.js}') {
      return modal.connections.connect(await this.row(name))
    },
    [Symbol.dispose]: () => modal.dispose(),
  }
}

afterEach(() => {
  localStorage.clear()
  Reflect.deleteProperty(window, 'injectedWeb3')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const accounts: readonly InjectedAccount[] = [
  { address: sr.address, type: 'sr25519', name: 'Main' },
  { address: ed.address, type: 'ed25519' },
  { address: ethereum, type: 'ethereum' },
]
const addresses = (live: Connected): readonly string[] => live.accounts.map((one) => one.address)
const on = (prefix: number, pair = sr): string => keyring.encodeAddress(pair.publicKey, prefix)

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

describe('connecting', () => {
  it("tells the wallet the site's name and writes accounts for the network", async () => {
    const wallet = inject('polkadot-js', accounts)
    using site = start()
    await site.connect()
    expect(wallet.state.asked).toEqual(['Test Site'])
    expect(addresses(site.live())).toEqual([on(0), on(0, ed)])
    expect(site.live().caipNetworkId).toBe('polkadot:91b171bb158e2d3848fa23a9f1c25182')
    expect(site.live().connectorId).toBe('injectedWeb3:polkadot-js')
  })

  it('hands out the extension in the shape of extension-dapp', async () => {
    inject('polkadot-js', accounts)
    using site = start()
    await site.connect()
    const { name, version, accounts: theirs } = site.live().provider as InjectedExtension
    expect([name, version, await theirs.get()]).toEqual(['polkadot-js', '1.2.3', accounts])
  })

  it('takes only Ethereum accounts on a chain with Ethereum addresses, and says so where there are none', async () => {
    inject('polkadot-js', accounts)
    using site = start([mythos])
    await site.connect()
    expect(addresses(site.live())).toEqual([ethereum])
    await site.modal.disconnect()
    inject('polkadot-js', accounts.slice(0, 2))
    await expect(site.connect()).rejects.toThrow('no account that can be used on Mythos')
  })

  it('starts where the wallet has an account: one may be for a single chain', async () => {
    const genesisHash = '0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe'
    inject('polkadot-js', [{ address: sr.address, genesisHash }])
    using site = start()
    await site.connect()
    expect([site.live().caipNetworkId, ...addresses(site.live())]).toEqual([named('Kusama').caipNetworkId, on(2)])
    await expect(site.modal.switchNetwork(named('Polkadot').caipNetworkId)).rejects.toMatchObject({
      code: 'SWITCH_FAILED',
    })
    expect([site.live().caipNetworkId, ...addresses(site.live())]).toEqual([named('Kusama').caipNetworkId, on(2)])
  })

  it('leaves out what is no account, and each account comes once', async () => {
    const broken = [null, 5, {}, { address: 7 }, { address: 'nonsense' }, { address: `${sr.address}x` }]
    inject('polkadot-js', [...broken, { address: on(2) }, { address: sr.address }] as never)
    using site = start()
    await site.connect()
    expect(addresses(site.live())).toEqual([on(0)])
  })

  it.each([null, 'accounts', { 0: accounts[0] }])('refuses %j in place of a list of accounts', async (list) => {
    inject('polkadot-js', list as never)
    using site = start()
    await expect(site.connect()).rejects.toThrow('not a list of accounts')
    expect(site.adapter.state.peek()).toEqual({ status: 'disconnected' })
    expect(localStorage).toHaveLength(0)
  })

  it.each([
    'Cancelled',
    new Error('Cancelled'),
    new Error('Rejected'),
    new Error('User rejected the request.'),
    'Rejected by user',
  ])('takes %j for an answer, not for an error', async (answer) => {
    inject('polkadot-js', accounts).state.refuses = answer
    using site = start()
    expect(await site.connect()).toEqual({ status: 'rejected' })
  })

  it('tells what else the wallet says', async () => {
    inject('polkadot-js', accounts).state.refuses = new Error('The source Test Site is not allowed to interact')
    using site = start()
    await expect(site.connect()).rejects.toThrow('polkadot{.js} could not connect: The source Test Site is not allowed')
  })
})

describe('while connected', () => {
  it('switches the network by writing the same accounts anew, the same one still in use', async () => {
    const wallet = inject('polkadot-js', accounts)
    using site = start()
    const told: unknown[] = []
    site.modal.on(networkChanged, ({ caipNetworkId }) => told.push(caipNetworkId))
    site.modal.on(accountChanged, ({ account }) => told.push(account.address))
    await site.connect()
    site.adapter.switchAccount(on(0, ed))
    expect(await site.modal.switchNetwork(named('Kusama').caipNetworkId)).toEqual({ status: 'switched' })
    expect([site.live().account.address, ...addresses(site.live())]).toEqual([on(2, ed), on(2), on(2, ed)])
    expect(told).toEqual([on(0, ed), on(2, ed), named('Kusama').caipNetworkId])
    expect([wallet.state.asked.length, wallet.state.signed.length]).toEqual([1, 0])
  })

  it('never shows an account in the writing of another network', async () => {
    inject('polkadot-js', accounts)
    using site = start()
    await site.connect()
    const seen: string[] = []
    const stop = site.adapter.state.subscribe((state) => {
      if (state.status === 'connected') seen.push(`${state.caipNetworkId.slice(9, 12)} ${state.account.address}`)
    })
    await site.modal.switchNetwork(named('Kusama').caipNetworkId)
    stop()
    expect(seen).toEqual([`91b ${on(0)}`, `b0a ${on(2)}`])
  })

  it('keeps the account in use when the wallet gains or loses others', async () => {
    const wallet = inject('polkadot-js', [{ address: sr.address }])
    using site = start()
    await site.connect()
    wallet.change([{ address: ed.address }, { address: sr.address }])
    expect([site.live().account.address, addresses(site.live()).length]).toEqual([on(0), 2])
    wallet.change([{ address: ed.address }])
    expect(site.live().account.address).toBe(on(0, ed))
    wallet.change('nonsense' as never)
    expect(site.live().account.address).toBe(on(0, ed))
    wallet.change([])
    expect(site.adapter.state.peek()).toEqual({ status: 'disconnected' })
    expect(wallet.listeners.size).toBe(0)
  })

  it('signs with the address that the wallet knows', async () => {
    const wallet = inject('polkadot-js', accounts)
    using site = start()
    await site.connect()
    expect(await site.adapter.signMessage('Grüße')).toBe(`0x${'ab'.repeat(64)}`)
    expect(wallet.state.signed).toEqual([{ address: sr.address, data: '0x4772c3bcc39f65', type: 'bytes' }])
  })

  it('reads addresses for the network in use', async () => {
    inject('polkadot-js', accounts)
    using site = start()
    expect(await site.adapter.parseAddress(on(0))).toBe(on(0))
    await site.connect()
    await site.modal.switchNetwork(named('Kusama').caipNetworkId)
    expect(await site.adapter.parseAddress(on(2))).toBe(on(2))
    await expect(site.adapter.parseAddress(on(0))).rejects.toThrow('not for Kusama')
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
