import { base64, hex } from '@scure/base'
import type { Network } from '@wallet-modal/kernel'
import { describe, expect, it, vi } from 'vitest'
import { caipOf, chains } from '../chains.js'
import type { BitcoinListener, BitcoinSession } from '../contract.js'
import { isRejection } from '../errors.js'
import { checkSession } from './reported-session.js'
import { toSatsWallet } from './sats-connect.js'
import { toUnisatWallet } from './unisat.js'
import { toStandardWallet } from './wallet-standard.js'

const payment = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ordinal = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
const testnetAddress = 'tb1qcrh3yqn4nlleplcez2yndq2ry8h9ncg3qh7n54'
const key = '02'.padEnd(66, 'a')
const idOf = (name: string): string => chains.filter((chain) => chain.name === name).map(caipOf)[0] ?? ''
const [mainnet, testnet, testnet4] = ['Bitcoin', 'Bitcoin Testnet', 'Bitcoin Testnet4'].map(idOf)
const network = (caipNetworkId = ''): Network => ({
  caipNetworkId,
  namespace: 'bip122',
  reference: caipNetworkId.slice(7),
  name: caipNetworkId,
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: [],
})

/** Notes what a wallet is asked, and answers by a script. */
function scripted(answers: Record<string, unknown>) {
  const asked: unknown[] = []
  const request = async (method: string, params: unknown): Promise<unknown> => {
    asked.push([method, params])
    return answers[method] ?? { error: { code: -32601, message: 'unknown method' } }
  }
  return { asked, provider: { request } }
}

