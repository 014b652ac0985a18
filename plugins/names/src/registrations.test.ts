// @vitest-environment happy-dom
import { createWalletModal, definePlugin } from '@wallet-modal/kernel'
import { createFakeApi, createFakeNamespace, waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createNamesModel } from './model.js'

beforeEach(() => localStorage.clear())

/** A connected account whose wallet is asked to sign the registration of `zoey.reown.id`. `sign` is the wallet's late reply. */
async function startSigning() {
  const fake = createFakeNamespace('eip155')
  let isRegistered = false
  let answer = (_: Response): void => undefined
  const answered = new Promise<Response>((resolve) => (answer = resolve))
  const api = createFakeApi({
    'blockchain:/v1/profile/suggestions/zoey': () => ({
      suggestions: [{ name: 'zoey.reown.id', registered: isRegistered }],
    }),
    'blockchain:/v1/profile/account': () => answered,
  })
  const page = definePlugin({
    name: 'page',
    kernel: '^0.1',
    permissions: { api: ['blockchain:/v1/profile/*'] },
    setup: (ctx) => ctx,
  })
  const modal = createWalletModal({
    plugins: [fake.plugin(), api.plugin, page()],
    networks: fake.networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
  let sign = (_: string): void => undefined
  fake.wallet.provider.sign = () => new Promise((resolve) => (sign = resolve))
  await modal.connections.connect(fake.wallet.connector)
  const model = createNamesModel(modal.use(page) ?? expect.fail('The plugin did not start.'), {})
  model.type('zoey')
  await waitUntil(() => expect(model.form.check.value.status).toBe('free'))
  model.register()
  await waitUntil(() => expect(model.registration.value).toBe('signing'))
  return {
    fake,
    model,
    posts: () => api.requests.filter(({ method }) => method === 'POST').length,
    /** The wallet signs; resolves when a registration would have been submitted. */
    async sign() {
      sign('0x01')
      await new Promise((resolve) => setTimeout(resolve, 50))
    },
    /** The service replies to the submitted registration. */
    async answer(response: Response) {
      isRegistered = response.ok
      answer(response)
      await new Promise((resolve) => setTimeout(resolve, 50))
    },
    [Symbol.dispose]() {
      modal.dispose()
      api.dispose()
    },
  }
}

it('a signature that the visitor waits for is submitted once', async () => {
  using started = await startSigning()
  await started.sign()
  expect(started.posts()).toBe(1)
})

it('Cancel ends the wait for a signature; the late signature is not submitted', async () => {
  using started = await startSigning()
  started.model.cancel()
  expect(started.model.registration.value).toBe('idle')
  await started.sign()
  expect(started.posts()).toBe(0)
  expect(started.model.problem.value).toBeNull()
})

it('a switch of the account ends the wait for a signature of the other account', async () => {
  using started = await startSigning()
  started.fake.wallet.changeAccounts(['fake-2', 'fake-1'])
  await waitUntil(() => expect(started.model.registration.value).toBe('idle'))
  await started.sign()
  expect(started.posts()).toBe(0)
})

describe('a switch of the account while the registration is submitted', () => {
  const submitThenSwitch = async () => {
    const started = await startSigning()
    await started.sign()
    expect(started.model.registration.value).toBe('submitting')
    started.fake.wallet.changeAccounts(['fake-2', 'fake-1'])
    return started
  }

  it('a failure of the registration is not displayed as the reason of the other account', async () => {
    using started = await submitThenSwitch()
    await started.answer(new Response('', { status: 404 }))
    expect([started.model.registration.value, started.model.problem.value]).toEqual(['idle', null])
  })

  it('a success does not clear the field of the other account; the name in the field is now taken', async () => {
    using started = await submitThenSwitch()
    await started.answer(Response.json({}))
    expect(started.model.registered.value?.address).toBe('fake-1')
    expect(started.model.form.text.value).toBe('zoey')
    await waitUntil(() => expect(started.model.form.check.value.status).toBe('taken'))
  })

  it('without a switch, a failure is displayed and a success clears the field', async () => {
    for (const [response, text, hasProblem] of [
      [new Response('', { status: 404 }), 'zoey', true],
      [Response.json({}), '', false],
    ] as const) {
      using started = await startSigning()
      await started.sign()
      await started.answer(response)
      expect([started.model.form.text.value, started.model.problem.value !== null]).toEqual([text, hasProblem])
    }
  })
})
