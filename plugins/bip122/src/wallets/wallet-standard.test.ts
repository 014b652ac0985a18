import { describe, expect, it, vi } from 'vitest'
import type { BitcoinSession } from '../contract.js'
import { checkSession } from './reported-session.js'
import { toStandardWallet } from './wallet-standard.js'
import { network, ordinal, payment, testnet4, testnetAddress } from './wallets.test.fixtures.js'

describe('a wallet of the Bitcoin Wallet Standard', () => {
  const raw = (address: string, chain = 'bitcoin:mainnet') => ({
    address,
    publicKey: new Uint8Array(33).fill(2),
    chains: [chain],
  })
  const wallet = (accounts: readonly object[], more: object = {}) => ({
    accounts,
    features: { 'bitcoin:connect': { connect: async () => ({ accounts }) }, ...more },
  })

  it('lists payment accounts first; the second of two taproot addresses, or a taproot address beside another type, is for ordinals', async () => {
    const types = async (accounts: readonly object[], silent = false) =>
      (await toStandardWallet(wallet(accounts), []).connect(silent))?.accounts.map(({ type, address }) => [
        type,
        address,
      ])
    const other = 'bc1pve739yap4uxjvfk0jrey69078u0gasm2nwvv483ec6zkzulgw9xqu4w9fd'
    expect(await types([raw(ordinal), raw(other)])).toEqual([
      ['payment', ordinal],
      ['ordinal', other],
    ])
    expect(await types([raw(ordinal)])).toEqual([['payment', ordinal]])
    expect(await types([raw(ordinal), raw(payment)], true)).toEqual([
      ['payment', payment],
      ['ordinal', ordinal],
    ])
  })

  it('keeps the purposes of the accounts from connect on a later silent connect', async () => {
    const other = 'bc1pve739yap4uxjvfk0jrey69078u0gasm2nwvv483ec6zkzulgw9xqu4w9fd'
    const both = toStandardWallet(wallet([raw(ordinal), raw(other)]), [])
    const before = await both.connect(false)
    expect(await both.connect(true)).toEqual(before)
  })

  it('with only taproot addresses, has the same purposes after a reload and after another account was selected', async () => {
    const others = [
      'bc1pve739yap4uxjvfk0jrey69078u0gasm2nwvv483ec6zkzulgw9xqu4w9fd',
      'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh',
      'bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7',
    ] as const
    const accounts = [raw(ordinal), raw(others[0])]
    const seen = (session: BitcoinSession | null) => session && checkSession(session)
    const before = seen(await toStandardWallet(wallet(accounts), []).connect(false))
    expect(before?.accounts.map(({ type }) => type)).toEqual(['payment', 'ordinal'])
    const one = wallet(accounts)
    const reloaded = toStandardWallet(one, [])
    expect(seen(await reloaded.connect(true))).toEqual(before)
    // the wallet did not say whether the first address is for ordinals as well
    const listed = [
      ['payment', ordinal],
      ['ordinal', ordinal],
      ['ordinal', others[0]],
    ]
    for (const _ of [1, 2])
      expect((await reloaded.connect(true))?.accounts.map(({ type, address }) => [type, address])).toEqual(listed)
    one.accounts = [raw(others[1]), raw(others[2])]
    expect(seen(await reloaded.connect(true))?.accounts.map(({ type }) => type)).toEqual(['payment', 'ordinal'])
  })

  it('without accounts returns null on a silent connect', async () => {
    expect(await toStandardWallet(wallet([]), []).connect(true)).toBeNull()
  })

  it('omits accounts of other chains, and uses the network that the site lists', async () => {
    const held = { ...raw(testnetAddress), chains: ['bitcoin:testnet', 'bitcoin:testnet4'] }
    const solana = { ...raw(payment), chains: ['solana:mainnet'] }
    const session = await toStandardWallet(wallet([held, solana]), [network(testnet4)]).connect(true)
    expect(session).toMatchObject({ accounts: [{ address: testnetAddress }], caipNetworkId: testnet4 })
  })

  it('A4: with unreadable accounts in a change event reports nothing and throws nothing', async () => {
    const reports: unknown[] = []
    let emitChange = (): void => undefined
    const events = {
      on(_: string, run: () => void) {
        emitChange = run
      },
    }
    const hostile = { accounts: [raw(payment)], features: { 'standard:events': events } as object }
    const listener = {
      accounts: (list: unknown) => reports.push(list),
      network: () => undefined,
      disconnected: vi.fn(),
    }
    toStandardWallet(hostile, []).watch(listener)
    emitChange()
    expect(reports).toHaveLength(1)
    const trap = {
      get address() {
        throw new Error('boo')
      },
      chains: ['bitcoin:mainnet'],
    }
    for (const accounts of [[trap], [raw('x'.repeat(100))], 'x', null]) {
      Object.assign(hostile, { accounts })
      expect(emitChange).not.toThrow()
    }
    expect(reports).toHaveLength(1)
    expect(listener.disconnected).not.toHaveBeenCalled()
  })

  it('without a feature rejects with an error that names the feature', async () => {
    const plain = toStandardWallet(wallet([raw(payment)]), [])
    await plain.connect(true)
    await expect(plain.signMessage({ address: payment, message: 'x' })).rejects.toThrow(
      'cannot use "bitcoin:signMessage"',
    )
    await expect(plain.signPsbt({ psbt: '', signInputs: { [payment]: [0] } })).rejects.toThrow(
      'cannot use "bitcoin:sign',
    )
    expect(plain.switchNetwork).toBeUndefined()
  })

  it('G3: rejects a signature that is not bytes', async () => {
    const lying = toStandardWallet(
      wallet([raw(payment)], { 'bitcoin:signMessage': { signMessage: async () => [{ signature: 'AA==' }] } }),
      [],
    )
    await lying.connect(true)
    await expect(lying.signMessage({ address: payment, message: 'x' })).rejects.toThrow('is not a signature')
  })

  it('accepts a signature of 65 bytes for BIP-322 from a P2PKH address, because BIP-322 permits the legacy format there', async () => {
    const legacy = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
    const sign = async (length: number, protocol: 'ECDSA' | 'BIP322') => {
      const signMessage = async () => [{ signature: new Uint8Array(length) }]
      const one = toStandardWallet(wallet([raw(legacy)], { 'bitcoin:signMessage': { signMessage } }), [])
      await one.connect(true)
      return one.signMessage({ address: legacy, message: 'x', protocol })
    }
    expect(await sign(65, 'BIP322')).toBe(await sign(65, 'ECDSA'))
    expect(await sign(200, 'BIP322')).toHaveLength(268)
    await expect(sign(200, 'ECDSA')).rejects.toThrow('cannot sign a message with ECDSA')
  })

  it.each([
    ['ECDSA', 65, 'ECDSA'],
    ['BIP-322', 107, 'BIP322'],
  ] as const)(
    'accepts an %s signature (%i bytes) only if the site requested this protocol or none',
    async (_, length, protocol) => {
      const signature = new Uint8Array(length)
      const one = toStandardWallet(
        wallet([raw(payment)], { 'bitcoin:signMessage': { signMessage: async () => [{ signature }] } }),
        [],
      )
      await one.connect(true)
      const other = protocol === 'ECDSA' ? 'BIP322' : 'ECDSA'
      const message = { address: payment, message: 'x' }
      expect(await one.signMessage(message)).toBe(await one.signMessage({ ...message, protocol }))
      await expect(one.signMessage({ ...message, protocol: other })).rejects.toThrow(
        `cannot sign a message with ${other}`,
      )
    },
  )
})
