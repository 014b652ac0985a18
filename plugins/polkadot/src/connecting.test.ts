// @vitest-environment happy-dom
import { accountChanged, networkChanged } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import type { InjectedExtension } from './contract.js'
import {
  accounts,
  addresses,
  ed,
  ethereum,
  inject,
  mythos,
  networkNamed,
  on,
  resetEachTest,
  sr,
  start,
} from './polkadot.test.fixtures.js'

resetEachTest()

describe('connecting a Polkadot wallet', () => {
  it("passes the site's name to the wallet, and formats the accounts for the network", async () => {
    const wallet = inject('polkadot-js', accounts)
    using site = start()
    await site.connect()
    expect(wallet.state.siteNames).toEqual(['Test Site'])
    expect(addresses(site.connection())).toEqual([on(0), on(0, ed)])
    expect(site.connection().caipNetworkId).toBe('polkadot:91b171bb158e2d3848fa23a9f1c25182')
    expect(site.connection().connectorId).toBe('injectedWeb3:polkadot-js')
  })

  it('provides the extension in the format of @polkadot/extension-dapp', async () => {
    inject('polkadot-js', accounts)
    using site = start()
    await site.connect()
    const { name, version, accounts: theirs } = site.connection().provider as InjectedExtension
    expect([name, version, await theirs.get()]).toEqual(['polkadot-js', '1.2.3', accounts])
  })

  it('uses only Ethereum accounts on a chain with Ethereum addresses, and rejects if there are none', async () => {
    inject('polkadot-js', accounts)
    using site = start([mythos])
    await site.connect()
    expect(addresses(site.connection())).toEqual([ethereum])
    await site.modal.disconnect()
    inject('polkadot-js', accounts.slice(0, 2))
    await expect(site.connect()).rejects.toThrow('no account that can be used on Mythos')
  })

  it('starts on a network that the accounts are valid for, if the wallet limits them to one chain', async () => {
    const genesisHash = '0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe'
    inject('polkadot-js', [{ address: sr.address, genesisHash }])
    using site = start()
    await site.connect()
    expect([site.connection().caipNetworkId, ...addresses(site.connection())]).toEqual([
      networkNamed('Kusama').caipNetworkId,
      on(2),
    ])
    await expect(site.modal.switchNetwork(networkNamed('Polkadot').caipNetworkId)).rejects.toMatchObject({
      code: 'SWITCH_FAILED',
    })
    expect([site.connection().caipNetworkId, ...addresses(site.connection())]).toEqual([
      networkNamed('Kusama').caipNetworkId,
      on(2),
    ])
  })

  it('omits invalid and duplicate accounts', async () => {
    const broken = [null, 5, {}, { address: 7 }, { address: 'nonsense' }, { address: `${sr.address}x` }]
    inject('polkadot-js', [...broken, { address: on(2) }, { address: sr.address }] as never)
    using site = start()
    await site.connect()
    expect(addresses(site.connection())).toEqual([on(0)])
  })

  it.each([null, 'accounts', { 0: accounts[0] }])(
    'rejects a wallet that returns %j instead of a list of accounts',
    async (list) => {
      inject('polkadot-js', list as never)
      using site = start()
      await expect(site.connect()).rejects.toThrow('not a list of accounts')
      expect(site.adapter.state.peek()).toEqual({ status: 'disconnected' })
      expect(localStorage).toHaveLength(0)
    },
  )

  it.each([
    'Cancelled',
    new Error('Cancelled'),
    new Error('Rejected'),
    new Error('User rejected the request.'),
    'Rejected by user',
  ])('resolves with the status `rejected` if the wallet throws %j', async (answer) => {
    inject('polkadot-js', accounts).state.error = answer
    using site = start()
    expect(await site.connect()).toEqual({ status: 'rejected' })
  })

  it('includes the message of any other wallet error in its own error', async () => {
    inject('polkadot-js', accounts).state.error = new Error('The source Test Site is not allowed to interact')
    using site = start()
    await expect(site.connect()).rejects.toThrow('polkadot{.js} could not connect: The source Test Site is not allowed')
  })
})

describe('a connected Polkadot wallet', () => {
  it('switches the network by reformatting its accounts, keeps the active account, and sends the wallet no request', async () => {
    const wallet = inject('polkadot-js', accounts)
    using site = start()
    const events: unknown[] = []
    site.modal.on(networkChanged, ({ caipNetworkId }) => events.push(caipNetworkId))
    site.modal.on(accountChanged, ({ account }) => events.push(account.address))
    await site.connect()
    site.adapter.switchAccount(on(0, ed))
    expect(await site.modal.switchNetwork(networkNamed('Kusama').caipNetworkId)).toEqual({ status: 'switched' })
    expect([site.connection().account.address, ...addresses(site.connection())]).toEqual([on(2, ed), on(2), on(2, ed)])
    expect(events).toEqual([on(0, ed), on(2, ed), networkNamed('Kusama').caipNetworkId])
    expect([wallet.state.siteNames.length, wallet.state.signed.length]).toEqual([1, 0])
  })

  it('never has an account in the address format of another network', async () => {
    inject('polkadot-js', accounts)
    using site = start()
    await site.connect()
    const seen: string[] = []
    const stop = site.adapter.state.subscribe((state) => {
      if (state.status === 'connected') seen.push(`${state.caipNetworkId.slice(9, 12)} ${state.account.address}`)
    })
    await site.modal.switchNetwork(networkNamed('Kusama').caipNetworkId)
    stop()
    expect(seen).toEqual([`91b ${on(0)}`, `b0a ${on(2)}`])
  })

  it('keeps its active account when another is added, activates another when the active one is removed, and disconnects on an empty list', async () => {
    const wallet = inject('polkadot-js', [{ address: sr.address }])
    using site = start()
    await site.connect()
    wallet.change([{ address: ed.address }, { address: sr.address }])
    expect([site.connection().account.address, addresses(site.connection()).length]).toEqual([on(0), 2])
    wallet.change([{ address: ed.address }])
    expect(site.connection().account.address).toBe(on(0, ed))
    wallet.change('nonsense' as never)
    expect(site.connection().account.address).toBe(on(0, ed))
    wallet.change([])
    expect(site.adapter.state.peek()).toEqual({ status: 'disconnected' })
    expect(wallet.listeners.size).toBe(0)
  })

  it('signs with the address as the wallet formats it', async () => {
    const wallet = inject('polkadot-js', accounts)
    using site = start()
    await site.connect()
    expect(await site.adapter.signMessage('Grüße')).toBe(`0x${'ab'.repeat(64)}`)
    expect(wallet.state.signed).toEqual([{ address: sr.address, data: '0x4772c3bcc39f65', type: 'bytes' }])
  })

  it('makes parseAddress accept only addresses of the active network', async () => {
    inject('polkadot-js', accounts)
    using site = start()
    expect(await site.adapter.parseAddress(on(0))).toBe(on(0))
    await site.connect()
    await site.modal.switchNetwork(networkNamed('Kusama').caipNetworkId)
    expect(await site.adapter.parseAddress(on(2))).toBe(on(2))
    await expect(site.adapter.parseAddress(on(0))).rejects.toThrow('not for Kusama')
  })
})
