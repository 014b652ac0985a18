// @vitest-environment happy-dom
import { createWalletModal } from '@wallet-modal/kernel'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { polkadot } from '../index.js'
import { RECHECK_DELAYS_MS } from './discovery.js'
import { MAX_ENTRIES, openEntry, readEntries } from './entry.js'

const injected = { accounts: { get: async () => [], subscribe: () => () => {} }, signer: {} }
const wallet = { enable: async () => injected, version: '1' }
const inject = (all: unknown): void => void Reflect.set(window, 'injectedWeb3', all)
const read = () => {
  const failures: unknown[] = []
  return { entries: readEntries((error) => failures.push(error)), failures }
}

afterEach(() => void Reflect.deleteProperty(window, 'injectedWeb3'))

describe('the entries of window.injectedWeb3', () => {
  it('have the display names of their wallets', () => {
    inject({
      'polkadot-js': wallet,
      'subwallet-js': wallet,
      talisman: wallet,
      'some-wallet': wallet,
      '1a2b3c4d5e6f70': wallet,
    })
    expect(read().entries.map(({ name }) => name)).toEqual([
      'polkadot{.js}',
      'SubWallet',
      'Talisman',
      'some-wallet',
      'Browser Wallet',
    ])
  })

  it('are those with an enable or connect function', () => {
    const door = Object.assign(() => {}, { enable: async () => injected })
    inject({
      a: null,
      b: 5,
      c: 'x',
      d: {},
      e: { enable: 'yes' },
      f: { version: '1' },
      g: { connect: async () => injected },
      h: door,
    })
    expect(read().entries.map(({ key }) => key)).toEqual(['g', 'h'])
  })

  it.each([undefined, null, 5, 'x', []])('are empty if window.injectedWeb3 is %j', (all) => {
    inject(all)
    expect(read()).toEqual({ entries: [], failures: [] })
  })

  it('G3: do not include inherited entries, or entries whose getters throw; the errors are reported', () => {
    const throwing = {
      get hostile(): unknown {
        throw new Error('boom')
      },
      half: {
        get enable(): unknown {
          throw new Error('bang')
        },
      },
      good: wallet,
    }
    inject(Object.setPrototypeOf(throwing, { inherited: wallet }))
    const { entries, failures } = read()
    expect(entries.map(({ key }) => key)).toEqual(['good'])
    expect(failures.map(String)).toEqual(['Error: boom', 'Error: bang'])
    inject(
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('no keys')
          },
        },
      ),
    )
    expect(read().entries).toEqual([])
    Reflect.deleteProperty(window, 'injectedWeb3')
    Object.defineProperty(window, 'injectedWeb3', {
      configurable: true,
      get: () => {
        throw new Error('no')
      },
    })
    expect(read().entries).toEqual([])
  })

  it('G3: have a maximum number and name length, and no invisible characters in names', () => {
    inject({
      ['x'.repeat(10_000)]: wallet,
      ['y'.repeat(100)]: wallet,
      'Tal\u202Eis\u200Bman\u0000': wallet,
      '\u200B': wallet,
    })
    expect(read().entries.map(({ name }) => name)).toEqual(['y'.repeat(64), 'Talisman'])
    inject(Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`wallet ${at}`, wallet])))
    expect(read().entries).toHaveLength(MAX_ENTRIES)
  })
})

describe('openEntry', () => {
  it('prefers connect() to enable(), and calls it with the wallet as this', async () => {
    inject({
      hash: {
        secret: 'mine',
        connect(site: string) {
          return Promise.resolve({ ...injected, name: `${this.secret} for ${site}`, version: '2' })
        },
        enable: () => Promise.reject(new Error('only connect')),
      },
    })
    expect(await openEntry('hash', 'Site')).toMatchObject({ name: 'mine for Site', version: '2' })
  })

  it('reads a returned extension whose fields are class getters', async () => {
    class Injected {
      get accounts() {
        return injected.accounts
      }
      get signer() {
        return injected.signer
      }
    }
    inject({ wallet: { enable: async () => new Injected(), version: '3' } })
    expect(await openEntry('wallet', 'Site')).toMatchObject({ ...injected, name: 'wallet', version: '3' })
  })

  it('rejects with a reason if the wallet is gone or returns no extension', async () => {
    inject(Object.create({ inherited: wallet }))
    for (const key of ['gone', 'inherited', 'constructor'])
      await expect(openEntry(key, 'Site')).rejects.toThrow('The wallet is no longer in this page')
    inject({ mute: { enable: async () => undefined } })
    await expect(openEntry('mute', 'Site')).rejects.toThrow('returned no extension object')
  })
})

describe('the list of Polkadot wallets', () => {
  const start = () => {
    const modal = createWalletModal({ id: 'entries', plugins: [polkadot()], prefetch: 'never', logLevel: 'silent' })
    return { modal, adapter: modal.connections.adapter('polkadot'), [Symbol.dispose]: () => modal.dispose() }
  }
  const names = (site: ReturnType<typeof start>) => site.adapter.connectors.value.map(({ name }) => name)

  it('includes wallets that are injected within a few seconds after discovery', async () => {
    using site = start()
    await site.adapter.discover()
    expect(names(site)).toEqual([])
    inject({ talisman: wallet })
    await vi.waitFor(() => expect(names(site)).toEqual(['Talisman']))
    expect(RECHECK_DELAYS_MS.at(-1)).toBeLessThanOrEqual(5000)
  })

  it('lists a wallet once, even if it injects itself again', async () => {
    inject({ talisman: wallet })
    using site = start()
    await site.adapter.discover()
    inject({ talisman: { ...wallet } })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(names(site)).toEqual(['Talisman'])
  })

  it('G3: marks two wallets with the same visible name as suspicious', async () => {
    inject({ talisman: wallet, 'TALISMAN\u200B': wallet, other: wallet })
    using site = start()
    await site.adapter.discover()
    expect(site.adapter.connectors.value.map(({ suspicious = false }) => suspicious)).toEqual([true, true, false])
  })
})
