import { accountActions, signal } from '@wallet-modal/kernel'
import { createFakeContext } from '@wallet-modal/kernel/testing'
import { expect, it, vi } from 'vitest'
import { EmailWalletError, LOAD_FAILED } from './errors.js'
import { offerSettings } from './wallet-settings.js'

it('a setting whose frame does not load shows a text in the language of the modal', async () => {
  const error = vi.fn()
  const ctx = createFakeContext({
    t: (key) => `translated ${key}`,
    router: { push: () => new Promise(() => undefined) },
    toast: { error },
  })
  offerSettings(ctx, {
    ...{ email: signal(null), smartAccount: signal(null), isLoggedIn: signal(true) },
    ...{ beforeDisplay: () => undefined, abort: async () => undefined },
    channel: () => Promise.reject(new EmailWalletError('NOT_LOADED', LOAD_FAILED)),
  })
  ctx
    .all(accountActions)
    .value.find(({ id }) => id === 'devices')
    ?.run()
  await vi.waitFor(() => expect(error).toHaveBeenCalledWith('translated login.notLoaded'))
})
