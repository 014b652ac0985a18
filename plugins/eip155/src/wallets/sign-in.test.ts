import { type Authenticator, signal } from '@wallet-modal/kernel'
import { expect, it } from 'vitest'
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
  const account = {
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    capabilities: { signInWithEthereum: { message: 'text', signature: '0x' } },
  }
  await connectAndSignIn(
    { request: async () => ({ accounts: [account] }) },
    {
      caipNetworkId: 'eip155:1',
      authenticator,
      signal: controller.signal,
    },
  )
  expect(answers).toEqual([false, true])
})
