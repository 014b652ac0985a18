// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { EVM, POLKADOT, SOLANA } from '../e2e/support/paired.js'
import { nobody, stageDesks } from './support/desktop-modals.js'

const stage = stageDesks()
const { open, paired, reload, settled, all } = stage

describe('one session for every chain family', () => {
  it('connects all families that the wallet granted with one approval', async () => {
    open()
    expect(await stage.desk.pair(stage.phone)).toBe('connected')
    await settled(all())
    expect(stage.desk.events.toSorted()).toEqual([
      'connected eip155',
      'restored bip122', // these three without a prompt of their own
      'restored polkadot',
      'restored solana',
    ])
    expect(stage.phone.sessions()).toHaveLength(1)
  })

  it('connects the two families that the wallet granted, even if the requested family is not among them', async () => {
    open()
    stage.phone.grant([SOLANA, POLKADOT])
    expect(await stage.desk.pair(stage.phone)).toBe('notGranted')
    await settled({ ...nobody, solana: stage.phone.addressOf(SOLANA), polkadot: stage.phone.addressOf(POLKADOT) })
    expect(stage.desk.modal.connections.active.peek()?.namespace).toBe('solana')
    expect(stage.phone.sessions()).toHaveLength(1)
  })

  it('fails if the wallet grants no network of the site, and ends the session', async () => {
    open()
    stage.phone.grant(['eip155:1', 'cosmos:hub'])
    expect(await stage.desk.pair(stage.phone)).toMatch(/approved no account on the networks of this site/)
    await settled(nobody)
    await expect.poll(() => stage.phone.sessions().length).toBe(0)
    expect(stage.desk.events).toEqual(['failed eip155'])
  })

  it('connects only the families whose accounts are valid', async () => {
    open()
    stage.phone.writeAccounts((account) => (account.startsWith('eip155') ? account.slice(0, 24) : account))
    expect(await stage.desk.pair(stage.phone)).toBe('notGranted')
    await settled({ ...all(), eip155: 'disconnected' })
  })

  it.each([
    ['solana', (account: string) => account.replace(/.$/, '0')],
    ['polkadot', (account: string) => account.replace(/(.)$/, (last) => (last === 'a' ? 'b' : 'a'))],
    ['bip122', (account: string) => account.replace(/(.)$/, (last) => (last === 'q' ? 'p' : 'q'))],
  ])('D13, D14: does not connect %s if its address has a wrong character', async (family, spoil) => {
    open()
    stage.phone.writeAccounts((account) => (account.startsWith(family) ? spoil(account) : account))
    await stage.desk.pair(stage.phone)
    await settled({ ...all(), [family]: 'disconnected' })
  })

  it('fails if all accounts are invalid, and ends the session', async () => {
    open()
    stage.phone.writeAccounts((account) => account.slice(0, account.lastIndexOf(':') + 6))
    expect(await stage.desk.pair(stage.phone)).toMatch(/approved no account/)
    await settled(nobody)
    await expect.poll(() => stage.phone.sessions().length).toBe(0)
  })

  it('disconnecting one family leaves the others unchanged, and disconnecting the last family ends the session', async () => {
    await paired()
    const snapshot = () =>
      JSON.stringify([
        stage.desk.states(),
        Object.entries(localStorage).filter(([key]) => !/solana|walletconnect/.test(key)),
      ])
    const { solana: _, ...before } = JSON.parse(snapshot())[0]
    const stored = JSON.parse(snapshot())[1]
    await stage.desk.modal.disconnect('solana')
    const { solana: left, ...after } = JSON.parse(snapshot())[0]
    expect([left, after, JSON.parse(snapshot())[1]]).toEqual(['disconnected', before, stored])
    expect(stage.phone.sessions()).toHaveLength(1)
    for (const namespace of ['eip155', 'bip122']) await stage.desk.modal.disconnect(namespace)
    expect(stage.phone.sessions()).toHaveLength(1)
    await stage.desk.modal.disconnect('polkadot')
    await expect.poll(() => stage.phone.sessions().length).toBe(0)
    expect(stage.desk.states()).toEqual(nobody)
  })

  it('reconnects a disconnected family over the same session without a QR code, and does not reconnect other families', async () => {
    await paired()
    const provider = stage.desk.provider('solana') as { accounts: readonly unknown[] }
    await stage.desk.modal.disconnect('solana')
    await stage.desk.modal.disconnect('bip122')
    expect(provider.accounts).toEqual([])
    const connector = stage.desk.modal.connections
      .adapter('solana')
      .connectors.peek()
      .find(({ id }) => id === 'walletConnect')
    if (!connector) throw new Error('There is no row.')
    expect((await stage.desk.modal.connections.connect(connector, { namespace: 'solana' })).status).toBe('connected')
    expect(stage.desk.states()).toEqual({ ...all(), bip122: 'disconnected' })
    expect(stage.phone.sessions()).toHaveLength(1)
  })

  it('disconnecting all families ends the session, with one event for each family', async () => {
    await paired()
    await stage.desk.modal.disconnect()
    expect(stage.desk.states()).toEqual(nobody)
    await expect.poll(() => stage.phone.sessions().length).toBe(0)
    expect(stage.desk.events.filter((event) => event.startsWith('disconnected')).length).toBe(4)
  })

  it('disconnects every family when the wallet ends the session; they stay disconnected after a reload', async () => {
    await paired()
    await stage.phone.disconnect()
    await settled(nobody)
    await reload()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(stage.desk.states()).toEqual(nobody)
  })

  it('A7: a reload restores all families except those that were disconnected', async () => {
    await paired()
    await reload()
    await settled(all())
    expect(stage.desk.events.every((event) => event.startsWith('restored'))).toBe(true)
    await stage.desk.modal.disconnect('polkadot')
    await reload()
    await settled({ ...all(), polkadot: 'disconnected' })
    expect((await stage.desk.modal.connections.adapter('solana').signMessage('hello')).length).toBeGreaterThan(60)
  })

  it.each(['core', 'keychain', 'subscription', 'session', 'pairing', 'messages'])(
    'J1: with a damaged "%s" in the client’s storage, a new session can be connected',
    async (part) => {
      await paired()
      stage.desk.modal.dispose()
      const key = Object.keys(localStorage).find((one) => one.endsWith('/@wallet-modal/walletconnect/client')) ?? ''
      const stored: { data: Record<string, unknown> } = JSON.parse(localStorage.getItem(key) ?? '')
      const damaged = Object.keys(stored.data).filter((name) => name.includes(part))
      for (const name of damaged) stored.data[name] = 'damaged'
      localStorage.setItem(key, JSON.stringify(stored))
      open()
      await expect.poll(() => Object.values(stage.desk.states()), { timeout: 10_000 }).not.toContain('reconnecting')
      await stage.desk.modal.disconnect()
      await stage.desk.pair(stage.phone)
      await settled(all())
    },
  )

  it('a second session replaces the first, and disconnects the families that it does not grant', async () => {
    await paired()
    const [first] = stage.phone.sessions()
    stage.phone.grant([...EVM, SOLANA])
    expect(await stage.desk.pair(stage.phone)).toBe('connected')
    await settled({ ...all(), polkadot: 'disconnected', bip122: 'disconnected' })
    await expect.poll(() => stage.phone.sessions().length).toBe(1)
    expect(stage.phone.sessions()[0]?.topic).not.toBe(first?.topic)
  })

  it('C2: an approval after the visitor cancelled connects nothing and leaves no session', async () => {
    open()
    stage.phone.behave('wait')
    const connector = stage.desk.modal.connections
      .adapter('eip155')
      .connectors.peek()
      .find(({ id }) => id === 'walletConnect')
    if (!connector) throw new Error('There is no row.')
    const stop = new AbortController()
    const outcome = stage.desk.modal.connections.connect(connector, { signal: stop.signal })
    await stage.phone.pair(await stage.desk.uri())
    await new Promise((resolve) => setTimeout(resolve, 200))
    stop.abort()
    expect((await outcome).status).toBe('superseded')
    await new Promise((resolve) => setTimeout(resolve, 300))
    await stage.phone.release().catch(() => null) // the wallet was told that the proposal is cancelled
    await expect.poll(() => stage.phone.sessions().length).toBe(0)
    expect(stage.desk.states()).toEqual(nobody)
  })
})