function listener() {
  const told: unknown[] = []
  const heard: BitcoinListener = {
    accounts: (accounts) => told.push(accounts.map(({ address }) => address)),
    network: (caipNetworkId) => told.push(caipNetworkId),
    disconnected: () => told.push('disconnected'),
  }
  return { told, heard }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('a sats-connect provider', () => {
  const account = {
    addresses: [
      { address: ordinal, publicKey: 'x', purpose: 'ordinals' },
      { address: payment, publicKey: key.toUpperCase(), purpose: 'payment' },
      { address: 'SP000', purpose: 'stacks' },
    ],
    network: { bitcoin: { name: 'Mainnet' } },
  }

  it('gives payment and ordinals accounts, and leaves other chains and broken keys out', async () => {
    const wallet = toSatsWallet(scripted({ wallet_connect: { result: account } }).provider, [])
    expect(await wallet.connect(false)).toEqual({
      accounts: [
        { address: payment, type: 'payment', publicKey: key },
        { address: ordinal, type: 'ordinal' },
      ],
      caipNetworkId: mainnet,
    })
  })

  it('that does not know wallet_connect is asked as before, and its network read from the addresses', async () => {
    const old = scripted({ getAccounts: { result: [{ address: testnetAddress, purpose: 'payment' }] } })
    const session = await toSatsWallet(old.provider, [network(mainnet), network(testnet4)]).connect(false)
    expect(session?.caipNetworkId).toBe(testnet4)
    expect(old.asked).toEqual([
      ['wallet_connect', { addresses: ['payment', 'ordinals'] }],
      ['getAccounts', { purposes: ['payment', 'ordinals'] }],
    ])
    const oldest = scripted({ getAddresses: { result: { addresses: [{ address: payment, purpose: 'payment' }] } } })
    expect((await toSatsWallet(oldest.provider, []).connect(false))?.caipNetworkId).toBe(mainnet)
    await expect(toSatsWallet(scripted({}).provider, []).connect(false)).rejects.toThrow('unknown method')
  })

  it('is never prompted by a silent request: no permission and no such method mean not connected', async () => {
    for (const code of [-32002, -32601]) {
      const { provider, asked } = scripted({ wallet_getAccount: { error: { code, message: 'no' } } })
      expect(await toSatsWallet(provider, []).connect(true)).toBeNull()
      expect(asked).toEqual([['wallet_getAccount', null]])
    }
    const broken = scripted({ wallet_getAccount: { error: { code: -32603, message: 'broken' } } })
    await expect(toSatsWallet(broken.provider, []).connect(true)).rejects.toThrow('broken')
  })

  it('declines with its own code, which is told from an error', async () => {
    const declined = scripted({ wallet_connect: { error: { code: -32000, message: 'no' } } })
    expect(
      isRejection(
        await toSatsWallet(declined.provider, [])
          .connect(false)
          .catch((error) => error),
      ),
    ).toBe(true)
    const failed = scripted({ wallet_connect: { error: { code: -32603, message: 'no' } } })
    expect(
      isRejection(
        await toSatsWallet(failed.provider, [])
          .connect(false)
          .catch((error) => error),
      ),
    ).toBe(false)
  })

  it('that answers nonsense is named for it', async () => {
    for (const result of [null, 5, { addresses: 'x' }, { addresses: [{ address: 'no', purpose: 'payment' }] }])
      await expect(toSatsWallet(scripted({ wallet_connect: { result } }).provider, []).connect(false)).rejects.toThrow()
    const wallet = toSatsWallet(scripted({ signMessage: { result: { signature: 5 } } }).provider, [])
    await expect(wallet.signMessage({ address: payment, message: 'x' })).rejects.toThrow('answered "signMessage"')
  })

  it('is given the protocol only where the site asks for one, switches by its own names, and sends', async () => {
    const { provider, asked } = scripted({
      signMessage: { result: { signature: 'AA==' } },
      wallet_changeNetwork: { result: {} },
      signPsbt: { result: { psbt: 'cHNidA==', txid: 'ab' } },
    })
    const wallet = toSatsWallet(provider, [])
    await wallet.signMessage({ address: payment, message: 'x' })
    await wallet.signMessage({ address: payment, message: 'x', protocol: 'BIP322' })
    await wallet.switchNetwork?.(testnet4 ?? '')
    await expect(wallet.switchNetwork?.('bip122:other')).rejects.toThrow('cannot switch')
    expect(await wallet.signAndSend?.({ psbt: 'x', signInputs: { [payment]: [0] } })).toEqual({
      psbt: 'cHNidA==',
      txid: 'ab',
    })
    expect(asked).toEqual([
      ['signMessage', { address: payment, message: 'x' }],
      ['signMessage', { address: payment, message: 'x', protocol: 'BIP322' }],
      ['wallet_changeNetwork', { name: 'Testnet4' }],
      ['signPsbt', { psbt: 'x', signInputs: { [payment]: [0] }, broadcast: true }],
    ])
  })

  it('C2: of two answers to changes, only the last counts, and none after letting go', async () => {
    const waiting: ((answer: unknown) => void)[] = []
    let change = (): void => undefined
    const provider = {
      request: () => new Promise((resolve) => waiting.push(resolve)),
      addListener: (event: string, run: () => void) => {
        if (event === 'accountChange') change = run
        return () => undefined
      },
    }
    const { told, heard } = listener()
    const stop = toSatsWallet(provider, []).watch(heard)
    change()
    change()
    waiting[1]?.({ result: account })
    await settle()
    waiting[0]?.({ error: { code: -32002, message: 'no' } })
    await settle()
    expect(told).toEqual([[payment, ordinal], mainnet])
    change()
    stop()
    waiting[2]?.({ result: account })
    await settle()
    expect(told).toHaveLength(2)
  })
})

describe('a wallet of the Unisat family', () => {
  const base = {
    requestAccounts: async () => [payment],
    getAccounts: async () => [payment],
    getPublicKey: async () => key,
  }

  it('tells its network by getChain, and an older one by getNetwork', async () => {
    const now = toUnisatWallet({ ...base, getChain: async () => ({ enum: 'BITCOIN_TESTNET4' }) })
    expect((await now.connect(false))?.caipNetworkId).toBe(testnet4)
    for (const [answer, id] of [
      ['livenet', mainnet],
      ['testnet', testnet],
    ])
      expect((await toUnisatWallet({ ...base, getNetwork: async () => answer }).connect(true))?.caipNetworkId).toBe(id)
  })

  it('on a chain that is not Bitcoin shows a network that no site lists', async () => {
    const wallet = toUnisatWallet({ ...base, getChain: async () => ({ enum: 'FRACTAL_BITCOIN_MAINNET' }) })
    expect((await wallet.connect(false))?.caipNetworkId).toBe('bip122:FRACTAL_BITCOIN_MAINNET')
    const broken = toUnisatWallet({ ...base, getChain: async () => ({ enum: '<b>' }) })
    await expect(broken.connect(false)).rejects.toThrow('is not a network')
  })

  it('signs by BIP-322 for taproot and by ECDSA for the rest, unless the site says which', async () => {
    const asked: unknown[] = []
    const signMessage = async (...input: unknown[]) => {
      asked.push(input)
      return 'AA=='
    }
    const wallet = toUnisatWallet({ ...base, signMessage })
    await wallet.signMessage({ address: payment, message: 'a' })
    await wallet.signMessage({ address: ordinal, message: 'b' })
    await wallet.signMessage({ address: payment, message: 'c', protocol: 'BIP322' })
    expect(asked).toEqual([
      ['a', 'ecdsa'],
      ['b', 'bip322-simple'],
      ['c', 'bip322-simple'],
    ])
  })

  it('gets PSBTs in hex and is asked not to finish them', async () => {
    const asked: unknown[] = []
    const signPsbt = async (...input: unknown[]) => {
      asked.push(input)
      return '70736274FF'
    }
    const wallet = toUnisatWallet({ ...base, signPsbt })
    const psbt = base64.encode(hex.decode('70736274'))
    const signed = await wallet.signPsbt({ psbt, signInputs: { [payment]: [0, 2] } })
    expect(hex.encode(base64.decode(signed))).toBe('70736274ff')
    const toSignInputs = [0, 2].map((index) => ({ index, address: payment }))
    expect(asked).toEqual([['70736274', { autoFinalized: false, toSignInputs }]])
  })

  it('switches by switchChain, or by the older switchNetwork where that knows the network', async () => {
    const asked: unknown[] = []
    const note = async (name: string) => void asked.push(name)
    await toUnisatWallet({ ...base, switchChain: note, switchNetwork: note }).switchNetwork?.(testnet4 ?? '')
    const old = toUnisatWallet({ ...base, switchNetwork: note })
    await old.switchNetwork?.(mainnet ?? '')
    await expect(old.switchNetwork?.(testnet4 ?? '')).rejects.toThrow('cannot switch')
    expect(asked).toEqual(['BITCOIN_TESTNET4', 'livenet'])
  })

  it('sends only where it can', async () => {
    expect(toUnisatWallet(base).send).toBeUndefined()
    const wallet = toUnisatWallet({ ...base, pushTx: async () => 'ab'.repeat(32) })
    expect(await wallet.send?.('00')).toBe('ab'.repeat(32))
    await expect(toUnisatWallet({ ...base, pushTx: async () => 'no' }).send?.('00')).rejects.toThrow('transaction id')
  })
})

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

  it('gives its accounts in the order of the purposes, and taproot for ordinals where it gives another number', async () => {
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

  it('remembers what an account is for when its list of accounts says nothing', async () => {
    const other = 'bc1pve739yap4uxjvfk0jrey69078u0gasm2nwvv483ec6zkzulgw9xqu4w9fd'
    const both = toStandardWallet(wallet([raw(ordinal), raw(other)]), [])
    const before = await both.connect(false)
    expect(await both.connect(true)).toEqual(before)
  })

  it('has the same purposes after a reload and another account, where all addresses are taproot', async () => {
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
    // whether the first is for ordinals as well, nobody has told
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

  it('is not asked in silence: without accounts there is no permission', async () => {
    expect(await toStandardWallet(wallet([]), []).connect(true)).toBeNull()
  })

  it('leaves accounts of other chains out, and takes the network that the site lists', async () => {
    const held = { ...raw(testnetAddress), chains: ['bitcoin:testnet', 'bitcoin:testnet4'] }
    const solana = { ...raw(payment), chains: ['solana:mainnet'] }
    const session = await toStandardWallet(wallet([held, solana]), [network(testnet4)]).connect(true)
    expect(session).toMatchObject({ accounts: [{ address: testnetAddress }], caipNetworkId: testnet4 })
  })

  it('A4: that tells of accounts which cannot be read has told nothing, and no error gets out', async () => {
    const told: unknown[] = []
    let tell = (): void => undefined
    const events = {
      on(_: string, run: () => void) {
        tell = run
      },
    }
    const hostile = { accounts: [raw(payment)], features: { 'standard:events': events } as object }
    const listener = { accounts: (list: unknown) => told.push(list), network: () => undefined, disconnected: vi.fn() }
    toStandardWallet(hostile, []).watch(listener)
    tell()
    expect(told).toHaveLength(1)
    const trap = {
      get address() {
        throw new Error('boo')
      },
      chains: ['bitcoin:mainnet'],
    }
    for (const accounts of [[trap], [raw('x'.repeat(100))], 'x', null]) {
      Object.assign(hostile, { accounts })
      expect(tell).not.toThrow()
    }
    expect(told).toHaveLength(1)
    expect(listener.disconnected).not.toHaveBeenCalled()
  })

  it('that lacks a feature says so in words', async () => {
    const plain = toStandardWallet(wallet([raw(payment)]), [])
    await plain.connect(true)
    await expect(plain.signMessage({ address: payment, message: 'x' })).rejects.toThrow('cannot "bitcoin:signMessage"')
    await expect(plain.signPsbt({ psbt: '', signInputs: { [payment]: [0] } })).rejects.toThrow('cannot "bitcoin:sign')
    expect(plain.switchNetwork).toBeUndefined()
  })

  it('G3: whose answers are no bytes is named for it', async () => {
    const lying = toStandardWallet(
      wallet([raw(payment)], { 'bitcoin:signMessage': { signMessage: async () => [{ signature: 'AA==' }] } }),
      [],
    )
    await lying.connect(true)
    await expect(lying.signMessage({ address: payment, message: 'x' })).rejects.toThrow('is not a signature')
  })
})
