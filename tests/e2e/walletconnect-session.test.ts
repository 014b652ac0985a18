// @vitest-environment happy-dom
import { messageOf, networkChanged } from '@wallet-modal/kernel'
import { walletconnect } from '@wallet-modal/walletconnect'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Phone, startPhone } from '../../plugins/walletconnect/src/phone.test.steps.js'
import { createDesk, type Desk } from './support/desk.js'
import { EVM, everything, KUSAMA, networks, POLKADOT, REGTEST, SOLANA, SOLANA_TEST } from './support/paired.js'
import { type RunningRelay, startRelay } from './support/relay.js'
import { startToxicProxy, type Toxic } from './support/toxic-proxy.js'

let relay: RunningRelay
let phone: Phone
let desk: Desk
const desks: Desk[] = []

const open = (id = 'desk'): Desk => {
  const made = createDesk({ relayUrl: relay.url, networks: networks('http://127.0.0.1:1'), id })
  desks.push(made)
  return made
}
/** The page is loaded anew: nothing but the browser's storage is left. */
const reload = async (): Promise<Desk> => {
  desk.modal.dispose()
  await expect.poll(() => relay.connections, { timeout: 5000 }).toBe(1) // the phone's
  desk = open()
  return desk
}
const nobody = { eip155: 'disconnected', solana: 'disconnected', polkadot: 'disconnected', bip122: 'disconnected' }
const all = () => ({
  eip155: phone.address,
  solana: phone.addressOf(SOLANA),
  polkadot: phone.addressOf(POLKADOT),
  bip122: phone.addressOf(REGTEST),
})
const settled = (expected: object, timeout = 5000) => expect.poll(() => desk.states(), { timeout }).toEqual(expected)

beforeAll(async () => {
  relay = await startRelay()
  phone = await startPhone({ relayUrl: relay.url, chains: everything })
})
afterEach(async () => {
  phone.behave('approve')
  phone.grant(everything)
  phone.writeAccounts((account) => account)
  await phone.disconnect()
  for (const { modal } of desks.splice(0)) modal.dispose()
  localStorage.clear()
})
afterAll(async () => {
  await phone?.close()
  await relay?.stop()
})

