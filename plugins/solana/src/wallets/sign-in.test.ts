import type { Authenticator, SignInProof } from '@wallet-modal/kernel'
import { expect, it } from 'vitest'
import type { SolanaWallet } from '../contract.js'
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
  const output = {
    account: { address: '4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS', chains: ['solana:mainnet'] },
    signedMessage: new TextEncoder().encode('text'),
    signature: new Uint8Array(64),
  }
  const wallet = { features: { 'solana:signIn': { signIn: async () => [output] } } }
  await connectAndSignIn(wallet as unknown as SolanaWallet, {
    caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    authenticator: authenticator as unknown as Authenticator,
    signal: controller.signal,
  })
  expect(answers).toEqual([false, true])
})
