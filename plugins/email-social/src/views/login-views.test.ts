// @vitest-environment happy-dom
import { signal } from '@wallet-modal/kernel'
import { createFakeNamespace, type RenderedModal, waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, expect, it, vi } from 'vitest'
import { EmailLogin, EmailVerifyDevice, EmailVerifyOtp, UpdateEmailWallet } from '../contract.js'
import { EmailWalletError } from '../errors.js'
import { enter, showView } from './views.test.fixtures.js'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
})
const reads = (page: RenderedModal, text: RegExp): Promise<void> => waitUntil(() => expect(page.text()).toMatch(text))
const requestCode = async () => ({ action: 'VERIFY_OTP', retryInSeconds: 0 }) as const
const pass = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50))

/** Opens the email field and continues to the code, which is checked by `verifyCode`. */
async function enterCode(
  wallet: Parameters<typeof showView>[0],
  options?: Partial<Parameters<typeof showView>[1]>,
): Promise<RenderedModal> {
  const page = await showView({ requestCode, ...wallet }, { view: EmailLogin, ...options })
  await enter(page, 'zoe@example.org')
  await waitUntil(() => page.click('Continue'))
  await reads(page, /Enter the code that was sent to/)
  await enter(page, '123456')
  return page
}

async function expectNoError(page: RenderedModal, error: RegExp): Promise<void> {
  void page.modal.open({ view: EmailLogin })
  await reads(page, /Email address|Continue/)
  await pass()
  expect(page.text()).not.toMatch(error)
}

it('the email field shows no error after the visitor has closed the view in which the key is set up', async () => {
  let endLogin = (_: Error): void => undefined
  const abandonLogin = vi.fn(async () => endLogin(new EmailWalletError(4100, 'The login was ended.')))
  using page = await enterCode({
    verifyCode: async () => ({ next: 'SAVE_RECOVERY' }),
    loadUser: () => new Promise((_, reject) => (endLogin = reject)),
    abandonLogin,
  })
  await waitUntil(() => expect(page.dialog().querySelector('[data-persistent]')).not.toBeNull())
  page.close()
  await waitUntil(() => expect(abandonLogin).toHaveBeenCalledOnce())
  await expectNoError(page, /login was ended/)
})

it('an error while the key is set up is displayed, and the empty view of the frame is left', async () => {
  const abandonLogin = vi.fn(async () => undefined)
  using page = await enterCode({
    verifyCode: async () => ({ next: 'SAVE_RECOVERY' }),
    loadUser: async () => Promise.reject(new EmailWalletError(-32_603, 'The gateway cannot be reached.')),
    abandonLogin,
  })
  await reads(page, /The gateway cannot be reached\./)
  await reads(page, /Continue/)
  expect(page.dialog().querySelector('[data-persistent]')).toBeNull()
  expect(abandonLogin).toHaveBeenCalledOnce()
})

/** Logs in with a wallet of a page with one network. */
async function logIn(prepare: (fake: ReturnType<typeof createFakeNamespace>) => void) {
  const fake = createFakeNamespace('solana')
  prepare(fake)
  const abandonLogin = vi.fn(async () => undefined)
  const page = await enterCode(
    { verifyCode: async () => ({ next: 'NOTHING' }), loadUser: async () => ({}) as never, abandonLogin },
    { plugins: [fake.plugin()], networks: fake.networks, connector: fake.wallet.connector },
  )
  return { page, abandonLogin, [Symbol.dispose]: () => page[Symbol.dispose]() }
}

it('a login on a network that the gateway does not serve ends with an error', async () => {
  using login = await logIn(({ wallet }) => Object.assign(wallet.connector, { provider: async () => null }))
  await reads(login.page, /Something went wrong/)
  expect(login.abandonLogin).toHaveBeenCalledOnce()
})

it.each(['reject', 'fail'] as const)('a login whose connection ends with "%s" is ended', async (behaviour) => {
  using login = await logIn(({ wallet }) => {
    wallet.behaviour = behaviour
  })
  await waitUntil(() => expect(login.abandonLogin).toHaveBeenCalledOnce())
})

it('a login that is connected is not ended', async () => {
  using login = await logIn(() => undefined)
  await waitUntil(() => expect(login.page.modal.isOpen.peek()).toBe(false))
  await pass()
  expect(login.abandonLogin).not.toHaveBeenCalled()
})

/** Requests a code, and closes the modal before the code is sent. */
async function closeWhileSending() {
  let send = (): void => undefined
  const sending = new Promise<void>((resolve) => (send = resolve))
  const page = await showView(
    {
      async requestCode() {
        await sending
        return requestCode()
      },
    },
    { view: EmailLogin },
  )
  await enter(page, 'zoe@example.org')
  await waitUntil(() => page.click('Continue'))
  page.close()
  await waitUntil(() => expect(page.modal.isOpen.peek()).toBe(false))
  return { page, send, [Symbol.dispose]: () => page[Symbol.dispose]() }
}

