import { signal, type ToastText } from '@wallet-modal/kernel'
import { createFakeConnection, createFakeContext } from '@wallet-modal/kernel/testing'
import { expect, it } from 'vitest'
import type { SignInState } from './contract.js'
import { sign } from './sign.js'

it('the toast of a sign-in that fails while the modal is closed gets its text once the texts are loaded', async () => {
  const toasts: ToastText[] = []
  const texts = new Map<string, string>()
  const ctx = createFakeContext({
    t: (key) => texts.get(key) ?? '',
    toast: { error: (text) => toasts.push(text) },
  })
  const offline = () => Promise.reject(new Error('offline'))
  const challenges = { take: offline, takePrefetched: offline, prepare: () => undefined }
  const unexpected = () => expect.fail('This test does not expect this call.')
  const server = { verify: unexpected, now: unexpected }
  const sessions = { settled: unexpected, watchCreated: unexpected, revoke: unexpected, revokeOther: unexpected }
  const state = signal<SignInState>({ status: 'none' })
  const connection = createFakeConnection({ caipNetworkId: 'eip155:1', account: { address: '0x1', type: 'eoa' } })
  await sign({ ctx, state, server, sessions, challenges }, connection, () => true)
  texts.set('signIn.failed', 'Signing in did not work.')
  expect(toasts.map((text) => (typeof text === 'function' ? text() : text))).toEqual(['Signing in did not work.'])
})