describe('one session for every chain family', () => {
  it('connects everything that the wallet granted with one approval', async () => {
    desk = open()
    expect(await desk.pair(phone)).toBe('connected')
    await settled(all())
    expect(desk.events.toSorted()).toEqual([
      'connected eip155',
      'restored bip122', // nobody was asked for these three
      'restored polkadot',
      'restored solana',
    ])
    expect(phone.sessions()).toHaveLength(1)
  })

  it('a wallet that grants two of four connects two, the one that was asked for or not', async () => {
    desk = open()
    phone.grant([SOLANA, POLKADOT])
    expect(await desk.pair(phone)).toBe('notGranted')
    await settled({ ...nobody, solana: phone.addressOf(SOLANA), polkadot: phone.addressOf(POLKADOT) })
    expect(desk.modal.connections.active.peek()?.namespace).toBe('solana')
    expect(phone.sessions()).toHaveLength(1)
  })

  it('a wallet that grants none of the networks of the site is told so, and keeps no session', async () => {
    desk = open()
    phone.grant(['eip155:1', 'cosmos:hub'])
    expect(await desk.pair(phone)).toMatch(/approved no account on the networks of this site/)
    await settled(nobody)
    await expect.poll(() => phone.sessions().length).toBe(0)
    expect(desk.events).toEqual(['failed eip155'])
  })

  it('a wallet that writes accounts wrong is let in where they are right, and nowhere else', async () => {
    desk = open()
    phone.writeAccounts((account) => (account.startsWith('eip155') ? account.slice(0, 24) : account))
    expect(await desk.pair(phone)).toBe('notGranted')
    await settled({ ...all(), eip155: 'disconnected' })
  })

  it.each([
    ['solana', (account: string) => account.replace(/.$/, '0')],
    ['polkadot', (account: string) => account.replace(/(.)$/, (last) => (last === 'a' ? 'b' : 'a'))],
    ['bip122', (account: string) => account.replace(/(.)$/, (last) => (last === 'q' ? 'p' : 'q'))],
  ])('D13, D14: an address of %s with a wrong letter connects nobody there', async (family, spoil) => {
    desk = open()
    phone.writeAccounts((account) => (account.startsWith(family) ? spoil(account) : account))
    await desk.pair(phone)
    await settled({ ...all(), [family]: 'disconnected' })
  })

  it('a wallet that writes all accounts wrong connects nobody, and keeps no session', async () => {
    desk = open()
    phone.writeAccounts((account) => account.slice(0, account.lastIndexOf(':') + 6))
    expect(await desk.pair(phone)).toMatch(/approved no account/)
    await settled(nobody)
    await expect.poll(() => phone.sessions().length).toBe(0)
  })

  it('leaving one namespace leaves the others as they are, and the session ends with the last', async () => {
    desk = open()
    await desk.pair(phone)
    await settled(all())
    const snapshot = () =>
      JSON.stringify([desk.states(), Object.entries(localStorage).filter(([key]) => !/solana|walletconnect/.test(key))])
    const { solana: _, ...before } = JSON.parse(snapshot())[0]
    const kept = JSON.parse(snapshot())[1]
    await desk.modal.disconnect('solana')
    const { solana: left, ...after } = JSON.parse(snapshot())[0]
    expect([left, after, JSON.parse(snapshot())[1]]).toEqual(['disconnected', before, kept])
    expect(phone.sessions()).toHaveLength(1)
    for (const namespace of ['eip155', 'bip122']) await desk.modal.disconnect(namespace)
    expect(phone.sessions()).toHaveLength(1)
    await desk.modal.disconnect('polkadot')
    await expect.poll(() => phone.sessions().length).toBe(0)
    expect(desk.states()).toEqual(nobody)
  })

  it('what was left is connected again over the same session, without a code, and nothing else is', async () => {
    desk = open()
    await desk.pair(phone)
    await settled(all())
    const provider = desk.provider('solana') as { accounts: readonly unknown[] }
    await desk.modal.disconnect('solana')
    await desk.modal.disconnect('bip122')
    expect(provider.accounts).toEqual([])
    const connector = desk.modal.connections
      .adapter('solana')
      .connectors.peek()
      .find(({ id }) => id === 'walletConnect')
    if (!connector) throw new Error('There is no row.')
    expect((await desk.modal.connections.connect(connector, { namespace: 'solana' })).status).toBe('connected')
    expect(desk.states()).toEqual({ ...all(), bip122: 'disconnected' })
    expect(phone.sessions()).toHaveLength(1)
  })

  it('disconnecting all ends the session once', async () => {
    desk = open()
    await desk.pair(phone)
    await settled(all())
    await desk.modal.disconnect()
    expect(desk.states()).toEqual(nobody)
    await expect.poll(() => phone.sessions().length).toBe(0)
    expect(desk.events.filter((event) => event.startsWith('disconnected')).length).toBe(4)
  })

  it('the wallet ends the session: every namespace of it ends', async () => {
    desk = open()
    await desk.pair(phone)
    await settled(all())
    await phone.disconnect()
    await settled(nobody)
    await reload()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(desk.states()).toEqual(nobody)
  })

  it('A7: a page that is loaded anew has all of it back, and nothing that was left', async () => {
    desk = open()
    await desk.pair(phone)
    await settled(all())
    await reload()
    await settled(all())
    expect(desk.events.every((event) => event.startsWith('restored'))).toBe(true)
    await desk.modal.disconnect('polkadot')
    await reload()
    await settled({ ...all(), polkadot: 'disconnected' })
    expect((await desk.modal.connections.adapter('solana').signMessage('hello')).length).toBeGreaterThan(60)
  })

  it.each(['core', 'keychain', 'subscription', 'session', 'pairing', 'messages'])(
    'J1: a damaged "%s" of what the client kept costs the session, and not the next one',
    async (part) => {
      desk = open()
      await desk.pair(phone)
      await settled(all())
      desk.modal.dispose()
      const key = Object.keys(localStorage).find((one) => one.endsWith('/@wallet-modal/walletconnect/client')) ?? ''
      const kept: { data: Record<string, unknown> } = JSON.parse(localStorage.getItem(key) ?? '')
      const damaged = Object.keys(kept.data).filter((name) => name.includes(part))
      for (const name of damaged) kept.data[name] = 'damaged'
      localStorage.setItem(key, JSON.stringify(kept))
      desk = open()
      await expect.poll(() => Object.values(desk.states()), { timeout: 10_000 }).not.toContain('reconnecting')
      await desk.modal.disconnect()
      await desk.pair(phone)
      await settled(all())
    },
  )

  it('a second wallet takes over everything it grants; what only the first held is gone with its session', async () => {
    desk = open()
    await desk.pair(phone)
    await settled(all())
    const [first] = phone.sessions()
    phone.grant([...EVM, SOLANA])
    expect(await desk.pair(phone)).toBe('connected')
    await settled({ ...all(), polkadot: 'disconnected', bip122: 'disconnected' })
    await expect.poll(() => phone.sessions().length).toBe(1)
    expect(phone.sessions()[0]?.topic).not.toBe(first?.topic)
  })

  it('C2: an approval that comes after the visitor gave up connects nobody and keeps no session', async () => {
    desk = open()
    phone.behave('wait')
    const connector = desk.modal.connections
      .adapter('eip155')
      .connectors.peek()
      .find(({ id }) => id === 'walletConnect')
    if (!connector) throw new Error('There is no row.')
    const stop = new AbortController()
    const outcome = desk.modal.connections.connect(connector, { signal: stop.signal })
    await phone.pair(await desk.uri())
    await new Promise((resolve) => setTimeout(resolve, 200))
    stop.abort()
    expect((await outcome).status).toBe('superseded')
    await new Promise((resolve) => setTimeout(resolve, 300))
    await phone.release().catch(() => null) // the wallet was told that nobody waits
    await expect.poll(() => phone.sessions().length).toBe(0)
    expect(desk.states()).toEqual(nobody)
  })
})

