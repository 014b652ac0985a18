import { type AccountAction, type Context, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { expect, it, vi } from 'vitest'
import { EmailWalletError, LOAD_FAILED } from './errors.js'
import { offerSettings } from './wallet-settings.js'

it('a setting whose frame does not load shows a text in the language of the modal', async () => {
  const actions: ReadonlySignal<AccountAction | null>[] = []
  const error = vi.fn()
  const ctx = {
    add: (_: unknown, action: ReadonlySignal<AccountAction | null>) => void actions.push(action),
    t: (key: string) => `translated ${key}`,
    router: { push: () => new Promise(() => undefined), current: signal(null) },
    toast: { error },
  } as unknown as Context
  offerSettings(ctx, {
    ...{ email: signal(null), smartAccount: signal(null), isLoggedIn: signal(true) },
    ...{ beforeDisplay: () => undefined, abort: async () => undefined },
    channel: () => Promise.reject(new EmailWalletError('NOT_LOADED', LOAD_FAILED)),
  })
  actions
    .map(({ value }) => value)
    .find((action) => action?.id === 'devices')
    ?.run()
  await vi.waitFor(() => expect(error).toHaveBeenCalledWith('translated login.notLoaded'))
})
