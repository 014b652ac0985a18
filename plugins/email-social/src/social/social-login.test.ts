import { type Context, type Route, signal } from '@wallet-modal/kernel'
import { expect, it, vi } from 'vitest'
import type { EmbeddedWallet } from '../wallet.js'
import { createSocialLogin } from './social-login.js'

it('a login that is finished after the visitor has left its view is ended, and its view no longer waits', async () => {
  let finish = (_: { next: 'NOTHING' }): void => undefined
  const wallet = {
    abandonLogin: vi.fn(async () => undefined),
    finishSocial: () => new Promise<{ next: 'NOTHING' }>((resolve) => (finish = resolve)),
  }
  const current = signal<Route | null>({ key: 1, view: { kind: 'view', name: 'view' } } as unknown as Route)
  const complete = vi.fn()
  const login = createSocialLogin({
    ctx: {
      ...{ router: { current }, onDispose: () => undefined, abortSignal: new AbortController().signal },
    } as unknown as Context,
    origin: signal('https://frame.example'),
    returnedLogin: signal<string | null>(`#wallet-modal-login&attempt=${'a'.repeat(64)}&code=c1&provider=google`),
    wallet: async () => wallet as unknown as EmbeddedWallet,
    complete,
    report: () => undefined,
  })
  login.resume()
  await vi.waitFor(() => expect(login.step.peek().status).toBe('finishing'))
  await Promise.resolve()
  current.value = null
  finish({ next: 'NOTHING' })
  await vi.waitFor(() => expect(wallet.abandonLogin).toHaveBeenCalledOnce())
  expect(login.step.peek()).toEqual({ status: 'idle' })
  expect(complete).not.toHaveBeenCalled()
})