describe('the networks of a session', () => {
  const approved = () =>
    desk.modal.connections
      .adapter('eip155')
      .connectors.peek()
      .find(({ id }) => id === 'walletConnect')
      ?.approved?.peek()
  const networkOf = (namespace: string) => {
    const now = desk.modal.connections.adapter(namespace).state.peek()
    return now.status === 'connected' ? now.caipNetworkId : now.status
  }

  it('are told, and a switch to another one is refused with the reason, in each family', async () => {
    desk = open()
    phone.grant([EVM[0], SOLANA, KUSAMA, REGTEST])
    await desk.pair(phone)
    await expect
      .poll(() => ['eip155', 'solana', 'polkadot', 'bip122'].map(networkOf))
      .toEqual([EVM[0], SOLANA, KUSAMA, REGTEST])
    expect(approved()?.toSorted()).toEqual([EVM[0], SOLANA, KUSAMA, REGTEST].toSorted())
    await expect(desk.modal.switchNetwork(EVM[1])).rejects.toMatchObject({
      message: expect.stringContaining('did not let this site in to that network'),
    })
    await expect(desk.modal.switchNetwork(SOLANA_TEST)).rejects.toThrow(/does not offer Solana Test/)
    await expect(desk.modal.switchNetwork(POLKADOT)).rejects.toThrow(/no account that can be used on Polkadot/)
    expect(['eip155', 'solana', 'polkadot'].map(networkOf)).toEqual([EVM[0], SOLANA, KUSAMA])
    expect(phone.asked.filter(({ method }) => /^wallet_/.test(method))).toEqual([])
  })

  it('follow a session_update of the wallet: more networks, fewer, none of a family', async () => {
    desk = open()
    phone.grant([EVM[0], SOLANA])
    await desk.pair(phone)
    await settled({ ...nobody, eip155: phone.address, solana: phone.addressOf(SOLANA) })
    await phone.update([...EVM, SOLANA, SOLANA_TEST])
    await expect.poll(() => approved()?.length).toBe(4)
    expect(await desk.modal.switchNetwork(EVM[1])).toEqual({ status: 'switched' })
    expect(await desk.modal.switchNetwork(SOLANA_TEST)).toEqual({ status: 'switched' })
    await phone.update([EVM[0], SOLANA])
    await expect.poll(() => networkOf('eip155')).toBe(EVM[0])
    await expect.poll(() => networkOf('solana')).toBe(SOLANA)
    await phone.update([...EVM])
    await settled({ ...nobody, eip155: phone.address })
    expect(phone.sessions()).toHaveLength(1)
  })

  it('a family that the wallet adds is connected, and one that the visitor has left is not', async () => {
    desk = open()
    phone.grant([EVM[0]])
    await desk.pair(phone)
    await settled({ ...nobody, eip155: phone.address })
    await phone.update([EVM[0], SOLANA])
    await settled({ ...nobody, eip155: phone.address, solana: phone.addressOf(SOLANA) })
    await desk.modal.disconnect('solana')
    await phone.update([...EVM, SOLANA, POLKADOT])
    await settled({ ...nobody, eip155: phone.address, polkadot: phone.addressOf(POLKADOT) })
  })

  it('an event moves its own family, to an approved network only', async () => {
    desk = open()
    phone.grant(everything)
    await desk.pair(phone)
    await settled(all())
    await phone.emit('chainChanged', 31338, EVM[1])
    await expect.poll(() => networkOf('eip155')).toBe(EVM[1])
    await phone.emit('chainChanged', 1, EVM[0])
    await expect.poll(() => networkOf('eip155')).toBe(EVM[0])
    expect(['solana', 'polkadot', 'bip122'].map(networkOf)).toEqual([SOLANA, POLKADOT, REGTEST])
  })
})

