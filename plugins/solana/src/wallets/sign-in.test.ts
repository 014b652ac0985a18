import { type Authenticator, signal } from '@wallet-modal/kernel'
import { expect, it } from 'vitest'
import { walletAccountOf, walletWith } from '../wallet.test.fixtures.js'
import { connectAndSignIn } from './sign-in.js'

it('the proof of a sign-in says whether the visitor has cancelled while the server verifies it', async () => {
  const controller = new AbortController()
  const answers: unknown[] = []
  const authenticator: Authenticator = {
    session: signal('none' as const),
    request: async () => ({
      ...{ domain: 'shop.example', uri: 'https://shop.example', nonce: 'nonce' },
      ...{ issuedAt: '2026-11-29T12:00:00Z', expirationTime: '2026-11-29T12:05:00Z' },
    }),
    async submit({ isCancelled }) {
      answers.push(isCancelled?.())
      controller.abort()
      answers.push(isCancelled?.())
      return false
    },
  }
  const output = {
    account: walletAccountOf(1),
    signedMessage: new TextEncoder().encode('text'),
    signature: new Uint8Array(64),
  }
  const wallet = walletWith({ 'solana:signIn': { signIn: async () => [output] } })
  await connectAndSignIn(wallet, {
    caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    authenticator,
    signal: controller.signal,
  })
  expect(answers).toEqual([false, true])
})
