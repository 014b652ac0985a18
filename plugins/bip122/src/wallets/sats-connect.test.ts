import { describe, expect, it } from 'vitest'
import { isRejection } from '../errors.js'
import { toSatsWallet } from './sats-connect.js'
import {
  createListener,
  key,
  mainnet,
  network,
  ordinal,
  payment,
  testnet4,
  testnetAddress,
} from './wallets.test.fixtures.js'

/** A provider that records its requests and has one fixed answer per method. */
function scripted(answers: Record<string, unknown>) {
  const requests: unknown[] = []
  const request = async (method: string, params: unknown): Promise<unknown> => {
    requests.push([method, params])
    return answers[method] ?? { error: { code: -32601, message: 'unknown method' } }
  }
  return { requests, provider: { request } }
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

  it('returns payment and ordinals accounts, and omits accounts of other chains and invalid public keys', async () => {
    const wallet = toSatsWallet(scripted({ wallet_connect: { result: account } }).provider, [])
    expect(await wallet.connect(false)).toEqual({
      accounts: [
        { address: payment, type: 'payment', publicKey: key },
        { address: ordinal, type: 'ordinal' },
      ],
      caipNetworkId: mainnet,
    })
  })

  it('that lacks wallet_connect is asked with older methods, and its network is read from the addresses', async () => {
    const old = scripted({ getAccounts: { result: [{ address: testnetAddress, purpose: 'payment' }] } })
    const session = await toSatsWallet(old.provider, [network(mainnet), network(testnet4)]).connect(false)
    expect(session?.caipNetworkId).toBe(testnet4)
    expect(old.requests).toEqual([
      ['wallet_connect', { addresses: ['payment', 'ordinals'] }],
      ['getAccounts', { purposes: ['payment', 'ordinals'] }],
    ])
    const oldest = scripted({ getAddresses: { result: { addresses: [{ address: payment, purpose: 'payment' }] } } })
    expect((await toSatsWallet(oldest.provider, []).connect(false))?.caipNetworkId).toBe(mainnet)
    await expect(toSatsWallet(scripted({}).provider, []).connect(false)).rejects.toThrow('unknown method')
  })

  it('gets only wallet_getAccount on a silent connect, and returns null without permission or if it does not know the method', async () => {
    for (const code of [-32002, -32601]) {
      const { provider, requests } = scripted({ wallet_getAccount: { error: { code, message: 'no' } } })
      expect(await toSatsWallet(provider, []).connect(true)).toBeNull()
      expect(requests).toEqual([['wallet_getAccount', null]])
    }
    const broken = scripted({ wallet_getAccount: { error: { code: -32603, message: 'broken' } } })
    await expect(toSatsWallet(broken.provider, []).connect(true)).rejects.toThrow('broken')
  })

  it('rejects connect without permission with a code that does not mean an open request in the wallet', async () => {
    const { provider } = scripted({ wallet_connect: { error: { code: -32002, message: 'no permission' } } })
    await expect(toSatsWallet(provider, []).connect(false)).rejects.toMatchObject({
      code: 4100,
      message: 'no permission',
    })
  })

  it('rejects connect with an error for which isRejection is true only if the user declined', async () => {
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

  it('makes connect and signMessage throw if its answers are malformed', async () => {
    for (const result of [null, 5, { addresses: 'x' }, { addresses: [{ address: 'no', purpose: 'payment' }] }])
      await expect(toSatsWallet(scripted({ wallet_connect: { result } }).provider, []).connect(false)).rejects.toThrow()
    const wallet = toSatsWallet(scripted({ signMessage: { result: { signature: 5 } } }).provider, [])
    await expect(wallet.signMessage({ address: payment, message: 'x' })).rejects.toThrow('reply to "signMessage"')
  })

  it('gets a protocol only if the site names one, switches by sats-connect chain name, and signs and broadcasts in one request', async () => {
    const { provider, requests } = scripted({
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
    expect(requests).toEqual([
      ['signMessage', { address: payment, message: 'x' }],
      ['signMessage', { address: payment, message: 'x', protocol: 'BIP322' }],
      ['wallet_changeNetwork', { name: 'Testnet4' }],
      ['signPsbt', { psbt: 'x', signInputs: { [payment]: [0] }, broadcast: true }],
    ])
  })

  it('C2: reports only the answer to the latest account change, and none after unsubscribing', async () => {
    const pendingRequests: ((answer: unknown) => void)[] = []
    let change = (): void => undefined
    const provider = {
      request: () => new Promise((resolve) => pendingRequests.push(resolve)),
      addListener: (event: string, run: () => void) => {
        if (event === 'accountChange') change = run
        return () => undefined
      },
    }
    const { reports, listener } = createListener()
    const stop = toSatsWallet(provider, []).watch(listener)
    change()
    change()
    pendingRequests[1]?.({ result: account })
    await settle()
    pendingRequests[0]?.({ error: { code: -32002, message: 'no' } })
    await settle()
    expect(reports).toEqual([[payment, ordinal], mainnet])
    change()
    stop()
    pendingRequests[2]?.({ result: account })
    await settle()
    expect(reports).toHaveLength(2)
  })
})
