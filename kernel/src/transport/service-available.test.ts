// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { type Endpoint, endpoints } from '../domain/slots.js'
import { createWalletModal } from '../modal/modal.js'
import { definePlugin } from '../plugins/plugin.js'
import { type ReadonlySignal, signal } from '../signals.js'
import { createFakeNamespace, waitUntil } from '../testing/index.js'
import { serviceAvailable } from './service-available.js'

const caller = definePlugin({
  name: 'caller',
  kernel: '^0.1',
  permissions: { api: ['blockchain:/v1/quote'] },
  setup: (ctx): { readonly isAvailable: ReadonlySignal<boolean> } => ({
    isAvailable: serviceAvailable(ctx, 'blockchain', '/v1/quote'),
  }),
})

it('a service is available from the time a plugin adds its URL until the plugin removes it', async () => {
  const endpoint = signal<Endpoint | null>(null)
  const gateway = definePlugin({ name: 'gateway', kernel: '^0.1', setup: (ctx) => void ctx.add(endpoints, endpoint) })
  const fake = createFakeNamespace()
  const plugins = [fake.plugin(), caller(), gateway()]
  using modal = createWalletModal({ prefetch: 'never', networks: fake.networks, plugins })
  const isAvailable = () => modal.use(caller)?.isAvailable.peek()
  await modal.connections.connect(fake.wallet.connector)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isAvailable()).toBe(false)
  endpoint.value = { service: 'blockchain', url: 'https://gateway.example' }
  await waitUntil(() => expect(isAvailable()).toBe(true))
  endpoint.value = null
  await waitUntil(() => expect(isAvailable()).toBe(false))
})
