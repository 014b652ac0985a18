import { expect, it, vi } from 'vitest'
import type { NamespaceAdapter } from '../../domain/connections/adapter.js'
import type { Connector } from '../../domain/connections/connector.js'
import { signal } from '../../signals.js'
import { prepareConnecting } from './prepare-connecting.js'

const connectorOf = (isInstalled: boolean): Connector => ({
  ...{ id: 'a', name: 'A', type: 'ANNOUNCED', namespaces: ['a'], isInstalled },
  provider: async () => null,
})
const adapterOf = (getReady: () => Promise<void>, ...connectors: readonly Connector[]): NamespaceAdapter =>
  ({ connectors: signal(connectors), getReady }) as Partial<NamespaceAdapter> as NamespaceAdapter

it('prepareConnecting loads only the code of chain families with an installed wallet', async () => {
  const [none, other, installed] = [vi.fn(async () => {}), vi.fn(async () => {}), vi.fn(async () => {})]
  const adapters = [
    adapterOf(none),
    adapterOf(other, connectorOf(false)),
    adapterOf(installed, connectorOf(false), connectorOf(true)),
  ]
  await prepareConnecting(adapters, new AbortController().signal)
  expect([none, other, installed].map((each) => each.mock.calls.length)).toEqual([0, 0, 1])
})

it('prepareConnecting loads one chain family after the other', async () => {
  const order: string[] = []
  const slow = async () => {
    order.push('begins')
    await new Promise((resolve) => setTimeout(resolve, 20))
    order.push('ends')
  }
  const adapters = [adapterOf(slow, connectorOf(true)), adapterOf(slow, connectorOf(true))]
  await prepareConnecting(adapters, new AbortController().signal)
  expect(order).toEqual(['begins', 'ends', 'begins', 'ends'])
})

it('prepareConnecting loads nothing after the modal was disposed', async () => {
  const getReady = vi.fn(async () => {})
  const stop = new AbortController()
  void prepareConnecting([adapterOf(getReady, connectorOf(true))], stop.signal)
  stop.abort()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(getReady).not.toHaveBeenCalled()
})
