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
  named,
  on,
  resetEachTest,
  sr,
  start,
} from './polkadot.test.fixtures.js'

resetEachTest()

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
