// @vitest-environment happy-dom
import { createWalletModal, definePlugin } from '@wallet-modal/kernel'
import { createFakeApi, createFakeNamespace, waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, expect, it } from 'vitest'
import { createNamesModel } from './model.js'

beforeEach(() => localStorage.clear())

/** A connected account whose wallet is asked to sign the registration of `zoey.reown.id`. `sign` is the wallet's late reply. */
async function startSigning() {
  const fake = createFakeNamespace('eip155')
  const api = createFakeApi({
    'blockchain:/v1/profile/suggestions/zoey': { suggestions: [{ name: 'zoey.reown.id', registered: false }] },
    'blockchain:/v1/profile/account': {},
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
