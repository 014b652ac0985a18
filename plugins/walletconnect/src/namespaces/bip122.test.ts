import type { BitcoinSession, BitcoinWallet } from '@wallet-modal/bip122/contract'
import { describe, expect, test, vi } from 'vitest'
import { createBitcoinProvider } from './bip122.js'
import { createFakeSession } from './session.test.fixtures.js'

const REGTEST = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const MAINNET = 'bip122:000000000019d6689c085ae165831e93'
const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const mainAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const taproot = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'
const methods = ['getAccountAddresses', 'signMessage', 'signPsbt']
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

async function stage(accounts = [`${REGTEST}:${address}`]) {
  const session = createFakeSession('bip122', { bip122: { accounts, methods } }, [REGTEST, MAINNET])
  const wallet = (await createBitcoinProvider(session.parts)) as Required<BitcoinWallet>
  const accountChanges: BitcoinSession['accounts'][] = []
  wallet.watch({
    accounts: (now) => void accountChanges.push(now),
    network: () => undefined,
    disconnected: () => void accountChanges.push([]),
  })
  return { ...session, wallet, accountChanges }
}

describe('a Bitcoin wallet over a session', () => {
  test('requests addresses beyond those of the session once, without delaying the connect', async () => {
    const { wallet, walletRequests, answer, accountChanges } = await stage()
    const publicKey = '02'.padEnd(66, 'a')
    answer([
      { address, publicKey, intention: 'payment' },
      { address: taproot, intention: 'ordinal' },
      { address: 'broken!' },
      null,
    ])
    expect(await wallet.connect(false)).toEqual({ accounts: [{ address, type: 'payment' }], caipNetworkId: REGTEST })
    await settle()
    const all = [
      { address, type: 'payment', publicKey },
      { address: taproot, type: 'ordinal' },
    ]
    expect(accountChanges).toEqual([all])
    expect((await wallet.connect(true))?.accounts).toEqual(all)
    expect(walletRequests).toEqual([[REGTEST, 'getAccountAddresses', { account: address }]])
  })

  test('discards the requested addresses when the session gets other accounts', async () => {
    const { wallet, answer, update } = await stage()
    answer([{ address: taproot, intention: 'ordinal' }])
    await wallet.connect(false)
    await settle()
    const next = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry'
    update({ bip122: { accounts: [`${REGTEST}:${next}`], methods: [] } })
    expect((await wallet.connect(true))?.accounts).toEqual([{ address: next, type: 'payment' }])
  })

  test('lists addresses under the network of the event, or of the request that they answer', async () => {
    const { wallet, answer, event } = await stage([`${REGTEST}:${address}`, `${MAINNET}:${mainAddress}`])
    let reply = (_: unknown): void => undefined
    answer(new Promise((resolve) => (reply = resolve)))
    await wallet.connect(false)
    await wallet.switchNetwork(MAINNET)
    reply([{ address: 'regtest-ordinal', intention: 'ordinal' }])
    event('bip122_addressesChanged', [{ address: 'main-ordinal', intention: 'ordinal' }], MAINNET)
    await settle()
    await wallet.switchNetwork(REGTEST)
    event('bip122_addressesChanged', [{ address: 'main-ordinal-2', intention: 'ordinal' }], MAINNET)
    await settle()
    const listed = async () => (await wallet.connect(true))?.accounts.map((account) => account.address)
    expect(await listed()).toEqual([address, 'regtest-ordinal'])
    await wallet.switchNetwork(MAINNET)
    expect(await listed()).toEqual([mainAddress, 'main-ordinal-2'])
  })

  test('omits addresses that are not of the network for which the wallet lists them', async () => {
    const { wallet, answer, event } = await stage([`${REGTEST}:${address}`, `${MAINNET}:${mainAddress}`])
    answer([{ address: `not ${REGTEST}`, intention: 'ordinal' }])
    await wallet.connect(false)
    event('bip122_addressesChanged', [{ address: `not ${REGTEST}`, intention: 'ordinal' }], MAINNET)
    await settle()
    const listed = async () => (await wallet.connect(true))?.accounts.map((account) => account.address)
    expect(await listed()).toEqual([address])
    await wallet.switchNetwork(MAINNET)
    expect(await listed()).toEqual([mainAddress, `not ${REGTEST}`])
  })

  test('uses a network of the site if the wallet withdraws the active network', async () => {
    const SIGNET = 'bip122:00000008819873e925422c1ff0f99f7c'
    const { wallet, update } = await stage()
    update({
      bip122: {
        accounts: [`${SIGNET}:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx`, `${MAINNET}:${mainAddress}`],
        methods,
      },
    })
    expect((await wallet.connect(true))?.caipNetworkId).toBe(MAINNET)
  })

  test('deletes the addresses of an earlier session on another network', async () => {
    const { wallet, answer, update, stored } = await stage([`${MAINNET}:${mainAddress}`])
    answer([{ address: 'main-ordinal', intention: 'ordinal' }])
    await wallet.connect(false)
    await settle()
    expect(Object.keys(Object(stored('addresses')))).toEqual([MAINNET])
    update({ bip122: { accounts: [`${REGTEST}:${address}`], methods } })
    answer([{ address: taproot, intention: 'ordinal' }])
    await wallet.connect(false)
    await settle()
    expect(stored('addresses')).toEqual({
      [REGTEST]: { of: `${REGTEST}:${address}`, accounts: [{ address: taproot, type: 'ordinal' }] },
    })
  })

  test.each([
    ['hex', 'ff00', '/wA='],
    ['base64', '/wA=', '/wA='],
  ])('converts a signature in %s to base64', async (_name, signature, expected) => {
    const { wallet, answer, walletRequests } = await stage()
    answer({ signature })
    expect(await wallet.signMessage({ address, message: 'hello', protocol: 'BIP322' })).toBe(expected)
    expect(walletRequests).toEqual([
      [REGTEST, 'signMessage', { account: address, message: 'hello', address, protocol: 'bip322' }],
    ])
  })

  test('passes the inputs of each address and the broadcast flag to the wallet', async () => {
    const { wallet, answer, walletRequests } = await stage()
    answer({ psbt: 'signed', txid: 'ab'.repeat(32) })
    const task = { psbt: 'draft', signInputs: { [address]: [0, 2] } }
    expect(await wallet.signPsbt(task)).toBe('signed')
    expect(await wallet.signAndSend(task)).toEqual({ psbt: 'signed', txid: 'ab'.repeat(32) })
    const inputs = [0, 2].map((index) => ({ address, index }))
    expect(walletRequests.map(([, , params]) => params)).toEqual(
      [false, true].map((broadcast) => ({ account: address, psbt: 'draft', signInputs: inputs, broadcast })),
    )
    answer({ psbt: 'signed' })
    await expect(wallet.signAndSend(task)).rejects.toMatchObject({ code: 'INVALID_DATA' })
  })

  test('refuses a network that was not approved, and is disconnected when its session ends', async () => {
    const { wallet, update, accountChanges } = await stage()
    await expect(wallet.switchNetwork(MAINNET)).rejects.toMatchObject({ code: 4902 })
    update({})
    expect([await wallet.connect(true), accountChanges]).toEqual([null, [[]]])
    await expect(wallet.signMessage({ address, message: 'x' })).rejects.toMatchObject({ code: 4900 })
  })
})

test('an exception in a listener of the site does not prevent other listeners from being called', async () => {
  const failure = new Error('of the site')
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const { wallet, update } = await stage()
  const disconnected = vi.fn()
  const listener = { accounts: () => undefined, network: () => undefined }
  wallet.watch({
    ...listener,
    disconnected() {
      throw failure
    },
  })
  wallet.watch({ ...listener, disconnected })
  update({})
  vi.unstubAllGlobals()
  expect([disconnected.mock.calls.length, reported.mock.calls]).toEqual([1, [[failure]]])
})
