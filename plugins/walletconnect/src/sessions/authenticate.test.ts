import { EventEmitter } from 'node:events'
import { type Authenticator, signal } from '@wallet-modal/kernel'
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
  const authenticator: Authenticator = {
    session: signal('none' as const),
    request: async () => null,
    async submit({ isCancelled }) {
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
    authenticator,
    end: async () => undefined,
    logError: () => undefined,
  })
  await approval(() => isActive)
  expect(answers).toEqual([false, true])
})

test.each([
  ['an invalid signature', { code: 7000, message: 'Session settlement failed.' }, ['new']],
  ['a rejection by the visitor', 'User rejected.', []],
  ['a rejection by a wallet without sign-in', { code: 5000, message: 'User rejected.' }, []],
])('after %s, the session that the client stores for this pairing is ended', async (_, refusal, expected) => {
  const subscriber = new EventEmitter()
  const storedSessions = [{ ...createSession('earlier'), pairingTopic: 'cd' }]
  const sign = {
    authenticate: async () => ({ uri: 'wc:ab@2', response: () => Promise.reject(refusal) }),
    core: { relayer: { subscriber } },
    session: { getAll: () => storedSessions },
  }
  const ended: string[] = []
  const { approval } = await authenticate({ sign } as unknown as Client, {
    namespace: { chains: ['eip155:1'], methods: [], events: [] },
    request: {
      ...{ domain: 'shop.example', uri: 'https://shop.example', nonce: 'nonce' },
      ...{ issuedAt: '2026-01-01T00:00:00Z', expirationTime: '2026-01-01T00:05:00Z' },
    },
    authenticator: {} as Authenticator,
    end: async (topic) => void ended.push(topic),
    logError: () => undefined,
  })
  await expect(approval(() => true)).rejects.toMatchObject({ message: expect.any(String) })
  const subscribe = async (): Promise<void> => {
    subscriber.emit('subscription_created')
    await new Promise((resolve) => setTimeout(resolve))
  }
  await subscribe() // to another topic
  subscriber.emit('subscription_created')
  storedSessions.push({ ...createSession('new'), pairingTopic: 'ab' })
  await new Promise((resolve) => setTimeout(resolve))
  await subscribe()
  expect([ended, subscriber.listenerCount('subscription_created')]).toEqual([expected, 0])
})
