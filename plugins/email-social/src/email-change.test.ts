import { type Route, signal, view } from '@wallet-modal/kernel'
import { createFakeContext } from '@wallet-modal/kernel/testing'
import { expect, it, vi } from 'vitest'
import { UpdateEmailPrimaryOtp, UpdateEmailSecondaryOtp } from './contract.js'
import { emailChangeOf } from './email-change.js'
import { toError } from './errors.js'
import { walletOf } from './wallet.test.fixtures.js'

let lastKey = 0
const routeOf = (view: Route['view']): Route => ({ key: ++lastKey, view, params: undefined })
const elsewhere = view<void>('@test/email-change#Send')

/** Opens `view`, and starts an email change with a wallet whose reply `reply` gives. */
function open(opened: Route['view'], member: 'updateEmail' | 'verifyOldEmail' | 'verifyNewEmail') {
  const current = signal<Route | null>(routeOf(opened))
  let reply: (payload: unknown) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const request = vi.fn(
    (..._: readonly unknown[]) =>
      new Promise<never>((resolve, fail) => {
        reply = resolve as (payload: unknown) => void
        reject = fail
      }),
  )
  const wallet = {
    updateEmail: () => walletOf({ updateEmail: request }),
    verifyOldEmail: () => walletOf({ verifyOldEmail: request }),
    verifyNewEmail: () => walletOf({ verifyNewEmail: request }),
  }[member]()
  const show = async (next: Route['view'], ..._: readonly unknown[]): Promise<undefined> => {
    current.value = routeOf(next)
  }
  const close = (): boolean => {
    current.value = null
    return true
  }
  const back = vi.fn()
  const ctx = createFakeContext({
    router: { current, push: show, replace: show, close, back },
    toast: { success: () => undefined },
  })
  const change = emailChangeOf({ wallet: async () => wallet }, ctx)
  return {
    ...{ change, current, back, request },
    reject: (error: Error) => reject(error),
    asked: () => vi.waitFor(() => expect(request).toHaveBeenCalledOnce()),
    reply: (payload: unknown) => reply(payload),
    viewName: () => current.peek()?.view.name,
  }
}

it('a checked code leads to the next step', async () => {
  const { change, asked, reply, viewName } = open(UpdateEmailPrimaryOtp, 'verifyOldEmail')
  const checked = change.verifyOldEmail('000000')
  await asked()
  reply({ retryInSeconds: 30 })
  await checked
  expect(viewName()).toBe(UpdateEmailSecondaryOtp.name)
})

it('the code of the old address, checked after the visitor has closed the modal, does not open it', async () => {
  const { change, current, asked, reply } = open(UpdateEmailPrimaryOtp, 'verifyOldEmail')
  const checked = change.verifyOldEmail('000000')
  await asked()
  current.value = null
  reply({ retryInSeconds: 30 })
  await checked
  expect(current.peek()).toBeNull()
})

it('the code of the new address, checked after the visitor has opened another view, does not close that view', async () => {
  const { change, current, asked, reply, viewName } = open(UpdateEmailSecondaryOtp, 'verifyNewEmail')
  const checked = change.verifyNewEmail('000000')
  await asked()
  current.value = routeOf(elsewhere)
  reply(undefined)
  await checked
  expect(viewName()).toBe(elsewhere.name)
})

it.each(['start', 'resend'] as const)(
  '%s, answered after the visitor has opened another view, does not replace that view',
  async (action) => {
    const { change, current, asked, reply, viewName } = open(UpdateEmailPrimaryOtp, 'updateEmail')
    const done = action === 'start' ? change.start('new@shop.example') : change.resend()
    await asked()
    current.value = routeOf(elsewhere)
    reply({ action: 'VERIFY_SECONDARY_OTP', retryInSeconds: 30 })
    await done
    expect(viewName()).toBe(elsewhere.name)
  },
)

it('another code does not wait for an approval that is not displayed', async () => {
  const { change, asked, request, reply } = open(UpdateEmailPrimaryOtp, 'updateEmail')
  const sent = change.resend()
  await asked()
  expect(request).toHaveBeenCalledWith('', { isResend: true })
  reply({ action: 'VERIFY_PRIMARY_OTP', retryInSeconds: 30 })
  expect(await sent).toBe(true)
})

const expired = toError({
  ...{ code: 'NOT_FOUND', reason: 'CHANGE_EXPIRED' },
  message: 'The change of email has expired. Start again.',
})

it('if Resend fails because the gateway does not find something else, the view of the code stays and displays that error', async () => {
  const { change, asked, back, reject } = open(UpdateEmailPrimaryOtp, 'updateEmail')
  const sent = change.resend()
  await asked()
  reject(toError({ code: 'NOT_FOUND', reason: 'NO_KEY', message: 'The server has no key for this wallet.' }))
  expect(await sent).toBe(false)
  expect(back).not.toHaveBeenCalled()
  expect(change.step.peek()).toEqual({ status: 'failed', message: 'The server has no key for this wallet.' })
})

it('if the change has expired, Resend leads back to the field for the address and displays the error there', async () => {
  const { change, asked, back, reject } = open(UpdateEmailPrimaryOtp, 'updateEmail')
  const sent = change.resend()
  await asked()
  reject(expired)
  expect(await sent).toBe(false)
  expect(back).toHaveBeenCalledOnce()
  expect(change.step.peek()).toMatchObject({ status: 'failed', message: expect.stringMatching(/has expired/) })
})

it('an expired change does not move a visitor who has opened another view', async () => {
  const { change, current, asked, back, reject } = open(UpdateEmailPrimaryOtp, 'updateEmail')
  const sent = change.resend()
  await asked()
  current.value = routeOf(elsewhere)
  reject(expired)
  await sent
  expect(back).not.toHaveBeenCalled()
})
