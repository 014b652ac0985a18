import { signal, type ToastText, type WalletConnection } from '@wallet-modal/kernel'
import { expect, it } from 'vitest'
import type { SignInState } from './contract.js'
import { sign } from './sign.js'

it('the toast of a sign-in that fails while the modal is closed gets its text once the texts are loaded', async () => {
  const toasts: ToastText[] = []
  const texts = new Map<string, string>()
  const ctx = {
    log: { warn: () => undefined },
    emit: () => undefined,
    t: (key: string) => texts.get(key) ?? '',
    toast: { error: (text: ToastText) => toasts.push(text) },
  }
  const challenges = { take: () => Promise.reject(new Error('offline')), prepare: () => undefined }
  const dependencies = { ctx, state: signal<SignInState>({ status: 'none' }), challenges }
  const connection = { caipNetworkId: 'eip155:1', account: { address: '0x1' } }
  await sign(
    dependencies as unknown as Parameters<typeof sign>[0],
    connection as unknown as WalletConnection,
    () => true,
  )
  texts.set('signIn.failed', 'Signing in did not work.')
  expect(toasts.map((text) => (typeof text === 'function' ? text() : text))).toEqual(['Signing in did not work.'])
})
