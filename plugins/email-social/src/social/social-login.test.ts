// @vitest-environment happy-dom
import { type Context, type Route, signal, type View } from '@wallet-modal/kernel'
import { expect, it, vi } from 'vitest'
import { ConnectingSocial } from '../contract.js'
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

/** Social login of a page whose login window never answers. `leave` closes the view. */
function waiting({ isWindowOpen = true } = {}) {
  vi.stubGlobal('BroadcastChannel', class {})
  const current = signal<Route | null>(null)
  let leave = (): void => undefined
  const push = (view: View<void>): Promise<void> => {
    current.value = { key: 1, view } as unknown as Route
    return new Promise((resolve) => {
      leave = () => {
        current.value = null
        resolve()
      }
    })
  }
  const storage = { get: () => null, set: () => true, remove: () => undefined }
  const report = vi.fn()
  const login = createSocialLogin({
    ctx: {
      ...{ router: { current, push, replace: push }, storage, onDispose: () => undefined },
      ...{ abortSignal: new AbortController().signal, openWindow: () => isWindowOpen },
    } as unknown as Context,
    origin: signal('https://frame.example'),
    returnedLogin: signal<string | null>(null),
    wallet: async () => ({ beginSocial: async () => undefined }) as unknown as EmbeddedWallet,
    ...{ complete: async () => undefined, report },
  })
  return { login, report, viewName: () => current.peek()?.view.name, leave: () => leave() }
}

it.each([
  ['waits for its window', true],
  ['was blocked', false],
])('the view opens without an earlier login that %s and whose view was closed', async (_, isWindowOpen) => {
  const { login, leave, viewName } = waiting({ isWindowOpen })
  login.start('google')
  expect(viewName()).toBe(ConnectingSocial.name)
  expect(login.step.peek().status).toBe(isWindowOpen ? 'waiting' : 'blocked')
  leave()
  await vi.waitFor(() => expect(login.step.peek()).toEqual({ status: 'idle' }))
})

it('a login that is started just after the view of an earlier one was closed keeps waiting', async () => {
  const { login, leave, report } = waiting()
  login.start('google')
  leave()
  login.start('github')
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(login.step.peek()).toMatchObject({ status: 'waiting', provider: 'github' })
  expect(report).not.toHaveBeenCalledWith('github', 'SOCIAL_LOGIN_CANCELED')
  leave()
  await vi.waitFor(() => expect(report).toHaveBeenCalledWith('github', 'SOCIAL_LOGIN_CANCELED'))
})
