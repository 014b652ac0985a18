// @vitest-environment happy-dom
import { type Route, signal, view } from '@wallet-modal/kernel'
import { createFakeContext } from '@wallet-modal/kernel/testing'
import { expect, it, vi } from 'vitest'
import { ConnectingSocial } from '../contract.js'
import { walletOf } from '../wallet.test.fixtures.js'
import { createSocialLogin } from './social-login.js'

const routeOf = (opened: Route['view']): Route => ({ key: 1, view: opened, params: undefined })

it('a login that is finished after the visitor has left its view is ended, and its view no longer waits', async () => {
  let finish = (_: { next: 'NOTHING' }): void => undefined
  const abandonLogin = vi.fn(async () => undefined)
  const finishSocial = () => new Promise<{ next: 'NOTHING' }>((resolve) => (finish = resolve))
  const current = signal<Route | null>(routeOf(view('@test/social-login#View')))
  const complete = vi.fn()
  const login = createSocialLogin({
    ctx: createFakeContext({ router: { current } }),
    origin: signal('https://frame.example'),
    returnedLogin: signal<string | null>(`#wallet-modal-login&attempt=${'a'.repeat(64)}&code=c1&provider=google`),
    wallet: async () => walletOf({ abandonLogin, finishSocial }),
    complete,
    report: () => undefined,
  })
  login.resume()
  await vi.waitFor(() => expect(login.step.peek().status).toBe('finishing'))
  await Promise.resolve()
  current.value = null
  finish({ next: 'NOTHING' })
  await vi.waitFor(() => expect(abandonLogin).toHaveBeenCalledOnce())
  expect(login.step.peek()).toEqual({ status: 'idle' })
  expect(complete).not.toHaveBeenCalled()
})

/** Social login of a page whose login window never answers. `leave` closes the view. */
function waiting({ isWindowOpen = true } = {}) {
  vi.stubGlobal('BroadcastChannel', class {})
  const current = signal<Route | null>(null)
  let leave = (): void => undefined
  const push = (opened: Route['view'], ..._: readonly unknown[]): Promise<undefined> => {
    current.value = routeOf(opened)
    return new Promise((resolve) => {
      leave = () => {
        current.value = null
        resolve(undefined)
      }
    })
  }
  const storage = { get: () => null, set: () => true, remove: () => undefined }
  const report = vi.fn()
  const login = createSocialLogin({
    ctx: createFakeContext({ router: { current, push, replace: push }, storage, openWindow: () => isWindowOpen }),
    origin: signal('https://frame.example'),
    returnedLogin: signal<string | null>(null),
    wallet: async () => walletOf({ beginSocial: async () => undefined }),
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