/** How often the phone was asked to sign. What else a connection asks for comes when it comes. */
const asked = (): number => phone.asked.filter(({ method }) => method === 'personal_sign').length

describe('a page that is loaded anew while a request waits in the wallet', () => {
  const ask = () =>
    void desk.modal.connections
      .adapter('eip155')
      .signMessage('hello')
      .catch(() => null)
  const interrupted = () => desk.modal.use(walletconnect)?.interrupted.peek() ?? []

  it('knows that its outcome is unknown, hears the answer, and asks nothing twice', async () => {
    desk = open()
    await desk.pair(phone)
    await settled(all())
    phone.behave('wait')
    const before = asked()
    ask()
    await expect.poll(asked, { timeout: 5000 }).toBe(before + 1)
    await reload()
    await settled(all())
    expect(interrupted()).toMatchObject([{ method: 'personal_sign', caipNetworkId: EVM[0], status: 'unknown' }])
    await phone.release()
    await expect
      .poll(() => interrupted()[0], { timeout: 10_000 })
      .toMatchObject({ status: 'answered', result: expect.stringMatching(/^0x/) })
    phone.behave('approve')
    expect(await desk.modal.connections.adapter('eip155').signMessage('again')).toMatch(/^0x/)
    expect(asked()).toBe(before + 2)
    await reload()
    await settled(all())
    expect(interrupted()).toEqual([])
  })

  it('B6: gets an answer that comes after both ends were cut off', async () => {
    desk = open()
    await desk.pair(phone)
    await settled(all())
    phone.behave('wait')
    const before = asked()
    const answer = desk.modal.connections.adapter('eip155').signMessage('hello')
    await expect.poll(asked, { timeout: 5000 }).toBe(before + 1)
    relay.dropAll()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await expect.poll(() => relay.connections, { timeout: 20_000 }).toBe(2)
    await phone.release()
    expect(await answer).toMatch(/^0x/)
    expect(asked()).toBe(before + 1)
  }, 60_000)

  it.each([300, 50, 1000])(
    'is current when the visitor is back after %i ms, in which the line was cut',
    async (awayMs) => {
      const away = (isAway: boolean): void => {
        Object.defineProperty(document, 'visibilityState', {
          configurable: true,
          get: () => (isAway ? 'hidden' : 'visible'),
        })
        document.dispatchEvent(new Event('visibilitychange'))
      }
      desk = open()
      await desk.pair(phone)
      await settled(all())
      phone.behave('wait')
      const before = asked()
      const answer = desk.modal.connections.adapter('eip155').signMessage('hello')
      await expect.poll(asked, { timeout: 5000 }).toBe(before + 1)
      away(true)
      relay.dropAll()
      await new Promise((resolve) => setTimeout(resolve, awayMs))
      away(false)
      await expect.poll(() => relay.connections, { timeout: 20_000 }).toBe(2)
      await phone.release()
      expect(await answer).toMatch(/^0x/)
      expect(asked()).toBe(before + 1)
    },
    60_000,
  )

  it('B6: gets an answer that was given while the relay was away', async () => {
    const proxy = await startToxicProxy(relay.url)
    try {
      desk = createDesk({ relayUrl: proxy.url, networks: networks('http://127.0.0.1:1'), id: 'dropped' })
      desks.push(desk)
      await desk.pair(phone)
      await settled(all())
      phone.behave('wait')
      const before = asked()
      const answer = desk.modal.connections.adapter('eip155').signMessage('hello')
      await expect.poll(asked, { timeout: 5000 }).toBe(before + 1)
      proxy.poison('reset_peer')
      proxy.drop()
      await expect.poll(() => relay.connections).toBe(1)
      await phone.release()
      await new Promise((resolve) => setTimeout(resolve, 1000))
      proxy.poison(null)
      expect(await answer).toMatch(/^0x/)
      expect(asked()).toBe(before + 1)
    } finally {
      proxy.stop()
    }
  }, 60_000)
})

