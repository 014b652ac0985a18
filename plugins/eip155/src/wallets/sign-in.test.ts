import type { Authenticator, SignInProof } from '@wallet-modal/kernel'
import { expect, it } from 'vitest'
import type { Eip1193Provider } from '../contract.js'
import { connectAndSignIn } from './sign-in.js'

it('the proof of a sign-in says whether the visitor has cancelled while the server verifies it', async () => {
  const controller = new AbortController()
  const answers: unknown[] = []
  const authenticator = {
    request: async () => ({ domain: 'shop.example', uri: 'https://shop.example', nonce: 'nonce' }),
    async submit({ isCancelled }: SignInProof) {
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
  await connectAndSignIn({ request: async () => ({ accounts: [account] }) } as unknown as Eip1193Provider, {
    caipNetworkId: 'eip155:1',
    authenticator: authenticator as unknown as Authenticator,
    signal: controller.signal,
  })
  expect(answers).toEqual([false, true])
})
