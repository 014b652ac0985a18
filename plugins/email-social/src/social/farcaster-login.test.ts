import { expect, it, vi } from 'vitest'
import { EmailWalletError, LOAD_FAILED } from '../errors.js'
import { createFarcasterLogin } from './farcaster-login.js'

it('a Farcaster login whose frame does not load shows a text in the language of the modal', async () => {
  const report = vi.fn()
  const login = createFarcasterLogin({
    ctx: { t: (key) => `translated ${key}` },
    wallet: () => Promise.reject(new EmailWalletError('NOT_LOADED', LOAD_FAILED)),
    complete: async () => undefined,
    report,
  })
  login.start()
  await vi.waitFor(() => expect(login.step.peek()).toEqual({ status: 'failed', message: 'translated login.notLoaded' }))
  expect(report).toHaveBeenLastCalledWith('farcaster', 'SOCIAL_LOGIN_ERROR', LOAD_FAILED)
})
