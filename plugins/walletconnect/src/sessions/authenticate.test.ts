import type { Authenticator, SignInProof } from '@wallet-modal/kernel'
import { expect, test } from 'vitest'
import type { Client } from '../client/client.js'
import { authenticate } from './authenticate.js'
import { createSession, evmAccount } from './sessions.test.fixtures.js'

test('the proof of a sign-in says whether the visitor has cancelled while the server verifies it', async () => {
  const cacao = { p: { iss: `did:pkh:${evmAccount}`, domain: 'shop.example', nonce: 'nonce' }, s: { s: '0x' } }
  const response = async () => ({ auths: [cacao], session: createSession('topic') })
  const sign = { authenticate: async () => ({ uri: 'wc:ab@2', response }), formatAuthMessage: () => 'text' }
  let isActive = true
  const answers: unknown[] = []
  const authenticator = {
    async submit({ isCancelled }: SignInProof) {
      answers.push(isCancelled?.())
      isActive = false
      answers.push(isCancelled?.())
      return false
    },
  }
  const { approval } = await authenticate({ sign } as unknown as Client, {
    namespace: { chains: ['eip155:1'], methods: [], events: [] },
    request: {
      ...{ domain: 'shop.example', uri: 'https://shop.example', nonce: 'nonce' },
      ...{ issuedAt: '2026-01-01T00:00:00Z', expirationTime: '2026-01-01T00:05:00Z' },
    },
    authenticator: authenticator as unknown as Authenticator,
  })
  await approval(() => isActive)
  expect(answers).toEqual([false, true])
})