describe('a session beside another wallet of a chain family', () => {
  const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  /** A wallet that announces itself (EIP-6963) and leaves when it is told to. */
  const announce = () => {
    const listeners = new Set<(accounts: readonly string[]) => void>()
    let accounts: readonly string[] = [OTHER]
    const answers: Record<string, () => unknown> = {
      eth_accounts: () => accounts,
      eth_requestAccounts: () => accounts,
      eth_chainId: () => '0x7a69',
      wallet_revokePermissions: () => null,
    }
    const provider = {
      request: async ({ method }: { method: string }) => answers[method]?.(),
      on: (event: string, listener: (accounts: readonly string[]) => void) =>
        void (event === 'accountsChanged' && listeners.add(listener)),
      removeListener: (_: string, listener: (accounts: readonly string[]) => void) => void listeners.delete(listener),
    }
    const info = {
      uuid: '9a1f8a4e-7f6e-4f0e-8f62-5b8f0d2a3c11',
      name: 'Beside',
      icon: 'data:,',
      rdns: 'example.beside',
    }
    const tell = () =>
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', {
          detail: Object.freeze({ info, provider: Object.freeze(provider) }),
        }),
      )
    window.addEventListener('eip6963:requestProvider', tell)
    return {
      silence: () => window.removeEventListener('eip6963:requestProvider', tell),
      leave() {
        accounts = []
        for (const listener of [...listeners]) listener([])
      },
    }
  }

  it('lives on in the background, serves again when it is put to use, and ends with its last family', async () => {
    const other = announce()
    try {
      desk = open()
      await desk.pair(phone)
      await settled(all())
      const adapter = desk.modal.connections.adapter('eip155')
      await adapter.discover()
      const beside = adapter.connectors.peek().find(({ name }) => name === 'Beside')
      if (!beside) throw new Error('not found')
      await adapter.connect(beside)
      expect([desk.states(), phone.sessions().length]).toEqual([{ ...all(), eip155: OTHER }, 1])
      other.leave()
      await settled({ ...all(), eip155: 'disconnected' })
      await new Promise((resolve) => setTimeout(resolve, 300))
      void adapter.use('walletConnect')
      expect(await adapter.signMessage('hello')).toMatch(/^0x/)
      await adapter.disconnect('walletConnect')
      await settled({ ...all(), eip155: 'disconnected' })
      expect(phone.sessions()).toHaveLength(1)
      await desk.modal.disconnect()
      await expect.poll(() => phone.sessions()).toHaveLength(0)
    } finally {
      other.silence()
    }
  })

  it.each(['eip155', 'polkadot'])('%s alone can be left while another wallet is in use there', async (namespace) => {
    const other = announce()
    try {
      desk = open()
      await desk.pair(phone)
      await settled(all())
      const adapter = desk.modal.connections.adapter('eip155')
      await adapter.discover()
      const beside = adapter.connectors.peek().find(({ name }) => name === 'Beside')
      if (!beside) throw new Error('not found')
      await adapter.connect(beside)
      await desk.modal.disconnect(namespace, 'walletConnect')
      const left = { ...all(), eip155: OTHER, ...(namespace === 'polkadot' && { polkadot: 'disconnected' }) }
      await settled(left)
      expect(phone.sessions()).toHaveLength(1)
      for (const one of ['eip155', 'solana', 'polkadot', 'bip122']) await desk.modal.disconnect(one, 'walletConnect')
      await expect.poll(() => phone.sessions()).toHaveLength(0)
      expect(desk.states()).toEqual({ ...nobody, eip155: OTHER })
    } finally {
      other.silence()
    }
  })
})

