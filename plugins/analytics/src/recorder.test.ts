// @vitest-environment happy-dom
import { createWalletModal } from '@wallet-modal/kernel'
import { createFakeNamespace, waitUntil } from '@wallet-modal/kernel/testing'
import { expect, it, vi } from 'vitest'
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

it('reports the URL of the page without the address in its path', async () => {
  localStorage.clear()
  const path = location.pathname
  history.pushState(null, '', `/portfolio/0x${'ab'.repeat(20)}?from=mail#top`)
  try {
    const fake = createFakeNamespace()
    const plugins = [fake.plugin(), analytics({ service: false })]
    using modal = createWalletModal({ prefetch: 'never', networks: fake.networks, plugins })
    const urls: string[] = []
    modal.use(analytics)?.onEvent(({ url }) => urls.push(url))
    await modal.connections.connect(fake.wallet.connector)
    await waitUntil(() => expect(urls.length).toBeGreaterThan(1))
    expect(new Set(urls)).toEqual(new Set([`${location.origin}/portfolio/…`]))
  } finally {
    history.pushState(null, '', path)
  }
})

it('reports events on a page that is not a secure context', async () => {
  localStorage.clear()
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  try {
    const fake = createFakeNamespace()
    const plugins = [fake.plugin(), analytics({ service: false })]
    using modal = createWalletModal({ prefetch: 'never', networks: fake.networks, plugins })
    const ids: string[] = []
    modal.use(analytics)?.onEvent(({ eventId }) => ids.push(eventId))
    await modal.connections.connect(fake.wallet.connector)
    await waitUntil(() => expect(ids.length).toBeGreaterThan(1))
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  } finally {
    vi.unstubAllGlobals()
  }
})

it('delivers events to the other listeners, and keeps recording, if a listener throws', async () => {
  localStorage.clear()
  const fake = createFakeNamespace()
  const plugins = [fake.plugin(), analytics({ service: false })]
  using modal = createWalletModal({ prefetch: 'never', networks: fake.networks, plugins, logLevel: 'silent' })
  const names: string[] = []
  modal.use(analytics)?.onEvent(() => {
    throw new Error('the listener of the site')
  })
  modal.use(analytics)?.onEvent(({ props }) => names.push(props.event))
  await modal.connections.connect(fake.wallet.connector)
  await waitUntil(() => expect(names).toContain('CONNECT_SUCCESS'))
  await modal.connections.connect(fake.other.connector)
  expect(names.filter((name) => name === 'CONNECT_SUCCESS')).toHaveLength(2)
})
