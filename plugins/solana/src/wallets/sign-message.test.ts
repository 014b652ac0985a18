// @vitest-environment happy-dom
import { ed25519 } from '@noble/curves/ed25519'
import { getBase58Encoder } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { connect, resetEachTest, start } from '../solana.test.fixtures.js'
import { addressOf, createTestWallet, publicKeyOf } from '../wallet.test.fixtures.js'

resetEachTest()

describe('a connection', () => {
  it('signs a message with the active account', async () => {
    using modal = start()
    const adapter = await connect(modal, createTestWallet({ name: 'A', seeds: [1, 2] }))
    adapter.switchAccount(addressOf(2))
    const signature = await adapter.signMessage('Hello, Wörld')
    const bytes = new Uint8Array(getBase58Encoder().encode(signature))
    expect(ed25519.verify(bytes, new TextEncoder().encode('Hello, Wörld'), publicKeyOf(2))).toBe(true)
  })

  it('refuses a signature of another message, a malformed one, and a missing one', async () => {
    using modal = start()
    const test = createTestWallet({ name: 'A' })
    const signature = new Uint8Array(64)
    const answers = [
      [{ signedMessage: new TextEncoder().encode('other'), signature }],
      [{ signedMessage: new TextEncoder().encode('hi'), signature: new Uint8Array(63) }],
      [],
    ]
    const features = {
      ...test.wallet.features,
      'solana:signMessage': { signMessage: async () => answers.shift() },
    }
    const wallet = Object.create(test.wallet, { features: { value: features } })
    const adapter = await connect(modal, { ...test, wallet })
    for (const problem of ['not a signature of the requested message', 'not a signature', 'not a signature'])
      await expect(adapter.signMessage('hi')).rejects.toMatchObject({
        code: 'INVALID_DATA',
        message: expect.stringContaining(problem),
      })
  })

  it('rejects signMessage() with UNSUPPORTED_METHOD if the wallet cannot sign', async () => {
    using modal = start()
    const adapter = await connect(modal, createTestWallet({ name: 'A', without: ['solana:signMessage'] }))
    await expect(adapter.signMessage('hi')).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
  })
})