it('the modal stays closed if the visitor has closed it before the code was sent', async () => {
  using closed = await closeWhileSending()
  closed.send()
  await pass()
  expect(closed.page.modal.isOpen.peek()).toBe(false)
})

it('a modal that was opened again before the code was sent stays at its view', async () => {
  using closed = await closeWhileSending()
  const { page } = closed
  void page.modal.open({ view: EmailLogin })
  await waitUntil(() => expect(page.dialog().querySelector('input')).not.toBeNull())
  closed.send()
  await pass()
  expect(page.text()).not.toMatch(/Enter the code/)
})

it('the email field shows no error of a code that was still being checked when the visitor left', async () => {
  let reject = (_: Error): void => undefined
  using page = await enterCode({ verifyCode: () => new Promise((_, fail) => (reject = fail)) })
  await reads(page, /Checking the code/)
  page.close()
  reject(new EmailWalletError('UNAUTHORIZED', 'The code is wrong.'))
  await expectNoError(page, /code is wrong/)
})

it('a wrong code is reported while its view is open', async () => {
  using page = await enterCode({
    verifyCode: async () => Promise.reject(new EmailWalletError('UNAUTHORIZED', 'The code is wrong.')),
  })
  await reads(page, /The code is wrong\./)
})

it('the view that waits for the link shows why another link could not be sent, until it is sent', async () => {
  let isOffline = true
  using page = await showView(
    {
      finishDevice: () => new Promise(() => undefined),
      async requestCode() {
        if (isOffline) throw new EmailWalletError(-32_603, 'The gateway cannot be reached.')
        return { action: 'VERIFY_DEVICE', retryInSeconds: 30 }
      },
    },
    { view: EmailVerifyDevice, params: { email: 'zoe@example.org' } },
  )
  await waitUntil(() => page.click('Resend Link'))
  await reads(page, /Open the link that was sent to.*The gateway cannot be reached\./)
  isOffline = false
  page.click('Resend Link')
  await reads(page, /Resend in/)
  expect(page.text()).not.toMatch(/cannot be reached/)
})

it('if Resend mails a link instead of a code, the view waits for the link', async () => {
  let action: 'VERIFY_OTP' | 'VERIFY_DEVICE' = 'VERIFY_OTP'
  using page = await showView(
    { finishDevice: () => new Promise(() => undefined), requestCode: async () => ({ action, retryInSeconds: 0 }) },
    { view: EmailVerifyOtp, params: { email: 'zoe@example.org' } },
  )
  await waitUntil(() => page.click('Resend Code'))
  await reads(page, /Code email resent/)
  action = 'VERIFY_DEVICE'
  await waitUntil(() => page.click('Resend Code'))
  await reads(page, /Open the link that was sent to/)
})

it('the code can be typed with the digits of an Arabic keyboard', async () => {
  const verifyCode = vi.fn(() => new Promise<never>(() => undefined))
  using page = await showView({ verifyCode }, { view: EmailVerifyOtp, params: { email: 'zoe@example.org' } })
  await enter(page, '١٢٣٤٥٦')
  await waitUntil(() => expect(verifyCode).toHaveBeenCalledWith('123456'))
})

it('if the old address is already confirmed, Resend displays the view for the code of the new address', async () => {
  const updateEmail = vi.fn()
  updateEmail.mockResolvedValueOnce({ action: 'VERIFY_PRIMARY_OTP', retryInSeconds: 0 })
  updateEmail.mockResolvedValueOnce({ action: 'VERIFY_SECONDARY_OTP', retryInSeconds: 0 })
  const email = signal('zoe@example.org')
  using page = await showView({ updateEmail, email }, { view: UpdateEmailWallet })
  await enter(page, 'new@example.org')
  await waitUntil(() => page.click('Continue'))
  await reads(page, /Enter the code that was sent to.*zoe@example\.org/)
  await waitUntil(() => page.click('Resend Code'))
  await reads(page, /Enter the code that was sent to.*new@example\.org/)
})

it('the wait before another mail is stated once', async () => {
  using page = await showView(
    {
      async requestCode() {
        throw new EmailWalletError('TOO_MANY_REQUESTS', 'Please try again after 27 seconds', 27)
      },
    },
    { view: EmailVerifyOtp, params: { email: 'zoe@example.org' } },
  )
  await waitUntil(() => page.click('Resend Code'))
  await reads(page, /Please try again after 27 seconds/)
  expect(page.text()).not.toMatch(/27 seconds\.? Try again/)
})
