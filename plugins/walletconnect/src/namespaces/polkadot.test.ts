import { describe, expect, test, vi } from 'vitest'
import { createPolkadotExtension } from './polkadot.js'
import { createFakeSession } from './session.test.fixtures.js'

const POLKADOT = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const KUSAMA = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'
const address = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const other = '14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3'
const signature = `0x${'ab'.repeat(64)}`

interface Extension {
  readonly accounts: {
    get(): Promise<readonly object[]>
    subscribe(listener: (accounts: readonly object[]) => void): () => void
  }
  readonly signer: Record<'signRaw' | 'signPayload', (input: object) => Promise<object>>
}

function stage(methods = ['polkadot_signMessage', 'polkadot_signTransaction']) {
  const accounts = [`${POLKADOT}:${address}`, `${KUSAMA}:${address}`, `${KUSAMA}:${other}`]
  const session = createFakeSession('polkadot', { polkadot: { accounts, methods } }, [POLKADOT, KUSAMA])
  session.answer({ signature })
  return { ...session, extension: createPolkadotExtension(session.parts) as Extension }
}
const hex = (text: string): string => `0x${Buffer.from(text).toString('hex')}`

describe('an extension over a session', () => {
  test('lists each account once, with its approved networks', async () => {
    expect(await stage().extension.accounts.get()).toEqual([
      { address, caipNetworkIds: [POLKADOT, KUSAMA] },
      { address: other, caipNetworkIds: [KUSAMA] },
    ])
  })

  test.each([
    ['a text in hex', hex('hello')],
    ['a text', 'hello'],
    ['a text already in <Bytes>', hex('<Bytes>hello</Bytes>')],
  ])('signs %s wrapped in <Bytes> exactly once, so that it cannot be a transaction', async (_name, data) => {
    const { extension, walletRequests } = stage()
    expect(await extension.signer.signRaw({ address, data, type: 'bytes' })).toEqual({ id: 1, signature })
    expect(walletRequests).toEqual([
      [POLKADOT, 'polkadot_signMessage', { address, message: hex('<Bytes>hello</Bytes>') }],
    ])
  })

  test('signs a text on the active network, also while another wallet is connecting', async () => {
    const { extension, walletRequests, useOn } = stage()
    useOn(KUSAMA)
    await extension.signer.signRaw({ address, data: '0x00', type: 'bytes' })
    expect(walletRequests.map(([network]) => network)).toEqual([KUSAMA])
  })

  test('signs a text on its own network while another wallet is active on another network', async () => {
    const { extension, walletRequests, useOn } = stage()
    useOn(KUSAMA, POLKADOT)
    await extension.signer.signRaw({ address, data: '0x00', type: 'bytes' })
    expect(walletRequests.map(([network]) => network)).toEqual([KUSAMA])
  })

  test('signs a transaction on the chain of its genesis hash, and refuses other chains', async () => {
    const { extension, walletRequests } = stage()
    const payload = { address, genesisHash: `0x${KUSAMA.slice(9)}${'0'.repeat(32)}`, method: '0x00' }
    expect(await extension.signer.signPayload(payload)).toEqual({ id: 1, signature })
    expect(walletRequests).toEqual([[KUSAMA, 'polkadot_signTransaction', { address, transactionPayload: payload }]])
    const elsewhere = { ...payload, genesisHash: `0x${'00'.repeat(32)}` }
    await expect(extension.signer.signPayload(elsewhere)).rejects.toMatchObject({ code: 4902 })
    expect(walletRequests).toHaveLength(1)
  })

  test.each([[{}], [null], [{ signature: 'no' }], [{ signature: '0xab' }]])(
    'refuses %j as a signature',
    async (reply) => {
      const { extension, answer } = stage()
      answer(reply)
      await expect(extension.signer.signRaw({ address, data: '0x00', type: 'bytes' })).rejects.toMatchObject({
        code: 'INVALID_DATA',
      })
    },
  )

  test('refuses methods that were not approved (4200) and requests after the session ended (4900)', async () => {
    const { extension, walletRequests, update } = stage(['polkadot_signMessage'])
    const payload = { address, genesisHash: `0x${POLKADOT.slice(9)}` }
    await expect(extension.signer.signPayload(payload)).rejects.toMatchObject({ code: 4200 })
    update({})
    await expect(extension.signer.signRaw({ address, data: '0x', type: 'bytes' })).rejects.toMatchObject({ code: 4900 })
    expect(walletRequests).toEqual([])
  })

  test('calls a subscriber on changes until it unsubscribes', () => {
    const { extension, update } = stage()
    const accountCounts: number[] = []
    const stop = extension.accounts.subscribe((accounts) => void accountCounts.push(accounts.length))
    update({ polkadot: { accounts: [`${POLKADOT}:${address}`], methods: [] } })
    stop()
    update({})
    expect(accountCounts).toEqual([1])
  })
})

test('an exception in a listener of the site does not prevent other listeners from being called', () => {
  const failure = new Error('of the site')
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const { extension, update } = stage()
  const heard = vi.fn()
  extension.accounts.subscribe(() => {
    throw failure
  })
  extension.accounts.subscribe(heard)
  update({})
  vi.unstubAllGlobals()
  expect([heard.mock.calls, reported.mock.calls]).toEqual([[[[]]], [[failure]]])
})