describe('the line to the relay', () => {
  it('B6: 100 drops leave one connection each, and every message is handled once', async () => {
    desk = open()
    await desk.pair(phone)
    await settled(all())
    expect(relay.connections).toBe(2)
    const told: string[] = []
    desk.modal.on(networkChanged, ({ caipNetworkId }) => void told.push(caipNetworkId))
    for (let at = 0; at < 100; at++) {
      relay.dropAll()
      await expect.poll(() => relay.connections, { interval: 20, timeout: 20_000 }).toBe(2)
    }
    await phone.emit('chainChanged', 31338, EVM[1])
    await expect.poll(() => told, { timeout: 20_000 }).toEqual([EVM[1]])
    const before = asked()
    expect(await desk.modal.connections.adapter('eip155').signMessage('hello')).toMatch(/^0x/)
    expect([asked(), relay.connections, told.length]).toEqual([before + 1, 2, 1])
  }, 170_000)

  it('K1: pairing and ending again and again leaves no connection, timer or listener more than the first time', async () => {
    desk = open()
    const cycle = async (): Promise<void> => {
      await desk.pair(phone)
      await settled(all())
      await desk.modal.disconnect()
      await expect.poll(() => phone.sessions().length).toBe(0)
    }
    const handles = (): number => process.getActiveResourcesInfo().filter((kind) => /Timeout|TCP/.test(kind)).length
    const kept = (): number => JSON.stringify({ ...localStorage }).length
    for (let at = 0; at < 3; at++) await cycle()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const [connections, timers, size] = [relay.connections, handles(), kept()]
    for (let at = 0; at < 20; at++) await cycle()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(relay.connections).toBe(connections)
    expect(handles()).toBeLessThanOrEqual(timers + 2)
    // J3: flat, and far from the 64 kB that all of it may take
    expect(kept()).toBeLessThan(size * 1.2)
    expect(kept()).toBeLessThan(20_000)
  }, 120_000)

  it('K1: a modal that is let go of while it connects to the relay leaves no connection', async () => {
    desk = open()
    await desk.pair(phone)
    await settled(all())
    for (const delayMs of [0, 5, 10, 20, 40, 60, 80, 120]) {
      await reload()
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      desk.modal.dispose()
      await new Promise((resolve) => setTimeout(resolve, 300))
      await expect.poll(() => relay.connections).toBe(1)
    }
  })

  it('two modals of a page have a client each: neither hears of the other', async () => {
    desk = open('one')
    const other = open('two')
    await desk.pair(phone)
    await settled(all())
    await other.pair(phone)
    await expect.poll(() => other.states()).toEqual(all())
    expect([phone.sessions().length, relay.connections]).toEqual([2, 3])
    await other.modal.disconnect()
    expect([desk.states(), other.states()]).toEqual([all(), nobody])
    other.modal.dispose()
    await expect.poll(() => relay.connections).toBe(2)
    expect(await desk.modal.connections.adapter('eip155').signMessage('hello')).toMatch(/^0x/)
  })
})

describe('B5: a bad line to the relay', () => {
  const quick: readonly Toxic[] = ['latency', 'bandwidth', 'slow_close', 'slicer', 'limit_data']
  /** The client itself gives up after a minute. */
  const slow: readonly Toxic[] = ['timeout', 'reset_peer']
  const toxics = process.env.WALLET_MODAL_LONG ? [...quick, ...slow] : quick
  const unhandled: unknown[] = []
  const note = (error: unknown): void => void unhandled.push(error)
  /** How something ends, and that it does, within 45 seconds. */
  const ends = async (what: Promise<unknown>): Promise<string> => {
    const late = new Promise<string>((resolve) => setTimeout(resolve, 45_000, 'never ended'))
    return Promise.race([
      what.then(
        () => 'done',
        (error: unknown) => messageOf(error),
      ),
      late,
    ])
  }
  const documented = /^done$|cannot be reached|expired|declined|ended|internet|publish|socket|timeout|Failed/i

  it.each(toxics)(
    '%s: pairing, signing, switching and leaving each end in success or in words',
    async (toxic) => {
      process.on('unhandledRejection', note)
      const proxy = await startToxicProxy(relay.url)
      try {
        desk = createDesk({
          relayUrl: proxy.url,
          networks: networks('http://127.0.0.1:1'),
          id: `toxic-${toxic.replace('_', '-')}`,
        })
        desks.push(desk)
        proxy.poison(toxic)
        const paired = await ends(desk.pair(phone))
        expect(paired).toMatch(documented)
        proxy.poison(null)
        if (desk.states().eip155 !== phone.address) await desk.pair(phone)
        await settled(all(), 20_000)
        proxy.poison(toxic)
        expect(await ends(desk.modal.connections.adapter('eip155').signMessage('hello'))).toMatch(documented)
        expect(await ends(desk.modal.switchNetwork(EVM[1]))).toBe('done')
        expect(await ends(desk.modal.disconnect())).toBe('done')
        expect(desk.states()).toEqual(nobody)
        expect(unhandled.map(messageOf)).toEqual([])
      } finally {
        process.off('unhandledRejection', note)
        proxy.stop()
      }
    },
    170_000,
  )
})
