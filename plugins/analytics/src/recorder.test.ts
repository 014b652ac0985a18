// @vitest-environment happy-dom
import { createWalletModal } from '@wallet-modal/kernel'
import { createFakeNamespace, waitUntil } from '@wallet-modal/kernel/testing'
import { expect, it } from 'vitest'
import { analytics } from './index.js'

it('reports the first change of the account type after a wallet is connected', async () => {
  localStorage.clear()
  const fake = createFakeNamespace()
  const accounts = [
    { address: 'fake-1', type: 'eoa' },
    { address: 'fake-2', type: 'smartAccount' },
  ] as const
  fake.wallet.provider.request = async () => ({ accounts, caipNetworkId: 'fake:1' })
  const plugins = [fake.plugin(), analytics({ service: false })]
  const modal = createWalletModal({ prefetch: 'never', networks: fake.networks, plugins })
  const events: object[] = []
  modal.use(analytics)?.onEvent(({ props: { event, properties } }) => events.push({ event, ...properties }))
  const changes = () => events.filter((one) => JSON.stringify(one).includes('SET_PREFERRED_ACCOUNT_TYPE'))
  // starts recording
  await modal.connections.connect(fake.other.connector)
  await waitUntil(() => expect(events).toContainEqual(expect.objectContaining({ event: 'CONNECT_SUCCESS' })))
  await modal.connections.connect(fake.wallet.connector)
  expect(changes()).toEqual([])
  modal.connections.adapter('fake').switchAccount('fake-2')
  expect(changes()).toEqual([{ event: 'SET_PREFERRED_ACCOUNT_TYPE', accountType: 'smartAccount', network: 'fake:1' }])
  modal.dispose()
})

it('reports a change of the account type of a wallet that became active without an event', async () => {
  localStorage.clear()
  const [fake, second] = [createFakeNamespace(), createFakeNamespace('second')]
  const accounts = [
    { address: 'fake-1', type: 'eoa' },
    { address: 'fake-2', type: 'smartAccount' },
  ] as const
  fake.wallet.provider.request = async () => ({ accounts, caipNetworkId: 'fake:1' })
  const plugins = [fake.plugin(), second.plugin(), analytics({ service: false })]
  const networks = [...fake.networks, ...second.networks]
  using modal = createWalletModal({ prefetch: 'never', networks, plugins })
  const events: object[] = []
  modal.use(analytics)?.onEvent(({ props: { event, properties } }) => events.push({ event, ...properties }))
  const changes = () => events.filter((one) => JSON.stringify(one).includes('SET_PREFERRED_ACCOUNT_TYPE'))
  await modal.connections.connect(fake.wallet.connector)
  await modal.connections.connect(second.wallet.connector)
  await waitUntil(() => expect(events).toContainEqual(expect.objectContaining({ event: 'CONNECT_SUCCESS' })))
  modal.connections.activate('fake')
  modal.connections.adapter('fake').switchAccount('fake-2')
  expect(changes()).toEqual([{ event: 'SET_PREFERRED_ACCOUNT_TYPE', accountType: 'smartAccount', network: 'fake:1' }])
})
